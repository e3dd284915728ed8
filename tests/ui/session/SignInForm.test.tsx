// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { SignInForm } from '../../../src/ui/session/SignInForm.tsx'
import { field, GUEST, PERSON, press, refusal, show, type } from './support.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const form = <SignInForm hasEnded={false} />
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('an e-mail and a password sign in, the address as the service keeps it', async () => {
  const { session, sent } = await show(form, { login: () => PERSON })
  type('E-mail', ' One@Atelier.example ')
  type('Password', 'correct horse')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([['login', { email: 'one@atelier.example', password: 'correct horse' }]])
})

test('password managers find one form with a user name and a present password', async () => {
  await show(form)
  expect([field('E-mail').autocomplete, field('Password').autocomplete]).toEqual(['username', 'current-password'])
  expect(field('E-mail').form).toBe(field('Password').form)
})

test('an empty form says what is missing and goes to the first of it', async () => {
  const { sent } = await show(form)
  await submit()
  expect(screen.getByText('Enter your e-mail.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(field('E-mail'))
  expect(sent).toEqual([])
})

test('a field that is left says what is wrong with it, as in all other forms, and no other field does', async () => {
  await show(form)
  type('E-mail', 'one@')
  expect(screen.queryByText('This isn’t an e-mail address.')).toBe(null)
  fireEvent.blur(field('E-mail'))
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true')
  expect(field('Password').getAttribute('aria-invalid')).not.toBe('true')
  type('E-mail', 'one@atelier.example')
  expect(field('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.blur(field('Password'))
  expect(screen.getByText('Enter your password.')).toBeTruthy()
})

test('a field that is left by a press says so once that is over: what is pressed must not move away', async () => {
  await show(form)
  vi.useFakeTimers()
  act(() => field('E-mail').focus())
  fireEvent.mouseDown(document.body)
  act(() => field('E-mail').blur())
  act(() => vi.runAllTimers())
  expect(field('E-mail').getAttribute('aria-invalid')).not.toBe('true')
  fireEvent.mouseUp(document.body)
  act(() => vi.runAllTimers())
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true')
})

test('a field that has the focus again once the press is over was not left', async () => {
  await show(form)
  vi.useFakeTimers()
  act(() => field('E-mail').focus())
  fireEvent.mouseDown(document.body)
  act(() => field('E-mail').blur())
  act(() => field('E-mail').focus())
  fireEvent.mouseUp(document.body)
  act(() => vi.runAllTimers())
  expect(field('E-mail').getAttribute('aria-invalid')).not.toBe('true')
})

test.each<[string, () => void]>([
  ['a menu opens', () => fireEvent.contextMenu(document.body)],
  ['a key is pressed', () => fireEvent.keyDown(field('E-mail'), { key: 'Tab' })],
  ['the window is left', () => fireEvent.blur(window)],
])('a press whose release is never heard is over once %s', async (_, end) => {
  await show(form)
  vi.useFakeTimers()
  act(() => field('E-mail').focus())
  fireEvent.mouseDown(document.body)
  end()
  act(() => field('E-mail').blur())
  act(() => vi.runAllTimers())
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true')
  act(() => field('Password').focus())
  act(() => field('Password').blur())
  expect(field('Password').getAttribute('aria-invalid')).toBe('true')
})

test('a failure is announced, and nothing typed is lost', async () => {
  await show(form, { login: () => Promise.reject(refusal('WRONG_CREDENTIALS', 401)) })
  type('E-mail', 'one@atelier.example')
  type('Password', 'wrong one')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong e-mail or password.')
  expect([field('E-mail').value, field('Password').value]).toEqual(['one@atelier.example', 'wrong one'])
})

test('a failure goes as soon as something is typed, and the next one is told anew', async () => {
  const wrong = () => Promise.reject(refusal('WRONG_CREDENTIALS', 401))
  const { sent } = await show(form, { login: wrong })
  type('E-mail', 'one@atelier.example')
  type('Password', 'wrong one')
  await submit()
  await screen.findByRole('alert')
  type('Password', 'wrong two')
  expect(screen.queryByRole('alert')).toBe(null)
  await submit()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(sent.map(([, input]) => (input as { password: string }).password)).toEqual(['wrong one', 'wrong two'])
})

test('pressed twice while the answer is slow it signs in once, and what is typed meanwhile stays', async () => {
  let refuse = (_: unknown) => {}
  const login = () => new Promise((_, reject) => (refuse = reject))
  const { session, sent } = await show(form, { login })
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse')
  await submit()
  await submit()
  type('Password', 'correct horse!')
  expect(screen.getByRole('button', { name: 'Sign in' }).dataset['busy']).toBe('')
  await act(async () => refuse(refusal('WRONG_CREDENTIALS', 401)))
  await screen.findByRole('alert')
  expect([sent.length, field('Password').value, session.getSnapshot().value]).toEqual([
    1,
    'correct horse!',
    'signedOut',
  ])
})

test('while the session does something else nothing is asked of it, and nothing failed', async () => {
  const { session, sent } = await show(form, { signUpGuest: () => new Promise(() => {}), login: () => PERSON })
  act(() => session.send({ type: 'guest.requested' }))
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse')
  await submit()
  expect([sent.map(([name]) => name), screen.queryByRole('alert')]).toEqual([['signUpGuest'], null])
  expect(screen.getByRole('button', { name: 'Sign in' }).dataset['busy']).toBe(undefined)
})

test('a password that was refused holds nobody back who then asks for a code', async () => {
  const refused = refusal('INVALID_INPUT', 400, [{ path: 'body.password', message: 'password.tooLong' }])
  const { sent } = await show(form, { login: () => Promise.reject(refused), requestCode: () => {} })
  type('E-mail', 'one@atelier.example')
  type('Password', 'x'.repeat(200))
  await submit()
  await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'))
  await press('E-mail code')
  await submit()
  expect(sent.at(-1)).toEqual(['requestCode', { email: 'one@atelier.example' }])
})

test('becoming a guest needs nothing that is typed, and what is half typed is not called wrong', async () => {
  await show(form, { signUpGuest: () => Promise.reject(refusal('UNAVAILABLE', 503)) })
  type('E-mail', 'one@')
  await press('Continue as guest')
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect([field('E-mail'), field('Password')].map((it) => it.getAttribute('aria-invalid'))).not.toContain('true')
})

test('what failed elsewhere is not told here; that the session ended is', async () => {
  const { session } = await show(<SignInForm hasEnded />, {
    signUpGuest: () => Promise.reject(new ApiError('FETCH_ERROR', 'auth')),
  })
  await act(async () => session.send({ type: 'guest.requested' }))
  await waitFor(() => expect(session.getSnapshot().context.error).toBeInstanceOf(ApiError))
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.getByRole('status').textContent).toContain('Your session ended.')
})

test('who is not verified is offered the mail again', async () => {
  const { verifiedAt: _, ...unverified } = PERSON
  const { sent } = await show(form, { login: () => unverified, requestVerification: () => {} })
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse')
  await submit()
  await screen.findByText('Verify your e-mail first.')
  await press('Send it again')
  expect(await screen.findByText('E-mail sent.')).toBeTruthy()
  expect(sent.slice(1)).toEqual([['requestVerification', { email: 'one@atelier.example' }]])
})

test('while the mail is sent again the button says so, keeps the focus and is not heard a second time', async () => {
  const { verifiedAt: _, ...unverified } = PERSON
  let refuse = (_: unknown) => {}
  const requestVerification = () => new Promise((_, reject) => (refuse = reject))
  const { sent } = await show(form, { login: () => unverified, requestVerification })
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse')
  await submit()
  await screen.findByText('Verify your e-mail first.')
  const again = () => screen.getByRole('button', { name: 'Send it again' })
  act(() => again().focus())
  await press('Send it again')
  await press('Send it again')
  expect([again().dataset['busy'], again().getAttribute('aria-disabled')]).toEqual(['', 'true'])
  expect(document.activeElement).toBe(again())
  expect(screen.getByText('Working…')).toBeTruthy()
  expect(sent.filter(([name]) => name === 'requestVerification')).toHaveLength(1)
  await act(async () => refuse(refusal('UNAVAILABLE', 503)))
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
})

test('a mailed code signs in; a wrong one is told and can be typed anew', async () => {
  const answers = [() => Promise.reject(refusal('WRONG_CODE', 401)), () => PERSON]
  const { session, sent } = await show(form, { requestCode: () => {}, login: () => answers.shift()?.() })
  type('E-mail', 'one@atelier.example')
  await press('E-mail code')
  await submit()
  await screen.findByText('Check your e-mail')
  await waitFor(() => expect(document.activeElement).toBe(field('Code')))
  type('Code', '111111')
  await submit()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(field('Code').value).toBe('111111')
  type('Code', '222222')
  await submit()
  await waitFor(() => expect(session.getSnapshot().matches('signedIn')).toBe(true))
  expect(sent).toEqual([
    ['requestCode', { email: 'one@atelier.example' }],
    ['login', { email: 'one@atelier.example', code: '111111' }],
    ['login', { email: 'one@atelier.example', code: '222222' }],
  ])
})

test('an unfinished code is not sent', async () => {
  const { sent } = await show(form, { requestCode: () => {} })
  type('E-mail', 'one@atelier.example')
  await press('E-mail code')
  await submit()
  await screen.findByText('Check your e-mail')
  type('Code', '12345')
  await submit()
  expect(sent.map(([name]) => name)).toEqual(['requestCode'])
  expect(screen.getByText('Enter the 6 digits from the e-mail.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Code'))
})

test('another code can be asked for after a pause, and again only after the next', async () => {
  const { sent } = await show(form, { requestCode: () => {} })
  type('E-mail', 'one@atelier.example')
  await press('E-mail code')
  vi.useFakeTimers()
  await submit()
  expect(screen.getByText(/new code in 0:30/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a new code.' })).toBe(null)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  type('Code', '12')
  await press('Send a new code.')
  expect(screen.getByText(/new code in 0:30/)).toBeTruthy()
  expect([field('Code').value, field('Code').getAttribute('aria-invalid'), document.activeElement]).toEqual([
    '',
    null,
    field('Code'),
  ])
  expect(sent.map(([name]) => name)).toEqual(['requestCode', 'requestCode'])
})

test('going back from the code keeps what was typed', async () => {
  await show(form, { requestCode: () => {} })
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse')
  await press('E-mail code')
  await submit()
  await screen.findByText('Check your e-mail')
  await press('Not you?')
  expect(field('E-mail').value).toBe('one@atelier.example')
  await press('Password')
  expect(field('Password').value).toBe('correct horse')
})

test('a guest is not offered to become one again', async () => {
  await show(form, {}, GUEST)
  expect(screen.queryByRole('button', { name: 'Continue as guest' })).toBe(null)
})

test('where a password no longer counts, a code is offered at once, to the address that was typed', async () => {
  const { sent } = await show(form, {
    login: () => Promise.reject(refusal('CODE_REQUIRED', 403)),
    requestCode: () => {},
  })
  type('E-mail', 'one@atelier.example')
  type('Password', 'correct horse')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Too many wrong passwords')
  await press('Send code')
  await screen.findByText('Check your e-mail')
  expect(sent.at(-1)).toEqual(['requestCode', { email: 'one@atelier.example' }])
})

test('a code that was asked for before the page was loaded anew can still be typed', async () => {
  const view = <SignInForm hasEnded={false} awaitedCode="one@atelier.example" />
  const { sent } = await show(view, { login: () => PERSON })
  await press('E-mail code')
  await press('Enter the code')
  await screen.findByText('Check your e-mail')
  type('Code', '222222')
  await submit()
  await waitFor(() => expect(sent).toEqual([['login', { email: 'one@atelier.example', code: '222222' }]]))
})
