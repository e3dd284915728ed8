// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { Shell } from '../../../src/ui/shell/Shell.tsx'
import { createRefusalError, GUEST, press, showView, VERIFIED_USER } from '../session/support.tsx'

const { verifiedAt: _, ...NEW } = VERIFIED_USER

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const shell = (
  <Shell>
    <p>The page</p>
  </Shell>
)
const banner = () => screen.queryByText('Verify your e-mail.')
const open = async (data: SessionData, stubs: Parameters<typeof showView>[1] = {}) => {
  const view = await showView(shell, stubs, data)
  await act(() => vi.dynamicImportSettled())
  return view
}

test('asks only unverified users to verify their email, with the reason', async () => {
  await open(NEW)
  expect(banner()).toBeTruthy()
  expect(
    screen.getByText(
      /Until then you can view public assets only\. We sent a link and a code to one@atelier\.example\./,
    ),
  ).toBeTruthy()
  for (const other of [VERIFIED_USER, GUEST]) {
    cleanup()
    await open(other)
    expect(banner()).toBe(null)
  }
})

test('sends the verification mail again on request, and confirms that the mail was sent', async () => {
  const { sent } = await open(NEW, { requestVerification: () => {} })
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe('/verify')
  expect(sent).toEqual([['requestVerification', { email: 'one@atelier.example' }]])
})

test('shows why the mail could not be sent, and sends the mail on the next press', async () => {
  const stubs = [() => Promise.reject(createRefusalError('TOO_MANY_REQUESTS', 429)), () => {}]
  await open(NEW, { requestVerification: () => stubs.shift()?.() })
  await press('Send it again')
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests. Wait a moment, then try again.')
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
})

test('stays dismissed for this account when mounted again, and moves the focus to the main element', async () => {
  await open(NEW)
  await press('Close')
  expect(banner()).toBe(null)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  cleanup()
  await open(NEW)
  expect(banner()).toBe(null)
  cleanup()
  await open({ ...NEW, _id: 'user-2' })
  expect(banner()).toBeTruthy()
})

test('disappears when the address is verified', async () => {
  const { session } = await open(NEW)
  expect(banner()).toBeTruthy()
  act(() =>
    session.send({ type: 'record.changed', data: { ...VERIFIED_USER, token: 'token-2', refreshToken: 'refresh-2' } }),
  )
  expect(banner()).toBe(null)
})
