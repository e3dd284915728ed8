// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ApiToken, NewApiToken } from '../../../src/api/contract/api-tokens.ts'
import { refusal } from '../../../src/api/contract/errors.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { tokenOf } from '../../../src/ui/tokens/new-token.ts'
import { TokenDialog } from '../../../src/ui/tokens/TokenDialog.tsx'
import { TOKEN_COLUMNS, tokenOnPhone } from '../../../src/ui/tokens/token-columns.tsx'
import { translateIn } from '../../support/translate.ts'
import { cellsOf, phoneOf } from '../list/cells.tsx'
import '../kit/support.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const DAY = 24 * 3600 * 1000
const token: ApiToken = {
  id: 't1',
  name: 'Nightly export',
  hint: 'atl_3fA9',
  scopes: ['read', 'private'],
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3.5 * DAY).toISOString(),
}

test('a row says what a token is for, what it may do, until when, and whether it was used', async () => {
  const told = {
    name: 'Nightly export',
    hint: 'atl_3fA9…',
    scopes: 'ReadAdmin',
    lastUsedAt: 'Never',
    expiresAt: 'in 3 days',
    createdAt: 'now',
  }
  expect(await cellsOf(TOKEN_COLUMNS, token)).toEqual(told)
  cleanup()
  const over = { ...token, lastUsedAt: token.createdAt, expiresAt: new Date(Date.now() - DAY).toISOString() }
  expect(await cellsOf(TOKEN_COLUMNS, over)).toEqual({ ...told, lastUsedAt: 'now', expiresAt: 'Expired' })
  cleanup()
  expect(await phoneOf(tokenOnPhone(token))).toEqual(['Nightly export', 'in 3 days', 'ReadAdmin'])
})

test('a token reads, and does more where that was asked for; it ends so many days after the dialog opened', () => {
  const opened = Date.parse('2026-11-01T12:00:00Z')
  const given = { name: ' Bot ', canWrite: false, isPrivate: false, days: '7' } as const
  expect(tokenOf(given, opened)).toEqual({ name: 'Bot', scopes: ['read'], expiresAt: '2026-11-08T12:00:00.000Z' })
  expect(tokenOf({ ...given, canWrite: true, isPrivate: true }, opened).scopes).toEqual(['read', 'write', 'private'])
})

/** Shows the dialog; what it sends waits in `sent` for its answers. */
function show({ isAdmin = true } = {}) {
  const sent: { body: NewApiToken; key: string; answer: (error?: Error) => Promise<void> }[] = []
  const heard: string[] = []
  render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      <TokenDialog
        isAdmin={isAdmin}
        create={(body, { idempotencyKey }) =>
          new Promise((resolve, reject) => {
            const answer = (error?: Error) =>
              act(async () => (error ? reject(error) : resolve({ ...token, name: body.name, token: 'atl_whole' })))
            sent.push({ body, key: idempotencyKey, answer })
          })
        }
        onMade={() => heard.push('made')}
        onClose={() => heard.push('closed')}
      />
    </AtelierContext>,
  )
  return { sent, heard }
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: text } })

test('a token is asked for once named, and asked for again in the same words where no answer came', async () => {
  const { sent } = show()
  await press('Create token')
  expect(screen.getByText('Enter a name.')).toBeDefined()
  type('Bot')
  fireEvent.click(screen.getByRole('switch', { name: /Can change things/ }))
  await press('Create token')
  await sent[0]!.answer(new TypeError('gone'))
  await press('Create token')
  await waitFor(() => expect(sent.length).toBe(2))
  expect(sent[1]!.body).toEqual(sent[0]!.body)
  expect(sent[1]!.key).toBe(sent[0]!.key)
  expect(sent[0]!.body).toMatchObject({ name: 'Bot', scopes: ['read', 'write'] })
})

test('it is shown whole until it is put away, and its list hears of it only then', async () => {
  const { sent, heard } = show()
  type('Bot')
  await press('Create token')
  await sent[0]!.answer()
  expect(screen.getByText('atl_whole')).toBeDefined()
  expect(screen.getByRole('alertdialog', { name: 'Copy your token now' })).toBeDefined()
  expect(heard).toEqual([])
  await press('Done')
  expect(heard).toEqual(['made'])
})

test('only admins are offered what admins do', () => {
  show({ isAdmin: false })
  expect(screen.queryByRole('switch', { name: /what admins do/ })).toBeNull()
  expect(screen.getByRole('switch', { name: /Can change things/ })).toBeDefined()
})

test('what is refused is said in the dialog, and nothing typed is lost', async () => {
  const { sent } = show()
  type('Bot')
  await press('Create token')
  await sent[0]!.answer(refusal('api-tokens', 'FORBIDDEN'))
  expect(screen.getByRole('alert').textContent).toContain('permission')
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Bot')
})

test('a dialog that is closed without a try changes nothing; after one that failed the list is asked for again', async () => {
  const { sent, heard } = show()
  await press('Cancel')
  expect(heard.splice(0)).toEqual(['closed'])
  type('Bot')
  await press('Create token')
  await sent[0]!.answer(refusal('api-tokens', 'TOKEN_ALREADY_MADE'))
  await press('Cancel')
  expect(heard).toEqual(['made'])
})
