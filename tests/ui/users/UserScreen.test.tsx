// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '../../../src/api/contract/accounts.ts'
import type { AccountSession } from '../../../src/api/contract/auth.ts'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { UserScreen } from '../../../src/ui/users/UserScreen.tsx'
import type { UserCalls } from '../../../src/ui/users/user-calls.ts'
import { createRefusalError, press, showView, VERIFIED_USER } from '../session/support.tsx'

const at = '2026-01-02T00:00:00.000Z'
const ADA: Account = {
  id: 'u1',
  email: 'ada@house.example',
  name: 'Ada',
  role: 'user',
  createdAt: at,
  verifiedAt: at,
  lastSeenAt: at,
}
const SESSION: AccountSession = {
  id: 's1',
  createdAt: at,
  lastUsedAt: at,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  isCurrent: false,
}

let calls: unknown[]
beforeEach(() => {
  calls = []
})

const open = (overrides: Partial<UserCalls> = {}, userId = ADA.id) =>
  showView(
    <UserScreen
      userId={userId}
      calls={{
        read: async () => ADA,
        giveRole: async (role) => {
          calls.push(['role', role])
          return { ...ADA, role }
        },
        sessions: async () => [SESSION],
        endSession: async (id) => void calls.push(['end', id]),
        endSessions: async () => void calls.push(['end all']),
        latest: async () => [
          { id: 'r1', at, action: 'role-given', userId: ADA.id, address: '192.0.2.7', details: { role: 'user' } },
        ],
        ...overrides,
      }}
    />,
    {},
    VERIFIED_USER,
  )
const choose = async (role: string) => {
  await act(async () => screen.getByRole('button', { name: /Role/ }).click())
  const option = await screen.findByRole('option', { name: role })
  await act(async () => fireEvent.click(option))
}
const pressInDialog = (name: string) =>
  act(async () => within(screen.getByRole('alertdialog')).getByRole('button', { name }).click())

test('shows the user, sessions and last activity, with a link to the wardrobe', async () => {
  await open()
  await screen.findByRole('heading', { level: 1, name: 'Ada' })
  expect(screen.getByText('ada@house.example')).toBeTruthy()
  expect(await screen.findByText('Firefox, Linux')).toBeTruthy()
  expect(await screen.findByText('Role changed')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the wardrobe' }).getAttribute('href')).toBe('/users/u1/assets')
  expect(screen.getByRole('link', { name: 'All activity of this account' }).getAttribute('href')).toContain('u1')
})

test('changes the role after confirmation and reloads the user', async () => {
  let role: Account['role'] = 'user'
  let reads = 0
  await open({
    read: async () => {
      reads += 1
      return { ...ADA, role }
    },
    giveRole: async (next) => {
      calls.push(['role', next])
      role = next
      return ADA
    },
  })
  await choose('Editor')
  expect(screen.getByRole('alertdialog').textContent).toMatch(/Change the role of Ada to Editor\?.*signs them out/)
  expect(calls).toEqual([])
  await pressInDialog('Change role')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  expect(calls).toEqual([['role', 'developer']])
  await waitFor(() => expect(reads).toBe(2))
  expect((await screen.findByRole('button', { name: /Role/ })).textContent).toContain('Editor')
})

test('shows in the dialog why a role change is refused, and keeps the role on Cancel', async () => {
  await open({ giveRole: () => Promise.reject(createRefusalError('EMAIL_NOT_VERIFIED', 409)) })
  await choose('Admin')
  await pressInDialog('Change role')
  expect(await screen.findByText('This user has no verified e-mail yet.')).toBeTruthy()
  await pressInDialog('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  expect(screen.getByRole('button', { name: /Role/ }).textContent).toContain('Viewer')
})

test.each<[string, Partial<Account>, string, RegExp]>([
  ['of the signed-in account', { id: VERIFIED_USER._id }, VERIFIED_USER._id, /can’t change your own role/],
  ['of a user without a verified address', { verifiedAt: undefined }, ADA.id, /no verified e-mail/],
  ['of a guest', { email: undefined, name: undefined, role: 'anonymous' }, ADA.id, /Guests have no role/],
])('disables the role field %s and shows the reason', async (_, change, userId, reason) => {
  await open({ read: async () => ({ ...ADA, ...change }) as Account }, userId)
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Role/ }).hasAttribute('disabled')).toBe(true)
})

test('ends one or all sessions after confirmation', async () => {
  await open()
  await screen.findByText('Firefox, Linux')
  await press('Sign out Firefox, Linux')
  expect(screen.getByRole('alertdialog').textContent).toContain('Sign Ada out of Firefox, Linux?')
  await pressInDialog('Sign out')
  await waitFor(() => expect(calls).toEqual([['end', 's1']]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  await press('Sign out everywhere')
  await pressInDialog('Sign out everywhere')
  await waitFor(() => expect(calls).toEqual([['end', 's1'], ['end all']]))
})

test('shows that a user has no session and offers no sign-out', async () => {
  await open({ sessions: async () => [] })
  expect(await screen.findByText('Not signed in anywhere.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBe(null)
})

test('for the signed-in account, shows a link to the account page instead of the sessions', async () => {
  await open({ read: async () => ({ ...ADA, id: VERIFIED_USER._id }) }, VERIFIED_USER._id)
  expect(await screen.findByRole('link', { name: 'Your account' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Sign out/ })).toBe(null)
})

test('explains a missing permission, and retries a failed load', async () => {
  await open({ read: () => Promise.reject(createRefusalError('FORBIDDEN', 403)) })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this' })).toBeTruthy()
  cleanup()
  let isReachable = false
  await open({ read: async () => (isReachable ? ADA : Promise.reject(createRefusalError('INTERNAL', 500))) })
  expect(await screen.findByText('The user didn’t load')).toBeTruthy()
  isReachable = true
  await press('Retry')
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeTruthy()
})

test('links to the list for a deleted user, and retries a failed load when the browser is online', async () => {
  await open({ read: () => Promise.reject(createRefusalError('NOT_FOUND', 404)) })
  expect(await screen.findByRole('link', { name: 'Go to users' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBe(null)
  cleanup()
  let isOnline = false
  await open({ read: async () => (isOnline ? ADA : Promise.reject(new ApiError('FETCH_ERROR', 'users'))) })
  expect((await screen.findByRole('timer')).textContent).toMatch(/^Trying again in \d s$/)
  isOnline = true
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeTruthy()
})
