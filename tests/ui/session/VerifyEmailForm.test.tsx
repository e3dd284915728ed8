// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { VerificationLink } from '../../../src/api/contract/users.ts'
import { VerifyEmailForm } from '../../../src/ui/session/VerifyEmailForm.tsx'
import { createRefusalError, getField, press, showView, typeText, VERIFIED_USER } from './support.tsx'

const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

const { verifiedAt: _, ...UNVERIFIED } = VERIFIED_USER
const refreshToken = () => UNVERIFIED
const VERIFIED = { verifiedAt: '2026-02-02T00:00:00.000Z', email: 'one@atelier.example', signedOut: false }
const VALID_LINK: VerificationLink = {
  state: 'good',
  isVerified: false,
  email: 'o•••@atelier.example',
  hasPassword: false,
}
const linkOf = (more: Partial<VerificationLink> = {}) => (
  <VerifyEmailForm id="link-1" link={{ ...VALID_LINK, ...more }} />
)
const proof = { verificationId: 'link-1' }

describe('a verification link', () => {
  test('shows the masked address, and verifies nothing before the user presses Verify', async () => {
    const { sent } = await showView(linkOf(), { verifyEmail: () => VERIFIED })
    expect(screen.getByText(/o•••@atelier\.example/)).toBeTruthy()
    expect(sent).toEqual([])
    await press('Verify')
    expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
    expect(sent).toEqual([['verifyEmail', proof]])
  })

  test('needs only one press in the browser that signed up, and renews the token of the session', async () => {
    const { session, sent } = await showView(
      linkOf({ hasPassword: true, isOwn: true }),
      { refreshToken, verifyEmail: () => VERIFIED },
      UNVERIFIED,
    )
    await press('Verify')
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
    expect(sent.map(([name]) => name)).toEqual(['refreshToken', 'verifyEmail', 'refreshToken'])
    expect(sent[1]).toEqual(['verifyEmail', { ...proof, keepSignUp: true }])
    expect(session.getSnapshot().context.data?._id).toBe(UNVERIFIED._id)
  })

  test('requires the password in a browser without a session of the account, and keeps a wrong password', async () => {
    const responses = [() => Promise.reject(wrong), () => VERIFIED]
    const { sent } = await showView(linkOf({ hasPassword: true }), { verifyEmail: () => responses.shift()!() })
    await submit()
    expect([screen.getByText('Enter your password.').textContent, sent]).toEqual(['Enter your password.', []])
    typeText('Password', 'not this one')
    await submit()
    expect(await screen.findByText('This isn’t the password of this account.')).toBeTruthy()
    expect(getField('Password').value).toBe('not this one')
    typeText('Password', 'a-quiet-harbour-7')
    await submit()
    expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
    expect(sent.map(([, input]) => input)).toEqual([
      { ...proof, password: 'not this one' },
      { ...proof, password: 'a-quiet-harbour-7' },
    ])
  })

  test('replaces the password only if the user chooses to set a new password', async () => {
    const { sent } = await showView(linkOf({ hasPassword: true }), { verifyEmail: () => VERIFIED })
    await press('Set a new password instead')
    expect(screen.getByText(/The old one stops working, and every device is signed out/)).toBeTruthy()
    typeText('New password', 'a harbour of my own')
    await submit()
    expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
    expect(sent).toEqual([['verifyEmail', { ...proof, newPassword: 'a harbour of my own' }]])
  })

  test('sets a new password and ends the session if the user did not create the account', async () => {
    const { session } = await showView(
      linkOf({ hasPassword: true, isOwn: true }),
      { refreshToken, verifyEmail: () => ({ ...VERIFIED, signedOut: true }) },
      UNVERIFIED,
    )
    await press('Someone else created this account')
    typeText('New password', 'a harbour of my own')
    await submit()
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(session.getSnapshot().context.data).toBe(null)
  })

  test('requires the password if a password was set while the page was open', async () => {
    await showView(linkOf(), { verifyEmail: () => Promise.reject(createRefusalError('PASSWORD_REQUIRED', 409)) })
    await press('Verify')
    expect(await screen.findByLabelText('Password')).toBeTruthy()
  })

  test('shows a failed verification and keeps the button', async () => {
    await showView(linkOf(), { verifyEmail: () => Promise.reject(createRefusalError('UNAVAILABLE', 503)) })
    await press('Verify')
    expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
    expect(screen.getByRole('button', { name: 'Verify' })).toBeTruthy()
  })

  test.each<[Partial<VerificationLink>, string]>([
    [{ state: 'used', isVerified: true }, 'This link has already been used'],
    [{ state: 'invalid', isVerified: true }, 'Your e-mail is already verified'],
    [{ state: 'expired' }, 'This link has expired'],
    [{ state: 'invalid' }, 'This link is no longer valid'],
  ])('shows why the link no longer works, and the next step: %j', async (link, title) => {
    const { sent } = await showView(linkOf(link), { verifyEmail: () => VERIFIED })
    expect(screen.getByText(title)).toBeTruthy()
    const next = link.isVerified
      ? screen.getByRole('link', { name: 'Sign in' })
      : screen.getByRole('button', { name: 'Send it again' })
    expect([next.isConnected, sent]).toEqual([true, []])
  })
})

const wrong = createRefusalError('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.wrong' }])

describe('a verification code', () => {
  test('verifies the address without a password in a session of the same account', async () => {
    const { session, sent } = await showView(
      <VerifyEmailForm />,
      { refreshToken, verifyEmail: () => VERIFIED },
      UNVERIFIED,
    )
    expect(getField('E-mail').value).toBe('one@atelier.example')
    typeText('Code', '409123')
    await submit()
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
    expect(sent.find(([name]) => name === 'verifyEmail')?.[1]).toEqual({
      email: 'one@atelier.example',
      code: '409123',
      keepSignUp: true,
    })
    expect(session.getSnapshot().context.notice).toBe('verified')
  })

  test('requires the password in a browser without a session of the account, and can return to the code', async () => {
    const responses = [() => Promise.reject(createRefusalError('PASSWORD_REQUIRED', 409)), () => VERIFIED]
    const { sent } = await showView(<VerifyEmailForm />, { verifyEmail: () => responses.shift()!() })
    typeText('E-mail', 'one@atelier.example')
    typeText('Code', '409123')
    await submit()
    await screen.findByLabelText('Password')
    await press('Enter the code')
    expect([getField('E-mail').value, getField('Code').value]).toEqual(['one@atelier.example', '409123'])
    expect(screen.queryByRole('alert')).toBe(null)
    responses.unshift(() => Promise.reject(createRefusalError('PASSWORD_REQUIRED', 409)))
    await submit()
    typeText('Password', 'a-quiet-harbour-7')
    await submit()
    expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
    expect(sent.at(-1)?.[1]).toEqual({ email: 'one@atelier.example', code: '409123', password: 'a-quiet-harbour-7' })
  })

  test('sets a new password and ends the session if someone else created the account', async () => {
    const replaced = { ...VERIFIED, signedOut: true }
    const { session, sent } = await showView(
      <VerifyEmailForm />,
      { refreshToken, verifyEmail: () => replaced },
      UNVERIFIED,
    )
    typeText('Code', '409123')
    await press('Someone else created this account')
    typeText('New password', 'a harbour of my own')
    await submit()
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(sent.at(-1)?.[1]).toEqual({
      email: 'one@atelier.example',
      code: '409123',
      newPassword: 'a harbour of my own',
    })
    expect(session.getSnapshot().context.data).toBe(null)
  })

  test('shows an error at the code field if incomplete, and focuses the field', async () => {
    const { sent } = await showView(<VerifyEmailForm />, {}, VERIFIED_USER)
    typeText('Code', '12')
    await submit()
    expect(screen.getByText('Enter the 6 digits from the e-mail.')).toBeTruthy()
    expect([document.activeElement, sent]).toEqual([getField('Code'), []])
  })

  test('can be mailed again to a typed address', async () => {
    const { sent } = await showView(<VerifyEmailForm />, { requestVerification: () => {} })
    await press('Send it again')
    expect(screen.getByText('Enter your e-mail.')).toBeTruthy()
    typeText('E-mail', 'one@atelier.example')
    await press('Send it again')
    expect(await screen.findByText('E-mail sent.')).toBeTruthy()
    expect(sent.at(-1)).toEqual(['requestVerification', { email: 'one@atelier.example' }])
  })
})
