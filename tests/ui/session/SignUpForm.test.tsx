// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD_LENGTH } from '../../../src/api/contract/auth.ts'
import { SignUpForm } from '../../../src/ui/session/SignUpForm.tsx'
import { translateIn } from '../../support/translate.ts'
import { field, GUEST, PERSON, press, refusal, show, type } from './support.tsx'

let asked: string[]
beforeEach(() => {
  asked = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const form = (
  <SignUpForm
    to="/assets/new"
    emailExists={async (email) => {
      asked.push(email)
      return email === 'one@atelier.example'
    }}
  />
)
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('an account is made with name, e-mail and password', async () => {
  const { session, sent } = await show(form, { signUp: () => PERSON })
  type('Name', ' One ')
  type('E-mail', 'Two@atelier.example')
  type('Password', 'correct horse battery')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([['signUp', { email: 'two@atelier.example', name: 'One', password: 'correct horse battery' }]])
})

test('a field that is left says what is wrong with it, and no other field does', async () => {
  await show(form)
  type('Password', 'short')
  expect(screen.queryByText('Use at least 12 characters.')).toBe(null)
  fireEvent.blur(field('Password'))
  expect(screen.getByText('Use at least 12 characters.')).toBeTruthy()
  expect(field('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(field('E-mail'))
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true')
  type('Name', 'Ada\u0007')
  expect(field('Name').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(field('Name'))
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
})

test('the rules are said before, a short password after, and nothing is sent', async () => {
  const { sent } = await show(form)
  const rules = translateIn('en')('password.rules')
  expect(screen.getByText(rules)).toBeTruthy()
  type('E-mail', 'two@atelier.example')
  type('Password', 'short')
  await submit()
  expect(screen.getByText('Use at least 12 characters.')).toBeTruthy()
  expect([document.activeElement, field('Password').autocomplete, sent]).toEqual([
    field('Password'),
    'new-password',
    [],
  ])
})

test.each([
  ['x'.repeat(120_000), 'Use 120 characters or fewer.'],
  ['Ada\u202egnp.exe', 'The name contains invisible characters. Type it again.'],
  ['Ada\u0007', 'The name contains invisible characters. Type it again.'],
])(
  'a name that cannot be kept (%#) is said at its field, whole as it was typed, and nothing is sent',
  async (name, said) => {
    const { sent } = await show(form)
    type('Name', name)
    type('E-mail', 'two@atelier.example')
    type('Password', 'correct horse battery')
    await submit()
    expect(screen.getByText(said)).toBeTruthy()
    expect([document.activeElement, field('Name').value.length, sent]).toEqual([field('Name'), name.length, []])
    expect(field('Name').maxLength).toBe(-1)
  },
)

test('the sentences name the limits of the contract', () => {
  const limits = ['password.rules', 'password.tooShort', 'password.tooLong'].map((key) => [
    /\d+/.exec(translateIn('en')(key))?.[0],
    /\d+/.exec(translateIn('de')(key))?.[0],
  ])
  const [min, max] = [String(PASSWORD_LENGTH.min), String(PASSWORD_LENGTH.max)]
  expect(limits).toEqual([
    [min, min],
    [min, min],
    [max, max],
  ])
})

test('a password the service finds too common is told at the field until it changes, and can be sent anew', async () => {
  const common = refusal('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.common' }])
  const answers = [() => Promise.reject(common), () => PERSON]
  const { session } = await show(form, { signUp: () => answers.shift()?.() })
  type('E-mail', 'two@atelier.example')
  type('Password', 'password1234')
  await submit()
  expect(await screen.findByText('This one is too easy to guess. Choose another.')).toBeTruthy()
  expect(field('E-mail').value).toBe('two@atelier.example')
  type('Password', 'correct horse battery')
  expect(screen.queryByText('This one is too easy to guess. Choose another.')).toBe(null)
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
})

test('a password that was refused holds nobody back who then does without one, and is told again to who goes back to it', async () => {
  const common = refusal('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.common' }])
  const { sent } = await show(form, {
    signUp: () => Promise.reject(common),
    signUpPasswordless: () => Promise.reject(refusal('UNAVAILABLE', 503)),
  })
  type('E-mail', 'two@atelier.example')
  type('Password', 'password1234')
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

test('an e-mail that has an account is said kindly once the field is left, with the way to sign in', async () => {
  await show(form)
  vi.useFakeTimers()
  type('E-mail', 'One@atelier.example')
  expect(asked).toEqual([])
  act(() => field('E-mail').focus())
  act(() => field('E-mail').blur())
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(asked).toEqual(['one@atelier.example'])
  expect(screen.getByText('This e-mail already has an account.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in instead' }).getAttribute('href')).toBe('/signin?to=%2Fassets%2Fnew')
  type('E-mail', 'two@atelier.example')
  expect(screen.queryByText('This e-mail already has an account.')).toBe(null)
})

test('the service is not asked about what is no address', async () => {
  await show(form)
  vi.useFakeTimers()
  type('E-mail', 'one@')
  act(() => field('E-mail').focus())
  act(() => field('E-mail').blur())
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(asked).toEqual([])
})

test('an address taken at the last moment is said the same way', async () => {
  await show(form, { signUp: () => Promise.reject(refusal('EMAIL_TAKEN', 409)) })
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse battery')
  await submit()
  expect(await screen.findByRole('link', { name: 'Sign in instead' })).toBeTruthy()
  expect(field('Password').value).toBe('correct horse battery')
  expect(field('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  type('Password', 'another horse battery')
  expect(screen.getByRole('link', { name: 'Sign in instead' })).toBeTruthy()
  type('E-mail', 'two@atelier.example')
  expect(screen.queryByRole('link', { name: 'Sign in instead' })).toBe(null)
})

test('an account without a password goes on with the mailed code', async () => {
  const { session, sent } = await show(form, { signUpPasswordless: () => {}, login: () => PERSON })
  await press('Without one')
  type('E-mail', 'two@atelier.example')
  await submit()
  await screen.findByText('Check your e-mail')
  type('Code', '409 123')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([
    ['signUpPasswordless', { email: 'two@atelier.example' }],
    ['login', { email: 'two@atelier.example', code: '409123' }],
  ])
})

test('a guest whose sign-up fails is still a guest, and is told what stays theirs', async () => {
  const answers = { refreshToken: () => GUEST, signUp: () => Promise.reject(refusal('UNAVAILABLE', 503)) }
  const { session } = await show(form, answers, GUEST)
  expect(screen.getByText('You’re a guest now. Your account takes over from here.')).toBeTruthy()
  type('E-mail', 'two@atelier.example')
  type('Password', 'correct horse battery')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect([session.getSnapshot().matches('signedIn'), session.getSnapshot().context.data?._id]).toEqual([
    true,
    'guest-1',
  ])
})
