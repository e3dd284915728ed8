// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApiToken, NewApiToken } from '../../../src/api/contract/api-tokens.ts'
import { createApiError } from '../../../src/api/contract/errors.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { toNewToken } from '../../../src/ui/tokens/new-token.ts'
import { TokenDialog } from '../../../src/ui/tokens/TokenDialog.tsx'
import { TOKEN_COLUMNS, toTokenPhoneItem } from '../../../src/ui/tokens/token-columns.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'
import '../kit/support.ts'

const DAY = 24 * 3600 * 1000
const token: ApiToken = {
  id: 't1',
  name: 'Nightly export',
  hint: 'atl_3fA9',
  scopes: ['read', 'private'],
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3.5 * DAY).toISOString(),
}

test('shows name, scopes, expiry and last use of a token', async () => {
  const expected = {
    name: 'Nightly export',
    hint: 'atl_3fA9…',
    scopes: 'ReadAdmin',
    lastUsedAt: 'Never',
    expiresAt: 'in 3 days',
    createdAt: 'now',
  }
  expect(await cellTextsOf(TOKEN_COLUMNS, token)).toEqual(expected)
  cleanup()
  const expired = { ...token, lastUsedAt: token.createdAt, expiresAt: new Date(Date.now() - DAY).toISOString() }
  expect(await cellTextsOf(TOKEN_COLUMNS, expired)).toEqual({ ...expected, lastUsedAt: 'now', expiresAt: 'Expired' })
  cleanup()
  expect(await phoneTextsOf(toTokenPhoneItem(token))).toEqual(['Nightly export', 'in 3 days', 'ReadAdmin'])
})

test('requests the read scope, further selected scopes, and an expiry counted from opening the dialog', () => {
  const opened = Date.parse('2026-11-01T12:00:00Z')
  const values = { name: ' Bot ', canWrite: false, isPrivate: false, days: '7' } as const
  expect(toNewToken(values, opened)).toEqual({ name: 'Bot', scopes: ['read'], expiresAt: '2026-11-08T12:00:00.000Z' })
  expect(toNewToken({ ...values, canWrite: true, isPrivate: true }, opened).scopes).toEqual([
    'read',
    'write',
    'private',
  ])
})

function show({ isAdmin = true } = {}) {
  const requests: { body: NewApiToken; key: string; respond: (error?: Error) => Promise<void> }[] = []
  const events: string[] = []
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      <TokenDialog
        isAdmin={isAdmin}
        create={(body, { idempotencyKey }) =>
          new Promise((resolve, reject) => {
            const respond = (error?: Error) =>
              act(async () => (error ? reject(error) : resolve({ ...token, name: body.name, token: 'atl_whole' })))
            requests.push({ body, key: idempotencyKey, respond })
          })
        }
        onMade={() => events.push('made')}
        onClose={() => events.push('closed')}
      />
    </AtelierContext>,
  )
  return { requests, events }
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: text } })

test('requires a name, and retries a request that got no response with the same body and key', async () => {
  const { requests } = show()
  await press('Create token')
  expect(screen.getByText('Enter a name.')).toBeDefined()
  type('Bot')
  fireEvent.click(screen.getByRole('switch', { name: /Write access/ }))
  await press('Create token')
  await requests[0]!.respond(new TypeError('gone'))
  await press('Create token')
  await waitFor(() => expect(requests.length).toBe(2))
  expect(requests[1]!.body).toEqual(requests[0]!.body)
  expect(requests[1]!.key).toBe(requests[0]!.key)
  expect(requests[0]!.body).toMatchObject({ name: 'Bot', scopes: ['read', 'write'] })
})

test('shows the whole token until the user presses Done, then notifies the list', async () => {
  const { requests, events } = show()
  type('Bot')
  await press('Create token')
  await requests[0]!.respond()
  expect(screen.getByText('atl_whole')).toBeDefined()
  expect(screen.getByRole('alertdialog', { name: 'Copy your token now' })).toBeDefined()
  expect(events).toEqual([])
  await press('Done')
  expect(events).toEqual(['made'])
})

test('offers the admin scope to admins only', () => {
  show({ isAdmin: false })
  expect(screen.queryByRole('switch', { name: /Admin access/ })).toBeNull()
  expect(screen.getByRole('switch', { name: /Write access/ })).toBeDefined()
})

test('shows the error of a refused request in the dialog and keeps the typed name', async () => {
  const { requests } = show()
  type('Bot')
  await press('Create token')
  await requests[0]!.respond(createApiError('api-tokens', 'FORBIDDEN'))
  expect(screen.getByRole('alert').textContent).toContain('permission')
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Bot')
})

test('reloads the list on close only after a failed request', async () => {
  const { requests, events } = show()
  await press('Cancel')
  expect(events.splice(0)).toEqual(['closed'])
  type('Bot')
  await press('Create token')
  await requests[0]!.respond(createApiError('api-tokens', 'TOKEN_ALREADY_MADE'))
  await press('Cancel')
  expect(events).toEqual(['made'])
})
