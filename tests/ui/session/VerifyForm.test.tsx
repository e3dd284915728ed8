// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { VerifyForm } from '../../../src/ui/session/VerifyForm.tsx'
import { field, PERSON, press, refusal, show, type } from './support.tsx'

afterEach(cleanup)

const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('a link verifies at once and says so', async () => {
  const { sent } = await show(<VerifyForm id="link-1" />, {
    verifyEmail: () => ({ verifiedAt: '2026-02-02T00:00:00.000Z' }),
  })
  expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
  expect(sent).toEqual([['verifyEmail', { verificationId: 'link-1' }]])
})

test('a link that is used up is said, and the mail can be sent again', async () => {
  const { sent } = await show(<VerifyForm id="link-1" />, {
    verifyEmail: () => Promise.reject(refusal('LINK_EXPIRED', 410)),
    requestVerification: () => {},
  })
  expect(await screen.findByRole('alert')).toBeTruthy()
  await press('Send it again')
  expect(screen.getByText('Enter your e-mail.')).toBeTruthy()
  expect(field('Code').getAttribute('aria-invalid')).not.toBe('true')
  type('E-mail', 'one@atelier.example')
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(sent.at(-1)).toEqual(['requestVerification', { email: 'one@atelier.example' }])
})

test('after a link that is used up a code is typed instead; a wrong one is told, and what was typed stays', async () => {
  const answers = [refusal('LINK_EXPIRED', 410), refusal('WRONG_CODE', 401)]
  await show(<VerifyForm id="link-1" />, { verifyEmail: () => Promise.reject(answers.shift()) })
  expect((await screen.findByRole('alert')).textContent).toContain('This link has expired.')
  type('E-mail', 'one@atelier.example')
  type('Code', '000000')
  await submit()
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringContaining('Wrong or expired code.'),
  ])
  expect([field('E-mail').value, field('Code').value]).toEqual(['one@atelier.example', '000000'])
})

const { verifiedAt: _, ...UNVERIFIED } = PERSON
const refreshToken = () => UNVERIFIED
const VERIFIED = { verifiedAt: '2026-02-02T00:00:00.000Z', email: 'one@atelier.example' }
const CLEARED = { ...VERIFIED, passwordCleared: true, signedOut: true, resetId: 'reset-1' }

test('who is signed in verifies with the code alone, which says that the account is theirs, and goes on', async () => {
  const { session, sent } = await show(<VerifyForm />, { refreshToken, verifyEmail: () => VERIFIED }, UNVERIFIED)
  expect(field('E-mail').value).toBe('one@atelier.example')
  type('Code', '409123')
  await submit()
  expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
  expect(sent.at(-1)).toEqual(['verifyEmail', { email: 'one@atelier.example', code: '409123', keepSignUp: true }])
  expect(session.getSnapshot().context.data?.verifiedAt).toBe('2026-02-02T00:00:00.000Z')
})

test.each([
  ['Yes, verify my e-mail', true, VERIFIED, 'Continue'],
  ['No, someone else did', false, CLEARED, 'Set a new password'],
])('who is signed in is asked before a link counts: “%s”', async (name, keepSignUp, answer, next) => {
  const { sent } = await show(<VerifyForm id="link-1" />, { refreshToken, verifyEmail: () => answer }, UNVERIFIED)
  expect(screen.getByText(/You’re signed in as one@atelier.example/)).toBeTruthy()
  expect(sent).toEqual([])
  await press(name)
  expect(await screen.findByRole('link', { name: next })).toBeTruthy()
  expect(sent.at(-1)).toEqual(['verifyEmail', { verificationId: 'link-1', keepSignUp }])
})

test('who types the code where somebody else signed up can say so', async () => {
  const { session, sent } = await show(<VerifyForm />, { refreshToken, verifyEmail: () => CLEARED }, UNVERIFIED)
  type('Code', '409123')
  await press('No, someone else did')
  expect(await screen.findByRole('link', { name: 'Set a new password' })).toBeTruthy()
  expect(sent.at(-1)).toEqual(['verifyEmail', { email: 'one@atelier.example', code: '409123' }])
  expect(session.getSnapshot().context.data).toBe(null)
})

test('a link and a code verify although the session waits for another code', async () => {
  const expired = () => Promise.reject(refusal('LINK_EXPIRED', 410))
  const answers = [expired, expired, () => VERIFIED]
  const { session, sent, router } = await show(<VerifyForm id="link-1" />, { verifyEmail: () => answers.shift()!() })
  await act(() => router.navigate({ to: '/signin' }))
  act(() => session.send({ type: 'code.awaited', email: 'one@atelier.example' }))
  sent.length = 0
  await act(async () => router.history.back())
  expect(await screen.findByText('This link has expired.', { exact: false })).toBeTruthy()
  expect(sent).toEqual([['verifyEmail', { verificationId: 'link-1' }]])
  act(() => session.send({ type: 'code.awaited', email: 'one@atelier.example' }))
  type('E-mail', 'one@atelier.example')
  type('Code', '409123')
  await submit()
  expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
  expect(sent.at(-1)).toEqual(['verifyEmail', { email: 'one@atelier.example', code: '409123' }])
})

test('a link that cannot be tried now, as the session is asking for a code, leaves it to a code at once', async () => {
  const { session, sent, router } = await show(<VerifyForm id="link-1" />, {
    verifyEmail: () => VERIFIED,
    requestCode: () => new Promise(() => {}),
  })
  await act(() => router.navigate({ to: '/signin' }))
  act(() => session.send({ type: 'code.requested', email: 'one@atelier.example' }))
  sent.length = 0
  await act(async () => router.history.back())
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeTruthy()
  expect([screen.queryByText('Verifying your e-mail…'), sent]).toEqual([null, []])
})

test('who loses a password by a link is told, and led to set another', async () => {
  await show(<VerifyForm id="link-1" />, { verifyEmail: () => CLEARED })
  expect(await screen.findByText(/We removed the old password/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Set a new password' })
  expect(link.getAttribute('href')).toBe('/reset-password?id=reset-1')
  expect(screen.getByRole('link', { name: 'Sign in with a code' }).getAttribute('href')).toBe('/signin')
})

test('a fault on the way leaves the question standing', async () => {
  await show(
    <VerifyForm id="link-1" />,
    { refreshToken, verifyEmail: () => Promise.reject(refusal('UNAVAILABLE', 503)) },
    UNVERIFIED,
  )
  await press('Yes, verify my e-mail')
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect(screen.getByRole('button', { name: 'Yes, verify my e-mail' })).toBeTruthy()
})

test('an unfinished code is said at the field, which takes the focus', async () => {
  const { sent } = await show(<VerifyForm />, {}, PERSON)
  type('Code', '12')
  await submit()
  expect(screen.getByText('Enter the 6 digits from the e-mail.')).toBeTruthy()
  expect([document.activeElement, sent]).toEqual([field('Code'), []])
})
