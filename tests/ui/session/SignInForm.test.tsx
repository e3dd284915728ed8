// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { SignInForm } from '../../../src/ui/session/SignInForm.tsx'
import { createRefusalError, GUEST, getField, press, showView, typeText, VERIFIED_USER } from './support.tsx'

const form = <SignInForm hasEnded={false} />
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('signs in with e-mail and password, and normalises the address', async () => {
  const { session, sent } = await showView(form, { login: () => VERIFIED_USER })
  typeText('E-mail', ' One@Atelier.example ')
  typeText('Password', 'correct horse')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([['login', { email: 'one@atelier.example', password: 'correct horse' }]])
})

test('exposes user name and current password in one form to password managers', async () => {
  await showView(form)
  expect([getField('E-mail').autocomplete, getField('Password').autocomplete]).toEqual(['username', 'current-password'])
  expect(getField('E-mail').form).toBe(getField('Password').form)
})

test('shows all missing fields of an empty form, and focuses the first field', async () => {
  const { sent } = await showView(form)
  await submit()
  expect(screen.getByText('Enter your e-mail.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(getField('E-mail'))
  expect(sent).toEqual([])
})

test('shows the error of a field on blur, but no errors of other fields', async () => {
  await showView(form)
  typeText('E-mail', 'one@')
  expect(screen.queryByText('This isn’t an e-mail address.')).toBe(null)
  fireEvent.blur(getField('E-mail'))
  expect(getField('E-mail').getAttribute('aria-invalid')).toBe('true')
  expect(getField('Password').getAttribute('aria-invalid')).not.toBe('true')
  typeText('E-mail', 'one@atelier.example')
  expect(getField('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(getField('Password'))
  expect(screen.getByText('Enter your password.')).toBeTruthy()
})

test('shows the error of a field blurred by a press only after the release, so that no control moves', async () => {
  await showView(form)
  vi.useFakeTimers()
  act(() => getField('E-mail').focus())
  fireEvent.mouseDown(document.body)
  act(() => getField('E-mail').blur())
  act(() => vi.runAllTimers())
  expect(getField('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.mouseUp(document.body)
  act(() => vi.runAllTimers())
  expect(getField('E-mail').getAttribute('aria-invalid')).toBe('true')
})

test('shows no error for a field that gets the focus back before the press is released', async () => {
  await showView(form)
  vi.useFakeTimers()
  act(() => getField('E-mail').focus())
  fireEvent.mouseDown(document.body)
  act(() => getField('E-mail').blur())
  act(() => getField('E-mail').focus())
  fireEvent.mouseUp(document.body)
  act(() => vi.runAllTimers())
  expect(getField('E-mail').getAttribute('aria-invalid')).not.toBe('true')
})

test.each<[string, () => void]>([
  ['a context menu opens', () => fireEvent.contextMenu(document.body)],
  ['a key is pressed', () => fireEvent.keyDown(getField('E-mail'), { key: 'Tab' })],
  ['the window loses the focus', () => fireEvent.blur(window)],
])('shows errors on blur again after a press without a release event, once %s', async (_, end) => {
  await showView(form)
  vi.useFakeTimers()
  act(() => getField('E-mail').focus())
  fireEvent.mouseDown(document.body)
  end()
  act(() => getField('E-mail').blur())
  act(() => vi.runAllTimers())
  expect(getField('E-mail').getAttribute('aria-invalid')).toBe('true')
  act(() => getField('Password').focus())
  act(() => getField('Password').blur())
  expect(getField('Password').getAttribute('aria-invalid')).toBe('true')
})

test('announces a failed sign-in and keeps the input', async () => {
  await showView(form, { login: () => Promise.reject(createRefusalError('WRONG_CREDENTIALS', 401)) })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'wrong one')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong e-mail or password.')
  expect([getField('E-mail').value, getField('Password').value]).toEqual(['one@atelier.example', 'wrong one'])
})

test('clears the error on input, and shows the error of the next attempt', async () => {
  const wrong = () => Promise.reject(createRefusalError('WRONG_CREDENTIALS', 401))
  const { sent } = await showView(form, { login: wrong })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'wrong one')
  await submit()
  await screen.findByRole('alert')
  typeText('Password', 'wrong two')
  expect(screen.queryByRole('alert')).toBe(null)
  await submit()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(sent.map(([, input]) => (input as { password: string }).password)).toEqual(['wrong one', 'wrong two'])
})

test('signs in once when submitted twice, and keeps input typed during the request', async () => {
  let refuse = (_: unknown) => {}
  const login = () => new Promise((_, reject) => (refuse = reject))
  const { session, sent } = await showView(form, { login })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse')
  await submit()
  await submit()
  typeText('Password', 'correct horse!')
  expect(screen.getByRole('button', { name: 'Sign in' }).dataset['busy']).toBe('')
  await act(async () => refuse(createRefusalError('WRONG_CREDENTIALS', 401)))
  await screen.findByRole('alert')
  expect([sent.length, getField('Password').value, session.getSnapshot().value]).toEqual([
    1,
    'correct horse!',
    'signedOut',
  ])
})

test('does not sign in while a guest sign-in is in flight, and shows no error', async () => {
  const { session, sent } = await showView(form, {
    signUpGuest: () => new Promise(() => {}),
    login: () => VERIFIED_USER,
  })
  act(() => session.send({ type: 'guest.requested' }))
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse')
  await submit()
  expect([sent.map(([name]) => name), screen.queryByRole('alert')]).toEqual([['signUpGuest'], null])
  expect(screen.getByRole('button', { name: 'Sign in' }).dataset['busy']).toBe(undefined)
})

test('allows requesting a code by e-mail after a rejected password', async () => {
  const refused = createRefusalError('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.tooLong' }])
  const { sent } = await showView(form, { login: () => Promise.reject(refused), requestCode: () => {} })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'x'.repeat(200))
  await submit()
  await waitFor(() => expect(getField('Password').getAttribute('aria-invalid')).toBe('true'))
  await press('E-mail code')
  await submit()
  expect(sent.at(-1)).toEqual(['requestCode', { email: 'one@atelier.example' }])
})

test('requests a guest sign-in without validating the typed input', async () => {
  await showView(form, { signUpGuest: () => Promise.reject(createRefusalError('UNAVAILABLE', 503)) })
  typeText('E-mail', 'one@')
  await press('Continue as guest')
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect([getField('E-mail'), getField('Password')].map((it) => it.getAttribute('aria-invalid'))).not.toContain('true')
})

test('shows that the session ended, but not the error of a guest sign-in started elsewhere', async () => {
  const { session } = await showView(<SignInForm hasEnded />, {
    signUpGuest: () => Promise.reject(new ApiError('FETCH_ERROR', 'auth')),
  })
  await act(async () => session.send({ type: 'guest.requested' }))
  await waitFor(() => expect(session.getSnapshot().context.error).toBeInstanceOf(ApiError))
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.getByRole('status').textContent).toContain('Your session ended.')
})

test('offers an unverified user the verification mail again', async () => {
  const { verifiedAt: _, ...unverified } = VERIFIED_USER
  const { sent } = await showView(form, { login: () => unverified, requestVerification: () => {} })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse')
  await submit()
  await screen.findByText('Verify your e-mail first.')
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(sent.slice(1)).toEqual([['requestVerification', { email: 'one@atelier.example' }]])
})

test('marks the button busy while the mail is sent again, keeps its focus and ignores a second press', async () => {
  const { verifiedAt: _, ...unverified } = VERIFIED_USER
  let refuse = (_: unknown) => {}
  const requestVerification = () => new Promise((_, reject) => (refuse = reject))
  const { sent } = await showView(form, { login: () => unverified, requestVerification })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse')
  await submit()
  await screen.findByText('Verify your e-mail first.')
  const sendAgainButton = () => screen.getByRole('button', { name: 'Send it again' })
  act(() => sendAgainButton().focus())
  await press('Send it again')
  await press('Send it again')
  expect([sendAgainButton().dataset['busy'], sendAgainButton().getAttribute('aria-disabled')]).toEqual(['', 'true'])
  expect(document.activeElement).toBe(sendAgainButton())
  expect(screen.getByText('Working…')).toBeTruthy()
  expect(sent.filter(([name]) => name === 'requestVerification')).toHaveLength(1)
  await act(async () => refuse(createRefusalError('UNAVAILABLE', 503)))
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
})

test('signs in with a mailed code; a wrong code shows an error and can be corrected', async () => {
  const responses = [() => Promise.reject(createRefusalError('WRONG_CODE', 401)), () => VERIFIED_USER]
  const { session, sent } = await showView(form, { requestCode: () => {}, login: () => responses.shift()?.() })
  typeText('E-mail', 'one@atelier.example')
  await press('E-mail code')
  await submit()
  await screen.findByText('Check your e-mail')
  await waitFor(() => expect(document.activeElement).toBe(getField('Code')))
  typeText('Code', '111111')
  await submit()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(getField('Code').value).toBe('111111')
  typeText('Code', '222222')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([
    ['requestCode', { email: 'one@atelier.example' }],
    ['login', { email: 'one@atelier.example', code: '111111' }],
    ['login', { email: 'one@atelier.example', code: '222222' }],
  ])
})

test('does not send an incomplete code', async () => {
  const { sent } = await showView(form, { requestCode: () => {} })
  typeText('E-mail', 'one@atelier.example')
  await press('E-mail code')
  await submit()
  await screen.findByText('Check your e-mail')
  typeText('Code', '12345')
  await submit()
  expect(sent.map(([name]) => name)).toEqual(['requestCode'])
  expect(screen.getByText('Enter the 6 digits from the e-mail.')).toBeTruthy()
  expect(document.activeElement).toBe(getField('Code'))
})

test('allows requesting a new code only 30 seconds after each request', async () => {
  const { sent } = await showView(form, { requestCode: () => {} })
  typeText('E-mail', 'one@atelier.example')
  await press('E-mail code')
  vi.useFakeTimers()
  await submit()
  expect(screen.getByText(/new code in 0:30/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a new code.' })).toBe(null)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  typeText('Code', '12')
  await press('Send a new code.')
  expect(screen.getByText(/new code in 0:30/)).toBeTruthy()
  expect([getField('Code').value, getField('Code').getAttribute('aria-invalid'), document.activeElement]).toEqual([
    '',
    null,
    getField('Code'),
  ])
  expect(sent.map(([name]) => name)).toEqual(['requestCode', 'requestCode'])
})

test('keeps the input when the user returns from the code step', async () => {
  await showView(form, { requestCode: () => {} })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse')
  await press('E-mail code')
  await submit()
  await screen.findByText('Check your e-mail')
  await press('Not you?')
  expect(getField('E-mail').value).toBe('one@atelier.example')
  await press('Password')
  expect(getField('Password').value).toBe('correct horse')
})

test('offers a guest no second guest sign-in', async () => {
  await showView(form, {}, GUEST)
  expect(screen.queryByRole('button', { name: 'Continue as guest' })).toBe(null)
})

test('offers a code to the typed address when passwords are locked after too many attempts', async () => {
  const { sent } = await showView(form, {
    login: () => Promise.reject(createRefusalError('CODE_REQUIRED', 403)),
    requestCode: () => {},
  })
  typeText('E-mail', 'one@atelier.example')
  typeText('Password', 'correct horse')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Too many wrong passwords')
  await press('Send code')
  await screen.findByText('Check your e-mail')
  expect(sent.at(-1)).toEqual(['requestCode', { email: 'one@atelier.example' }])
})

test('accepts a code that was requested before the page reloaded', async () => {
  const view = <SignInForm hasEnded={false} awaitedCode="one@atelier.example" />
  const { sent } = await showView(view, { login: () => VERIFIED_USER })
  await press('E-mail code')
  await press('Enter the code')
  await screen.findByText('Check your e-mail')
  typeText('Code', '222222')
  await submit()
  await waitFor(() => expect(sent).toEqual([['login', { email: 'one@atelier.example', code: '222222' }]]))
})
