// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { Shell } from '../../../src/ui/shell/Shell.tsx'
import { GUEST, PERSON, press, refusal, show } from '../session/support.tsx'

const { verifiedAt: _, ...NEW } = PERSON

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
const open = async (data: SessionData, answers: Parameters<typeof show>[1] = {}) => {
  const shown = await show(shell, answers, data)
  await act(() => vi.dynamicImportSettled())
  return shown
}

test('who has not verified their e-mail is asked to, with the reason, and nobody else is', async () => {
  await open(NEW)
  expect(banner()).toBeTruthy()
  expect(
    screen.getByText(/We sent a link to one@atelier\.example\. Open it before you sign in next time\./),
  ).toBeTruthy()
  for (const other of [PERSON, GUEST]) {
    cleanup()
    await open(other)
    expect(banner()).toBe(null)
  }
})

test('the mail is sent again, and it is said that it was', async () => {
  const { sent } = await open(NEW, { requestVerification: () => {} })
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe('/verify')
  expect(sent).toEqual([['requestVerification', { email: 'one@atelier.example' }]])
})

test('where it could not be sent that is said, and it can be tried once more', async () => {
  const answers = [() => Promise.reject(refusal('TOO_MANY_REQUESTS', 429)), () => {}]
  await open(NEW, { requestVerification: () => answers.shift()?.() })
  await press('Send it again')
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests. Wait a moment, then try again.')
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
})

test('put off, it stays away until the browser’s session ends, and for this account alone; the focus stays in the page', async () => {
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

test('once the address is verified it goes by itself', async () => {
  const { session } = await open(NEW)
  expect(banner()).toBeTruthy()
  act(() => session.send({ type: 'record.changed', data: { ...PERSON, token: 'token-2', refreshToken: 'refresh-2' } }))
  expect(banner()).toBe(null)
})
