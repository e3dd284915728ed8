// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD_LENGTH } from '../../../src/api/contract/auth.ts'
import { SignUpForm } from '../../../src/ui/session/SignUpForm.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import { createRefusalError, GUEST, getField, press, showView, typeText, VERIFIED_USER } from './support.tsx'

let checkedEmails: string[]
beforeEach(() => {
  checkedEmails = []
})

const form = (
  <SignUpForm
    to="/assets/new"
    emailExists={async (email) => {
      checkedEmails.push(email)
      return email === 'one@atelier.example'
    }}
  />
)
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('creates an account with name, e-mail and password', async () => {
  const { session, sent } = await showView(form, { signUp: () => VERIFIED_USER })
  typeText('Name', ' One ')
  typeText('E-mail', 'Two@atelier.example')
  typeText('Password', 'correct horse battery')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([['signUp', { email: 'two@atelier.example', name: 'One', password: 'correct horse battery' }]])
})

test('shows the error of a field on blur, but no errors of other fields', async () => {
  await showView(form)
  typeText('Password', 'short')
  expect(screen.queryByText('Use at least 12 characters.')).toBe(null)
  fireEvent.blur(getField('Password'))
  expect(screen.getByText('Use at least 12 characters.')).toBeTruthy()
  expect(getField('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(getField('E-mail'))
  expect(getField('E-mail').getAttribute('aria-invalid')).toBe('true')
  typeText('Name', 'Ada\u0007')
  expect(getField('Name').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(getField('Name'))
  expect(getField('Name').getAttribute('aria-invalid')).toBe('true')
})

test('shows the password rules before any input, rejects a short password and sends nothing', async () => {
  const { sent } = await showView(form)
  const rules = createTranslateFor('en')('password.rules')
  expect(screen.getByText(rules)).toBeTruthy()
  typeText('E-mail', 'two@atelier.example')
  typeText('Password', 'short')
  await submit()
  expect(screen.getByText('Use at least 12 characters.')).toBeTruthy()
  expect([document.activeElement, getField('Password').autocomplete, sent]).toEqual([
    getField('Password'),
    'new-password',
    [],
  ])
})

test.each([
  ['that is too long', 'x'.repeat(120_000), 'Use 120 characters or fewer.'],
  ['with a bidirectional override', 'Ada\u202egnp.exe', 'The name contains invisible characters. Type it again.'],
  ['with a control character', 'Ada\u0007', 'The name contains invisible characters. Type it again.'],
])('shows the error of a name %s, keeps the name as typed and sends nothing', async (_, name, message) => {
  const { sent } = await showView(form)
  typeText('Name', name)
  typeText('E-mail', 'two@atelier.example')
  typeText('Password', 'correct horse battery')
  await submit()
  expect(screen.getByText(message)).toBeTruthy()
  expect([document.activeElement, getField('Name').value.length, sent]).toEqual([getField('Name'), name.length, []])
  expect(getField('Name').maxLength).toBe(-1)
})

test('states the password length limits of the API contract in the messages', () => {
  const limits = (['password.rules', 'password.tooShort', 'password.tooLong'] as const).map((key) => [
    /\d+/.exec(createTranslateFor('en')(key))?.[0],
    /\d+/.exec(createTranslateFor('de')(key))?.[0],
  ])
  const [min, max] = [String(PASSWORD_LENGTH.min), String(PASSWORD_LENGTH.max)]
  expect(limits).toEqual([
    [min, min],
    [min, min],
    [max, max],
  ])
})

test('shows the error of a too common password until the user types a new password', async () => {
  const common = createRefusalError('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.common' }])
  const responses = [() => Promise.reject(common), () => VERIFIED_USER]
  const { session } = await showView(form, { signUp: () => responses.shift()?.() })
  typeText('E-mail', 'two@atelier.example')
  typeText('Password', 'password1234')
  await submit()
  expect(await screen.findByText('This one is too easy to guess. Choose another.')).toBeTruthy()
  expect(getField('E-mail').value).toBe('two@atelier.example')
  typeText('Password', 'correct horse battery')
  expect(screen.queryByText('This one is too easy to guess. Choose another.')).toBe(null)
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
})

test('allows sign-up without a password after a rejected password; the error returns with the field', async () => {
  const common = createRefusalError('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.common' }])
  const { sent } = await showView(form, {
    signUp: () => Promise.reject(common),
    signUpPasswordless: () => Promise.reject(createRefusalError('UNAVAILABLE', 503)),
  })
  typeText('E-mail', 'two@atelier.example')
  typeText('Password', 'password1234')
  await submit()
  expect(await screen.findByText('This one is too easy to guess. Choose another.')).toBeTruthy()
  await press('Without one')
  await press('With a password')
  expect(screen.getByText('This one is too easy to guess. Choose another.')).toBeTruthy()
  await press('Without one')
  await submit()
  expect(sent.at(-1)).toEqual(['signUpPasswordless', { email: 'two@atelier.example' }])
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
})

test('reports an existing account on blur of the e-mail, with a link to sign in', async () => {
  await showView(form)
  vi.useFakeTimers()
  typeText('E-mail', 'One@atelier.example')
  expect(checkedEmails).toEqual([])
  act(() => getField('E-mail').focus())
  act(() => getField('E-mail').blur())
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(checkedEmails).toEqual(['one@atelier.example'])
  expect(screen.getByText('This e-mail already has an account.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in instead' }).getAttribute('href')).toBe('/signin?to=%2Fassets%2Fnew')
  typeText('E-mail', 'two@atelier.example')
  expect(screen.queryByText('This e-mail already has an account.')).toBe(null)
})

test('does not check an invalid address with the service', async () => {
  await showView(form)
  vi.useFakeTimers()
  typeText('E-mail', 'one@')
  act(() => getField('E-mail').focus())
  act(() => getField('E-mail').blur())
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(checkedEmails).toEqual([])
})

test('links to sign-in, until the e-mail changes, if the service refuses the address as taken', async () => {
  await showView(form, { signUp: () => Promise.reject(createRefusalError('EMAIL_TAKEN', 409)) })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse battery')
  await submit()
  expect(await screen.findByRole('link', { name: 'Sign in instead' })).toBeTruthy()
  expect(getField('Password').value).toBe('correct horse battery')
  expect(getField('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  typeText('Password', 'another horse battery')
  expect(screen.getByRole('link', { name: 'Sign in instead' })).toBeTruthy()
  typeText('E-mail', 'two@atelier.example')
  expect(screen.queryByRole('link', { name: 'Sign in instead' })).toBe(null)
})

test('asks for the mailed code when the user signs up without a password', async () => {
  const { session, sent } = await showView(form, { signUpPasswordless: () => {}, login: () => VERIFIED_USER })
  await press('Without one')
  typeText('E-mail', 'two@atelier.example')
  await submit()
  await screen.findByText('Check your e-mail')
  typeText('Code', '409 123')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([
    ['signUpPasswordless', { email: 'two@atelier.example' }],
    ['login', { email: 'two@atelier.example', code: '409123' }],
  ])
})

test('keeps a guest signed in when sign-up fails, and explains that an account continues the guest’s work', async () => {
  const responses = { refreshToken: () => GUEST, signUp: () => Promise.reject(createRefusalError('UNAVAILABLE', 503)) }
  const { session } = await showView(form, responses, GUEST)
  expect(screen.getByText('You’re a guest now. Your account takes over from here.')).toBeTruthy()
  typeText('E-mail', 'two@atelier.example')
  typeText('Password', 'correct horse battery')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect([session.getSnapshot().matches('signedIn'), session.getSnapshot().context.data?._id]).toEqual([
    true,
    'guest-1',
  ])
})
