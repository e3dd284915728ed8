import type { Page } from '@playwright/test'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { guestSession, unverifiedSession, verifiedSession } from '../../machines/session/session.model.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { formatState } from '../../support/model/format-value.ts'
import { defineModel } from '../../support/model/model.ts'
import { expect } from '../support.ts'
import { createUnusedEmail, STRONG_PASSWORD, waitForMailedCode } from './accounts.ts'
import { type PageModel, type PathRun, pressEvenIfBusy, type ScreenElements } from './page-model.ts'
import {
  busyButtons,
  codeAddressCheck,
  failureCheck,
  matchPost,
  NEW_EMAIL,
  REQUEST_ERROR,
  sentCodeCount,
  submitButton,
} from './session.ts'
import { signInPage } from './session-sign-in.ts'

export const submitSignUp = async (run: PathRun, method: 'With a password' | 'Without one') => {
  const { page } = run
  const button = page.getByRole('button', { name: /^(Create account|Send code)$/ })
  if (await busyButtons(page).count()) return pressEvenIfBusy(button)
  await page.getByRole('radio', { name: method, exact: true }).click()
  await page.getByLabel('E-mail').fill(await run.memoize(NEW_EMAIL, async () => createUnusedEmail()))
  if (method === 'With a password') await page.getByLabel('Password', { exact: true }).fill(STRONG_PASSWORD)
  await button.click()
}

/** Returns whether an event is possible. Until the session is restored, only the result of `restoreSession` is possible. */
export const isEventPossible = ({ value }: { value: unknown }, { type }: { type: string }) =>
  value !== 'restoring' || type.endsWith('.restoreSession')

const isFormState = (value: unknown) => !['awaitingCode', 'checkingCode'].includes(String(value))

const signUpActions: PageModel['actions'] = {
  'signup.submitted': ['an address and a password are entered', (run) => submitSignUp(run, 'With a password')],
  'passwordless.submitted': [
    'an address without a password is entered',
    async (run) => {
      const isIdle = (await busyButtons(run.page).count()) === 0
      await submitSignUp(run, 'Without one')
      if (isIdle && 'output' in (run.nextEventOf('signUpPasswordless') ?? {})) (await sentCodeCount(run)).count += 1
    },
  ],
  'code.submitted': [
    'the first mailed code is entered',
    async (run) => {
      const { page } = run
      const email = await run.memoize(NEW_EMAIL, async () => createUnusedEmail())
      const { count } = await sentCodeCount(run)
      await page.getByLabel('Code', { exact: true }).fill(await waitForMailedCode(page.request, email, count, 'first'))
      await submitButton(page).click()
    },
  ],
  'code.cancelled': signInPage.actions['code.cancelled']!,
}

const createSignUpScreens = (page: Page): Record<string, ScreenElements> => {
  const heading = page.getByRole('heading', { level: 1, name: 'Create an account' })
  const code = page.getByRole('heading', { level: 1, name: 'Check your e-mail' })
  return {
    signedOut: { visible: [heading, page.getByRole('radio', { name: 'Without one' })], absent: [busyButtons(page)] },
    signingUp: { visible: [heading, busyButtons(page, 'Create account')] },
    signingUpPasswordless: { visible: [heading, busyButtons(page, 'Send code')] },
    awaitingCode: { visible: [code], absent: [busyButtons(page)] },
    checkingCode: { visible: [code, busyButtons(page, 'Sign in')] },
    'signedIn.settled': {
      visible: [page.getByRole('button', { name: /Your account/ }).first()],
      absent: [heading, code],
    },
  }
}

const signUpMatchers = {
  signUp: matchPost('/v1/auth/signup'),
  signUpPasswordless: matchPost('/v1/auth/signup/passwordless'),
  login: matchPost('/v1/auth/login'),
}

export const NEW_USER_SESSION = { ...unverifiedSession, email: NEW_EMAIL }

/** The sign-up page, with a password or with a mailed code. */
export const signUpPage: PageModel = {
  model: defineModel({
    machine: sessionMachine,
    events: [
      actorDone('restoreSession', null),
      { type: 'signup.submitted', email: NEW_EMAIL, password: STRONG_PASSWORD },
      actorDone('signUp', NEW_USER_SESSION),
      actorFailed('signUp', REQUEST_ERROR),
      { type: 'passwordless.submitted', email: NEW_EMAIL },
      actorDone('signUpPasswordless'),
      actorFailed('signUpPasswordless', REQUEST_ERROR),
      { type: 'code.submitted', code: '' },
      actorDone('login', { ...verifiedSession, email: NEW_EMAIL }),
      { type: 'code.cancelled' },
    ],
    contextKey: ({ data, error, attempt }) => [attempt, data?._id, error instanceof Error],
    isPossible: ({ value }, { type }) => {
      if (!isEventPossible({ value }, { type })) return false
      if (type === 'signup.submitted') return value === 'signedOut' || value === 'signingUp'
      if (type === 'passwordless.submitted') return value === 'signedOut' || value === 'signingUpPasswordless'
      return !type.startsWith('code.') || value === 'awaitingCode'
    },
    isEnd: (snapshot) => snapshot.matches('signedIn'),
  }),
  actions: {
    ...signUpActions,
    'restoreSession succeeds': [
      'the sign-up page is opened',
      async ({ page }) => {
        await page.goto('/signup')
      },
    ],
  },
  requestMatchers: signUpMatchers,
  screens: createSignUpScreens,
  checks: { 'the displayed error': failureCheck, 'the displayed address': codeAddressCheck },
}

/** The sign-up page of a guest. The client refreshes the guest's tokens before the sign-up. */
export const guestPage: PageModel = {
  ...signUpPage,
  open: async ({ page }) => {
    await page.goto('/signin')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(page.getByRole('button', { name: /Your account/ }).first()).toBeVisible()
  },
  model: defineModel({
    machine: sessionMachine,
    events: [
      actorDone('restoreSession', guestSession),
      { type: 'signup.submitted', email: NEW_EMAIL, password: STRONG_PASSWORD },
      actorDone('refreshToken', guestSession),
      actorFailed('refreshToken', REQUEST_ERROR),
      actorDone('signUp', NEW_USER_SESSION),
      actorFailed('signUp', REQUEST_ERROR),
    ],
    contextKey: ({ data, error, attempt }) => [attempt, data?._id, data?.email, error instanceof Error],
    isPossible: (snapshot, event) =>
      isEventPossible(snapshot, event) && (event.type !== 'signup.submitted' || isFormState(snapshot.value)),
    isEnd: ({ context }) => context.data?.email !== undefined,
  }),
  requestMatchers: { ...signUpMatchers, refreshToken: matchPost('/v1/auth/refresh') },
  screens: (page) => {
    const { signingUp, 'signedIn.settled': signedInScreen } = createSignUpScreens(page)
    const guest = page.getByText('You’re a guest now. Your account takes over from here.')
    return {
      'a guest': { visible: [guest], absent: [busyButtons(page)] },
      signingUp: { ...signingUp!, visible: [...signingUp!.visible, guest] },
      'a member': signedInScreen!,
    }
  },
  equivalentStates: {
    'signedIn.refreshing': ['signingUp', 'a token refresh is not visible'],
  },
  stateOf: ({ value, context }) =>
    typeof value === 'string'
      ? value
      : formatState(value) === 'signedIn.settled'
        ? context.data.email === undefined
          ? 'a guest'
          : 'a member'
        : formatState(value),
}
