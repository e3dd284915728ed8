// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import type { AccountSession } from '../../../src/api/contract/auth.ts'
import { describeDevice } from '../../../src/api/contract/describe-device.ts'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { AccountScreen, type AccountScreenProps } from '../../../src/ui/session/AccountScreen.tsx'
import { GuestCard } from '../../../src/ui/shell/GuestCard.tsx'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import { createRefusalError, GUEST, getField, press, showView, typeText, VERIFIED_USER } from './support.tsx'

const CURRENT_SESSION: AccountSession = {
  id: 's1',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: '2026-01-02T00:00:00.000Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  isCurrent: true,
}
const { userAgent: _, ...OTHER_SESSION } = { ...CURRENT_SESSION, id: 's2', isCurrent: false }

let calls: unknown[]
beforeEach(() => {
  calls = []
})

const screenWith = (props: Partial<AccountScreenProps> = {}) => (
  <AccountScreen
    changeName={async (name) => ({ name: name.trim() })}
    changePassword={async (body) => void calls.push(body)}
    loadSessions={async () => [CURRENT_SESSION, OTHER_SESSION]}
    endSession={async (id) => void calls.push(id)}
    endSessions={async () => void calls.push('ended')}
    {...props}
  />
)
const submit = (name: string) => act(async () => void fireEvent.submit(screen.getByRole('form', { name })))

test('stores and shows a changed name, which can be changed again', async () => {
  const { session } = await showView(screenWith(), {}, VERIFIED_USER)
  typeText('Name', ' One ')
  await submit('Profile')
  await waitFor(() => expect(session.getSnapshot().context.data?.name).toBe('One'))
  expect(getField('Name').value).toBe('One')
  typeText('Name', 'Two')
  await submit('Profile')
  await waitFor(() => expect(session.getSnapshot().context.data?.name).toBe('Two'))
})

test('confirms a changed password, and marks the password as changed in the session', async () => {
  const { session } = await showView(screenWith(), {}, VERIFIED_USER)
  typeText('Current password', 'the old one')
  typeText('New password', 'correct horse battery')
  await submit('Change password')
  expect(await screen.findByText('Password changed. We signed you out everywhere else.')).toBeTruthy()
  expect(calls).toEqual([{ current: 'the old one', password: 'correct horse battery' }])
  expect(session.getSnapshot().context.data?.settings.isPasswordUpdated).toBe(true)
  expect([getField('Current password').value, getField('New password').value]).toEqual(['', ''])
})

test('sets a first password without a current password', async () => {
  await showView(screenWith(), {}, VERIFIED_USER)
  typeText('New password', 'correct horse battery')
  await submit('Change password')
  await waitFor(() => expect(calls).toEqual([{ password: 'correct horse battery' }]))
})

test('shows a wrong current password at its field and keeps the input', async () => {
  await showView(
    screenWith({ changePassword: () => Promise.reject(createRefusalError('WRONG_CREDENTIALS', 401)) }),
    {},
    VERIFIED_USER,
  )
  typeText('Current password', 'not it')
  typeText('New password', 'correct horse battery')
  await submit('Change password')
  expect(await screen.findByText('This isn’t your current password.')).toBeTruthy()
  expect([getField('Current password').value, getField('New password').value]).toEqual([
    'not it',
    'correct horse battery',
  ])
})

test('marks an unverified e-mail address and sends the verification mail again on request', async () => {
  const { verifiedAt: _, ...unverified } = VERIFIED_USER
  const { sent } = await showView(screenWith(), { requestVerification: () => {} }, unverified)
  expect(screen.getByText('Not verified yet')).toBeTruthy()
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(sent).toEqual([['requestVerification', { email: 'one@atelier.example' }]])
})

test('lists the wallets of the account', async () => {
  await showView(screenWith(), {}, { ...VERIFIED_USER, wallets: [{ address: '0xabc', chain: 'ethereum' }] })
  expect([screen.getByText('0xabc').textContent, screen.getByText('ethereum').textContent]).toEqual([
    '0xabc',
    'ethereum',
  ])
})

test('ends another session after confirmation, removes that session from the list and stays signed in', async () => {
  let sessions = [CURRENT_SESSION, { ...OTHER_SESSION, address: '203.0.113.7' }]
  const endSession = async (id: string) => {
    sessions = sessions.filter((session) => session.id !== id)
  }
  const { session } = await showView(screenWith({ loadSessions: async () => sessions, endSession }), {}, VERIFIED_USER)
  const list = await screen.findByRole('list', { name: 'Where you’re signed in' })
  expect(within(list).getAllByRole('listitem')[1]?.textContent).toContain('203.0.113.7')
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sign out'])
  await press('Sign out Unknown browser')
  const dialog = screen.getByRole('alertdialog', { name: 'Sign out of Unknown browser?' })
  await act(async () => within(dialog).getByRole('button', { name: 'Sign out' }).click())
  await waitFor(() => expect(screen.queryByText('Unknown browser')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(session.getSnapshot().matches('signedIn')).toBe(true)
})

test('keeps a session that cannot be ended in the list and shows the reason in the dialog', async () => {
  const endSession = () => Promise.reject(createRefusalError('FORBIDDEN', 403))
  await showView(screenWith({ endSession }), {}, VERIFIED_USER)
  await screen.findByRole('list', { name: 'Where you’re signed in' })
  await press('Sign out Unknown browser')
  const dialog = screen.getByRole('alertdialog')
  await act(async () => within(dialog).getByRole('button', { name: 'Sign out' }).click())
  expect(await within(dialog).findByText(/permission/)).toBeTruthy()
  await act(async () => within(dialog).getByRole('button', { name: 'Cancel' }).click())
  expect(screen.getByText('Unknown browser')).toBeTruthy()
})

test('ends all sessions, this session included, once “Sign out everywhere” is confirmed', async () => {
  const { session } = await showView(screenWith(), {}, VERIFIED_USER)
  const list = await screen.findByRole('list', { name: 'Where you’re signed in' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => within(item).queryByText('This device') !== null),
  ).toEqual([true, false])
  expect([within(list).getByText('Firefox, Linux'), within(list).getByText('Unknown browser')].length).toBe(2)
  await press('Sign out everywhere')
  const dialog = screen.getByRole('alertdialog')
  expect(calls).toEqual([])
  await act(async () => within(dialog).getByRole('button', { name: 'Sign out everywhere' }).click())
  await waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
  expect(calls).toEqual(['ended'])
})

test('shows an error and stays signed in when sessions can’t be ended', async () => {
  const failing = screenWith({ endSessions: () => Promise.reject(new ApiError('FETCH_ERROR', 'auth')) })
  const { session } = await showView(failing, {}, VERIFIED_USER)
  await press('Sign out everywhere')
  await act(async () =>
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere' }).click(),
  )
  expect(await screen.findByText(/can’t reach the service/)).toBeTruthy()
  expect(session.getSnapshot().matches('signedIn')).toBe(true)
})

test('shows the confirmation dialog again when a failed “Sign out everywhere” is retried', async () => {
  const responses = [() => Promise.reject(new ApiError('FETCH_ERROR', 'auth')), async () => {}]
  const { session } = await showView(screenWith({ endSessions: async () => responses.shift()?.() }), {}, VERIFIED_USER)
  const confirm = async () => {
    await press('Sign out everywhere')
    const dialog = within(screen.getByRole('alertdialog'))
    await act(async () => dialog.getByRole('button', { name: 'Sign out everywhere' }).click())
  }
  await confirm()
  expect(screen.getByText(/can’t reach the service/)).toBeTruthy()
  await confirm()
  await waitFor(() => expect(session.getSnapshot().value).toBe('signedOut'))
})

function pendingSessions() {
  const requests: {
    signal: AbortSignal
    respond: (sessions: AccountSession[]) => Promise<void>
    fail: () => Promise<void>
  }[] = []
  const loadSessions = (signal: AbortSignal) =>
    new Promise<AccountSession[]>((resolve, reject) =>
      requests.push({
        signal,
        respond: (sessions) => act(async () => resolve(sessions)),
        fail: () => act(async () => reject(new ApiError('FETCH_ERROR', 'auth'))),
      }),
    )
  return { requests, view: screenWith({ loadSessions }) }
}
const retryButton = () => screen.queryByRole('button', { name: 'Retry' })

test('retries loading sessions and keeps the focus on Retry', async () => {
  const { requests, view } = pendingSessions()
  await showView(view, {}, VERIFIED_USER)
  await requests[0]!.fail()
  expect(screen.getByText(/can’t reach the service/)).toBeTruthy()
  retryButton()?.focus()
  await press('Retry')
  expect([document.activeElement, retryButton()?.getAttribute('aria-disabled')]).toEqual([retryButton(), 'true'])
  expect(screen.getByText(/can’t reach the service/)).toBeTruthy()
  await requests[1]!.fail()
  expect([document.activeElement, retryButton()?.getAttribute('aria-disabled')]).toEqual([retryButton(), null])
  await press('Retry')
  await requests[2]!.respond([CURRENT_SESSION])
  expect(screen.getByText('Firefox, Linux')).toBeTruthy()
  expect(retryButton()).toBe(null)
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Where you’re signed in' }))
})

test('shows cached sessions immediately, and keeps the sessions when a reload fails', async () => {
  const { requests, view } = pendingSessions()
  const cache = createQueryCache()
  await showView(view, {}, VERIFIED_USER, cache)
  expect(screen.queryByText('Firefox, Linux')).toBe(null)
  await requests[0]!.respond([CURRENT_SESSION])
  cleanup()
  await showView(view, {}, VERIFIED_USER, cache)
  expect(screen.getByText('Firefox, Linux')).toBeTruthy()
  await requests[1]!.fail()
  expect([screen.queryByText('Firefox, Linux') !== null, retryButton() !== null]).toEqual([true, true])
  cache.clear()
})

test('aborts loading sessions on sign-out, and never shows the sessions to the next user', async () => {
  const { requests, view } = pendingSessions()
  const cache = createQueryCache()
  const { session } = await showView(view, {}, VERIFIED_USER, cache)
  await act(async () => session.send({ type: 'logout.requested' }))
  expect(requests[0]!.signal.aborted).toBe(true)
  await requests[0]!.respond([CURRENT_SESSION])
  cleanup()
  await showView(view, {}, { ...VERIFIED_USER, _id: 'user-2' }, cache)
  expect(screen.queryByText('Firefox, Linux')).toBe(null)
  cache.clear()
})

test('offers no retry without permission to read sessions', async () => {
  await showView(
    screenWith({ loadSessions: () => Promise.reject(createRefusalError('FORBIDDEN', 403)) }),
    {},
    VERIFIED_USER,
  )
  expect(await screen.findByText(/You don’t have permission/)).toBeTruthy()
  expect(screen.queryByText('Retry')).toBe(null)
})

test('links a guest to sign-up with a return address and hides the password form', async () => {
  await showView(screenWith(), {}, GUEST)
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
] as const)('shows what the role %s permits, and who can grant more permissions', async (role, name, sentence) => {
  const token = createUnsignedToken({ ability: packAbility({ id: 'user-1', role, applicationIds: ['a'] }) })
  await showView(screenWith(), {}, { ...(role === 'anonymous' ? GUEST : VERIFIED_USER), token })
  const section = within(screen.getByRole('region', { name: 'Role' }))
  expect(section.getByText(name)).toBeTruthy()
  expect(section.getByText(sentence)).toBeTruthy()
  expect(section.queryByRole('link', { name: 'Create account' }) !== null).toBe(role === 'anonymous')
})

test('shows a guest one sign-up link and no e-mail or password section', async () => {
  await showView(screenWith(), {}, GUEST)
  expect(screen.getAllByRole('link', { name: 'Create account' })).toHaveLength(1)
  expect(screen.getAllByRole('region').map((section) => section.textContent)).not.toContainEqual(
    expect.stringMatching(/password|e-mail/i),
  )
})

test('the guest card links to sign-up with a return address, for guests only', async () => {
  await showView(<GuestCard />, {}, GUEST)
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup?to=%2F')
  cleanup()
  await showView(<GuestCard />, {}, VERIFIED_USER)
  expect(screen.queryByRole('link', { name: 'Create account' })).toBe(null)
})

test('derives the browser and system from the user agent', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
  expect([
    describeDevice(chrome),
    describeDevice(`${chrome} Edg/142.0`),
    describeDevice('curl/8'),
    describeDevice(undefined),
  ]).toEqual(['Chrome, Windows', 'Edge, Windows', undefined, undefined])
})
