// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import { createCache } from '../../../src/api/cache.ts'
import type { AccountSession } from '../../../src/api/contract/auth.ts'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { AccountScreen, type AccountScreenProps } from '../../../src/ui/session/AccountScreen.tsx'
import { deviceOf } from '../../../src/ui/session/SessionLines.tsx'
import { GuestCard } from '../../../src/ui/shell/GuestCard.tsx'
import { tokenWith } from '../../support/tokens.ts'
import { field, GUEST, PERSON, press, refusal, show, type } from './support.tsx'

const HERE: AccountSession = {
  id: 's1',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: '2026-01-02T00:00:00.000Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  isCurrent: true,
}
const { userAgent: _, ...THERE } = { ...HERE, id: 's2', isCurrent: false }

let calls: unknown[]
beforeEach(() => {
  calls = []
})
afterEach(cleanup)

const screenWith = (props: Partial<AccountScreenProps> = {}) => (
  <AccountScreen
    changeName={async (name) => ({ name: name.trim() })}
    changePassword={async (body) => void calls.push(body)}
    loadSessions={async () => [HERE, THERE]}
    endSessions={async () => void calls.push('ended')}
    {...props}
  />
)
const submit = (name: string) => act(async () => void fireEvent.submit(screen.getByRole('form', { name })))

test('another name is stored and shown, and can be changed again', async () => {
  const { session } = await show(screenWith(), {}, PERSON)
  type('Name', ' One ')
  await submit('Profile')
  await waitFor(() => expect(session.getSnapshot().context.data?.name).toBe('One'))
  expect(field('Name').value).toBe('One')
  type('Name', 'Two')
  await submit('Profile')
  await waitFor(() => expect(session.getSnapshot().context.data?.name).toBe('Two'))
})

test('a changed password is told and noted in the session', async () => {
  const { session } = await show(screenWith(), {}, PERSON)
  type('Current password', 'the old one')
  type('New password', 'correct horse battery')
  await submit('Change password')
  expect(await screen.findByText('Password changed. We signed you out everywhere else.')).toBeTruthy()
  expect(calls).toEqual([{ current: 'the old one', password: 'correct horse battery' }])
  expect(session.getSnapshot().context.data?.settings.isPasswordUpdated).toBe(true)
  expect([field('Current password').value, field('New password').value]).toEqual(['', ''])
})

test('who never had a password sets one without', async () => {
  await show(screenWith(), {}, PERSON)
  type('New password', 'correct horse battery')
  await submit('Change password')
  await waitFor(() => expect(calls).toEqual([{ password: 'correct horse battery' }]))
})

test('a wrong present password is told at its field, and nothing typed is lost', async () => {
  await show(screenWith({ changePassword: () => Promise.reject(refusal('WRONG_CREDENTIALS', 401)) }), {}, PERSON)
  type('Current password', 'not it')
  type('New password', 'correct horse battery')
  await submit('Change password')
  expect(await screen.findByText('This isn’t your current password.')).toBeTruthy()
  expect([field('Current password').value, field('New password').value]).toEqual(['not it', 'correct horse battery'])
})

test('an unverified e-mail says so, and its mail can be sent again', async () => {
  const { verifiedAt: _, ...unverified } = PERSON
  const { sent } = await show(screenWith(), { requestVerification: () => {} }, unverified)
  expect(screen.getByText('Not verified yet')).toBeTruthy()
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(sent).toEqual([['requestVerification', { email: 'one@atelier.example' }]])
})

test('wallets are listed', async () => {
  await show(screenWith(), {}, { ...PERSON, wallets: [{ address: '0xabc', chain: 'ethereum' }] })
  expect([screen.getByText('0xabc').textContent, screen.getByText('ethereum').textContent]).toEqual([
    '0xabc',
    'ethereum',
  ])
})

test('signing out everywhere asks first, ends all sessions and then this one', async () => {
  const { session } = await show(screenWith(), {}, PERSON)
  const list = await screen.findByRole('list', { name: 'Where you’re signed in' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => within(item).queryByText('This device') !== null),
  ).toEqual([true, false])
  expect([within(list).getByText('Firefox, Linux'), within(list).getByText('Unknown browser')].length).toBe(2)
  await press('Sign out everywhere')
  const question = screen.getByRole('alertdialog')
  expect(calls).toEqual([])
  await act(async () => within(question).getByRole('button', { name: 'Sign out everywhere' }).click())
  await waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
  expect(calls).toEqual(['ended'])
})

test('where sessions can’t be ended nobody is signed out, and it is said', async () => {
  const failing = screenWith({ endSessions: () => Promise.reject(new ApiError('FETCH_ERROR', 'auth')) })
  const { session } = await show(failing, {}, PERSON)
  await press('Sign out everywhere')
  await act(async () =>
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere' }).click(),
  )
  expect(await screen.findByText(/can’t reach the service/)).toBeTruthy()
  expect(session.getSnapshot().matches('signedIn')).toBe(true)
})

test('ending them that failed can be tried again, and is asked about anew', async () => {
  const answers = [() => Promise.reject(new ApiError('FETCH_ERROR', 'auth')), async () => {}]
  const { session } = await show(screenWith({ endSessions: async () => answers.shift()?.() }), {}, PERSON)
  const confirm = async () => {
    await press('Sign out everywhere')
    const question = within(screen.getByRole('alertdialog'))
    await act(async () => question.getByRole('button', { name: 'Sign out everywhere' }).click())
  }
  await confirm()
  expect(screen.getByText(/can’t reach the service/)).toBeTruthy()
  await confirm()
  await waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
})

/** Sessions that are answered when the test says so. */
function heldSessions() {
  const asked: { signal: AbortSignal; answer: (of: AccountSession[]) => Promise<void>; fail: () => Promise<void> }[] =
    []
  const loadSessions = (signal: AbortSignal) =>
    new Promise<AccountSession[]>((resolve, reject) =>
      asked.push({
        signal,
        answer: (sessions) => act(async () => resolve(sessions)),
        fail: () => act(async () => reject(new ApiError('FETCH_ERROR', 'auth'))),
      }),
    )
  return { asked, view: screenWith({ loadSessions }) }
}
const retryButton = () => screen.queryByRole('button', { name: 'Retry' })

test('sessions that can’t be read are tried again, and the focus stays where that was asked for', async () => {
  const { asked, view } = heldSessions()
  await show(view, {}, PERSON)
  await asked[0]!.fail()
  expect(screen.getByText(/can’t reach the service/)).toBeTruthy()
  retryButton()?.focus()
  await press('Retry')
  expect([document.activeElement, retryButton()?.getAttribute('aria-disabled')]).toEqual([retryButton(), 'true'])
  expect(screen.getByText(/can’t reach the service/)).toBeTruthy()
  await asked[1]!.fail()
  expect([document.activeElement, retryButton()?.getAttribute('aria-disabled')]).toEqual([retryButton(), null])
  await press('Retry')
  await asked[2]!.answer([HERE])
  expect(screen.getByText('Firefox, Linux')).toBeTruthy()
  expect(retryButton()).toBe(null)
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Where you’re signed in' }))
})

test('sessions that were read a moment ago stand at once, and those that could not be read anew too', async () => {
  const { asked, view } = heldSessions()
  const kept = createCache()
  await show(view, {}, PERSON, kept)
  expect(screen.queryByText('Firefox, Linux')).toBe(null)
  await asked[0]!.answer([HERE])
  cleanup()
  await show(view, {}, PERSON, kept)
  expect(screen.getByText('Firefox, Linux')).toBeTruthy()
  await asked[1]!.fail()
  expect([screen.queryByText('Firefox, Linux') !== null, retryButton() !== null]).toEqual([true, true])
  kept.clear()
})

test('sessions of who signed out meanwhile are given up, and shown to nobody', async () => {
  const { asked, view } = heldSessions()
  const kept = createCache()
  const { session } = await show(view, {}, PERSON, kept)
  await act(async () => session.send({ type: 'logout.requested' }))
  expect(asked[0]!.signal.aborted).toBe(true)
  await asked[0]!.answer([HERE])
  cleanup()
  await show(view, {}, { ...PERSON, _id: 'user-2' }, kept)
  expect(screen.queryByText('Firefox, Linux')).toBe(null)
  kept.clear()
})

test('sessions that one has no permission to read offer no retry', async () => {
  await show(screenWith({ loadSessions: () => Promise.reject(refusal('FORBIDDEN', 403)) }), {}, PERSON)
  expect(await screen.findByText(/You don’t have permission/)).toBeTruthy()
  expect(screen.queryByText('Retry')).toBe(null)
})

test('a guest is led to sign up and back, and has no password to change', async () => {
  await show(screenWith(), {}, GUEST)
  expect(screen.queryByLabelText('New password')).toBe(null)
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup?to=%2Faccount')
})

test.each([
  ['admin', 'Admin', 'You can view and change everything.'],
  [
    'developer',
    'Editor',
    /^You can view all assets, add new ones, and change your own .* An admin can give you more\.$/,
  ],
  ['user', 'Viewer', 'You can view all assets. An admin can give you more.'],
  ['anonymous', 'Guest', 'You can view public assets. Create an account to see them all.'],
] as const)('what an account of the role %s may do is said, and who grants more', async (role, name, sentence) => {
  const token = tokenWith({ ability: packAbility({ id: 'user-1', role, applicationIds: ['a'] }) })
  await show(screenWith(), {}, { ...(role === 'anonymous' ? GUEST : PERSON), token })
  const part = within(screen.getByRole('region', { name: 'Role' }))
  expect(part.getByText(name)).toBeTruthy()
  expect(part.getByText(sentence)).toBeTruthy()
  expect(part.queryByRole('link', { name: 'Create account' }) !== null).toBe(role === 'anonymous')
})

test('a guest is told once how to get an account, and nothing of an e-mail or password they do not have', async () => {
  await show(screenWith(), {}, GUEST)
  expect(screen.getAllByRole('link', { name: 'Create account' })).toHaveLength(1)
  expect(screen.getAllByRole('region').map((part) => part.textContent)).not.toContainEqual(
    expect.stringMatching(/password|e-mail/i),
  )
})

test('the guest card leads to sign-up and back here; nobody else sees it', async () => {
  await show(<GuestCard />, {}, GUEST)
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup?to=%2F')
  cleanup()
  await show(<GuestCard />, {}, PERSON)
  expect(screen.queryByRole('link', { name: 'Create account' })).toBe(null)
})

test('browsers are told by what they call themselves', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
  expect([deviceOf(chrome), deviceOf(`${chrome} Edg/142.0`), deviceOf('curl/8'), deviceOf(undefined)]).toEqual([
    'Chrome, Windows',
    'Edge, Windows',
    undefined,
    undefined,
  ])
})
