import type { Page } from '@playwright/test'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { guestSession, unverifiedSession, verifiedSession } from '../../machines/session/session.model.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { expect, retryWhileBusy } from '../support.ts'
import { STRONG_PASSWORD, waitForMailedCode } from './accounts.ts'
import { type PageModel, pressEvenIfBusy, type ScreenElements } from './page-model.ts'
import type { ServerRefusal } from './path-tests.ts'
import {
  busyButtons,
  chooseSignInMethod,
  codeAddressCheck,
  emailFor,
  failureCheck,
  isRefused,
  matchPost,
  noticeCheck,
  REQUEST_ERROR,
  sentCodeCount,
  submitButton,
  UNVERIFIED_EMAIL,
  UNVERIFIED_NOTICE,
  VERIFIED_EMAIL,
  WRONG_CODE,
  WRONG_PASSWORD,
} from './session.ts'

/** Maximum number of codes mailed to an account per hour and client address. */
const MAX_CODES_PER_HOUR = 5
const TOO_MANY_REQUESTS: ServerRefusal = { message: 'Too many requests. Wait a moment, then try again.' }

const createScreens = (page: Page): Record<string, ScreenElements> => {
  const heading = page.getByRole('heading', { level: 1, name: 'Sign in to Atelier' })
  const code = page.getByRole('heading', { level: 1, name: 'Check your e-mail' })
  const resending = page.getByText('A new code is on its way.')
  const unverified = page.getByRole('status').filter({ hasText: 'Verify your e-mail first.' })
  return {
    signedOut: {
      visible: [heading, page.getByRole('button', { name: 'Continue as guest' })],
      absent: [busyButtons(page)],
    },
    signingIn: { visible: [heading, busyButtons(page, 'Sign in')], absent: [unverified] },
    requestingVerification: {
      visible: [unverified, busyButtons(page, 'Send it again')],
      absent: [busyButtons(page, 'Sign in')],
    },
    requestingCode: { visible: [heading, busyButtons(page, 'Send code')] },
    signingUpGuest: { visible: [heading, busyButtons(page, 'Continue as guest')] },
    awaitingCode: { visible: [code], absent: [busyButtons(page), resending] },
    checkingCode: { visible: [code, busyButtons(page, 'Sign in')] },
    resendingCode: { visible: [code, resending], absent: [busyButtons(page)] },
    'signedIn.settled': {
      visible: [page.getByRole('button', { name: /Your account/ }).first()],
      absent: [page.getByRole('heading', { level: 1, name: 'Sign in to Atelier' })],
    },
  }
}

/** The sign-in page: password, mailed code, guest and sign-out. */
export const signInPage: PageModel = {
  model: defineModel({
    machine: sessionMachine,
    events: [
      actorDone('restoreSession', null),
      { type: 'login.submitted', email: VERIFIED_EMAIL, password: STRONG_PASSWORD },
      { type: 'login.submitted', email: UNVERIFIED_EMAIL, password: STRONG_PASSWORD },
      actorDone('login', { ...verifiedSession, email: VERIFIED_EMAIL }),
      actorDone('login', { ...unverifiedSession, email: UNVERIFIED_EMAIL }),
      actorFailed('login', WRONG_PASSWORD),
      actorFailed('login', WRONG_CODE),
      actorFailed('login', REQUEST_ERROR),
      { type: 'code.requested', email: VERIFIED_EMAIL },
      actorDone('requestCode'),
      actorFailed('requestCode', REQUEST_ERROR),
      { type: 'code.submitted', code: '' },
      { type: 'code.cancelled' },
      { type: 'guest.requested' },
      actorDone('signUpGuest', guestSession),
      actorFailed('signUpGuest', REQUEST_ERROR),
      { type: 'verification.requested', email: UNVERIFIED_EMAIL },
      actorDone('requestVerification'),
      actorFailed('requestVerification', REQUEST_ERROR),
      { type: 'logout.requested' },
    ],
    contextKey: ({ data, error, notice, attempt, email }) => [
      attempt,
      data?._id,
      error instanceof Error ? error.name : error,
      notice,
      email,
    ],
    isPossible: ({ value, context }, event) => {
      const { type, output, error, email } = event as typeof event & Record<string, unknown>
      const isCheckingCode = String(value) === 'checkingCode'
      const isUnverified = context.attempt?.type === 'login.submitted' && context.attempt.email === UNVERIFIED_EMAIL
      const isForm = value === 'signedOut' || String(value) === 'signingIn' || value === 'requestingCode'
      if (type === 'xstate.done.actor.login')
        return ((output as { email: string }).email === UNVERIFIED_EMAIL) === isUnverified
      if (error === WRONG_PASSWORD) return !isCheckingCode && !isUnverified
      if (error === WRONG_CODE) return isCheckingCode
      // Users can press any visible control, even one whose action is pending.
      if (type === 'login.submitted') return isForm && (email === VERIFIED_EMAIL || value === 'signedOut')
      if (type === 'code.requested')
        return value === 'awaitingCode' || value === 'signedOut' || value === 'requestingCode'
      if (type === 'code.submitted') return value === 'awaitingCode' || isCheckingCode
      if (type === 'code.cancelled') return value === 'awaitingCode' || isCheckingCode || value === 'resendingCode'
      if (type === 'guest.requested') return isForm || value === 'signingUpGuest'
      if (type === 'verification.requested')
        return value === 'signedOut' && (context.error as Error | null)?.name === 'USER_NOT_VERIFIED'
      if (type === 'logout.requested') return typeof value === 'object'
      return true
    },
  }),
  actions: {
    'restoreSession succeeds': [
      'the sign-in page is opened',
      async ({ page }) => {
        await page.goto('/signin')
      },
    ],
    'login.submitted': [
      'a password is entered',
      async (run, { email, password }: { email: string; password: string }) => {
        const { page } = run
        const button = submitButton(page)
        if (await busyButtons(page).count()) return pressEvenIfBusy(button)
        await chooseSignInMethod(page, 'Password')
        await page.getByLabel('E-mail').fill(await emailFor(run, email))
        await page
          .getByLabel('Password', { exact: true })
          .fill(isRefused(run, 'login') ? 'not this one at all' : password)
        await button.click()
      },
    ],
    'code.requested': [
      'a code is requested',
      async (run, { email }: { email: string }) => {
        const { page } = run
        const sentCount = await sentCodeCount(run)
        const resendButton = page.getByRole('button', { name: 'Send a new code.' })
        if (await page.getByRole('heading', { name: 'Check your e-mail' }).count()) {
          // A new code can be requested only after a delay.
          await page.clock.fastForward(31_000)
          await resendButton.click()
        } else if (await busyButtons(page).count()) await pressEvenIfBusy(submitButton(page))
        else {
          await chooseSignInMethod(page, 'E-mail code')
          await page.getByLabel('E-mail').fill(await emailFor(run, email))
          await submitButton(page).click()
        }
        if ('output' in (run.nextEventOf('requestCode') ?? {})) sentCount.count += 1
      },
    ],
    'code.submitted': [
      'the code is entered',
      async (run) => {
        const { page } = run
        if (await busyButtons(page).count()) return pressEvenIfBusy(submitButton(page))
        const { count } = await sentCodeCount(run)
        const code = await waitForMailedCode(page.request, await emailFor(run, VERIFIED_EMAIL), count)
        const wrongCode = code === '000000' ? '111111' : '000000'
        await page.getByLabel('Code', { exact: true }).fill(isRefused(run, 'login') ? wrongCode : code)
        await submitButton(page).click()
      },
    ],
    'code.cancelled': [
      'the code form is cancelled',
      ({ page }) => page.getByRole('button', { name: 'Sign in another way' }).click(),
    ],
    'guest.requested': [
      'the user continues as a guest',
      ({ page }) => pressEvenIfBusy(page.getByRole('button', { name: 'Continue as guest' })),
    ],
    'verification.requested': [
      'the verification mail is requested again',
      ({ page }) => page.getByRole('button', { name: 'Send it again' }).click(),
    ],
    'logout.requested': [
      'the user signs out',
      async ({ page }) => {
        // The sign-out request is sent only after the page has changed.
        const logoutRequest = page.waitForRequest('**/v1/auth/logout')
        await page
          .getByRole('button', { name: /Your account/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        await logoutRequest
      },
    ],
  },
  requestMatchers: {
    login: matchPost('/v1/auth/login'),
    requestCode: matchPost('/v1/auth/request-login-code'),
    signUpGuest: matchPost('/v1/auth/signup'),
    requestVerification: matchPost('/v1/users/verify'),
  },
  screens: createScreens,
  checks: {
    'the displayed error': failureCheck,
    'the displayed address': codeAddressCheck,
    'the notice about the mail': {
      ...noticeCheck,
      // The notice with the button remains visible while the mail is being sent.
      expected: (snapshot, run) =>
        snapshot.value === 'requestingVerification' ? UNVERIFIED_NOTICE : noticeCheck.expected(snapshot, run),
    },
  },
}

/** The sign-in page of an account that has reached the server's hourly limit of mailed codes. */
export const rateLimitedPage: PageModel = {
  ...signInPage,
  open: async (run) => {
    const { request } = run.page
    const email = await emailFor(run, VERIFIED_EMAIL)
    for (let mail = 0; mail < MAX_CODES_PER_HOUR; mail += 1)
      expect((await retryWhileBusy(() => request.post('/v1/auth/request-login-code', { data: { email } }))).ok()).toBe(
        true,
      )
  },
  model: defineModel({
    machine: sessionMachine,
    events: [
      actorDone('restoreSession', null),
      { type: 'code.requested', email: VERIFIED_EMAIL },
      actorFailed('requestCode', TOO_MANY_REQUESTS),
    ],
    contextKey: ({ error, attempt }) => [attempt, error],
    isPossible: ({ value }, { type }) => type !== 'code.requested' || value === 'signedOut',
  }),
}
