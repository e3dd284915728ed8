import type { Page } from '@playwright/test'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { guest, unverified, verified } from '../../machines/session.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { answerOf, expect } from '../support.ts'
import { LONG, mailedCode } from './accounts.ts'
import { type Look, type PageModel, press } from './page-model.ts'
import {
  address,
  addressOf,
  busy,
  choose,
  failure,
  fault,
  isRefused,
  notice,
  posts,
  sentCodes,
  submit,
  UNPROVED,
  UNVERIFIED,
  VERIFIED,
  WRONG_CODE,
  WRONG_PASSWORD,
} from './session.ts'
import type { Refusal } from './walk-paths.ts'

/** How many codes an account is mailed in an hour, asked for from one address. */
const MOST_CODES = 5
const TOO_MANY: Refusal = { refusal: 'Too many requests. Wait a moment, then try again.' }

const looks = (page: Page): Record<string, Look> => {
  const heading = page.getByRole('heading', { level: 1, name: 'Sign in to Atelier' })
  const code = page.getByRole('heading', { level: 1, name: 'Check your e-mail' })
  const resending = page.getByText('A new code is on its way.')
  const unverified = page.getByRole('status').filter({ hasText: 'Verify your e-mail first.' })
  return {
    signedOut: { shows: [heading, page.getByRole('button', { name: 'Continue as guest' })], lacks: [busy(page)] },
    signingIn: { shows: [heading, busy(page, 'Sign in')], lacks: [unverified] },
    requestingVerification: { shows: [unverified, busy(page, 'Send it again')], lacks: [busy(page, 'Sign in')] },
    requestingCode: { shows: [heading, busy(page, 'Send code')] },
    signingUpGuest: { shows: [heading, busy(page, 'Continue as guest')] },
    awaitingCode: { shows: [code], lacks: [busy(page), resending] },
    checkingCode: { shows: [code, busy(page, 'Sign in')] },
    resendingCode: { shows: [code, resending], lacks: [busy(page)] },
    'signedIn.settled': {
      shows: [page.getByRole('button', { name: /Your account/ }).first()],
      lacks: [page.getByRole('heading', { level: 1, name: 'Sign in to Atelier' })],
    },
  }
}

/** The sign-in page: password, mailed code, guest, and out again. */
export const signInPage: PageModel = {
  model: model({
    machine: sessionMachine,
    happenings: [
      answers('restoreSession', null),
      { type: 'login.submitted', email: VERIFIED, password: LONG },
      { type: 'login.submitted', email: UNVERIFIED, password: LONG },
      answers('login', { ...verified, email: VERIFIED }),
      answers('login', { ...unverified, email: UNVERIFIED }),
      fails('login', WRONG_PASSWORD),
      fails('login', WRONG_CODE),
      fails('login', fault),
      { type: 'code.requested', email: VERIFIED },
      answers('requestCode'),
      fails('requestCode', fault),
      { type: 'code.submitted', code: '' },
      { type: 'code.abandoned' },
      { type: 'guest.requested' },
      answers('signUpGuest', guest),
      fails('signUpGuest', fault),
      { type: 'verification.requested', email: UNVERIFIED },
      answers('requestVerification'),
      fails('requestVerification', fault),
      { type: 'logout.requested' },
    ],
    sees: ({ data, error, notice, attempt, email }) => [
      attempt,
      data?._id,
      error instanceof Error ? error.name : error,
      notice,
      email,
    ],
    allows: ({ value, context }, happening) => {
      const { type, output, error, email } = happening as typeof happening & Record<string, unknown>
      const awaits = String(value) === 'checkingCode'
      const isUnproved = context.attempt?.type === 'login.submitted' && context.attempt.email === UNVERIFIED
      const isForm = value === 'signedOut' || String(value) === 'signingIn' || value === 'requestingCode'
      if (type === 'xstate.done.actor.login') return ((output as { email: string }).email === UNVERIFIED) === isUnproved
      if (error === WRONG_PASSWORD) return !awaits && !isUnproved
      if (error === WRONG_CODE) return awaits
      // A person can press what is there, and what is busy too.
      if (type === 'login.submitted') return isForm && (email === VERIFIED || value === 'signedOut')
      if (type === 'code.requested')
        return value === 'awaitingCode' || value === 'signedOut' || value === 'requestingCode'
      if (type === 'code.submitted') return value === 'awaitingCode' || awaits
      if (type === 'code.abandoned') return value === 'awaitingCode' || awaits || value === 'resendingCode'
      if (type === 'guest.requested') return isForm || value === 'signingUpGuest'
      if (type === 'verification.requested')
        return value === 'signedOut' && (context.error as Error | null)?.name === 'USER_NOT_VERIFIED'
      if (type === 'logout.requested') return typeof value === 'object'
      return true
    },
  }),
  actions: {
    'restoreSession answers': [
      'the sign-in page is opened',
      async ({ page }) => {
        await page.goto('/signin')
      },
    ],
    'login.submitted': [
      'a password is entered',
      async (visit, { email, password }: { email: string; password: string }) => {
        const { page } = visit
        const button = submit(page)
        if (await busy(page).count()) return press(button)
        await choose(page, 'Password')
        await page.getByLabel('E-mail').fill(await addressOf(visit, email))
        await page
          .getByLabel('Password', { exact: true })
          .fill(isRefused(visit, 'login') ? 'not this one at all' : password)
        await button.click()
      },
    ],
    'code.requested': [
      'a code is asked for',
      async (visit, { email }: { email: string }) => {
        const { page } = visit
        const sent = await sentCodes(visit)
        const again = page.getByRole('button', { name: 'Send a new code.' })
        if (await page.getByRole('heading', { name: 'Check your e-mail' }).count()) {
          // A new code can be asked for after a pause.
          await page.clock.fastForward(31_000)
          await again.click()
        } else if (await busy(page).count()) await press(submit(page))
        else {
          await choose(page, 'E-mail code')
          await page.getByLabel('E-mail').fill(await addressOf(visit, email))
          await submit(page).click()
        }
        if ('output' in (visit.ahead('requestCode') ?? {})) sent.count += 1
      },
    ],
    'code.submitted': [
      'the code is entered',
      async (visit) => {
        const { page } = visit
        if (await busy(page).count()) return press(submit(page))
        const { count } = await sentCodes(visit)
        const code = await mailedCode(page.request, await addressOf(visit, VERIFIED), count)
        const other = code === '000000' ? '111111' : '000000'
        await page.getByLabel('Code', { exact: true }).fill(isRefused(visit, 'login') ? other : code)
        await submit(page).click()
      },
    ],
    'code.abandoned': [
      'another way is chosen',
      ({ page }) => page.getByRole('button', { name: 'Sign in another way' }).click(),
    ],
    'guest.requested': [
      'a guest goes on',
      ({ page }) => press(page.getByRole('button', { name: 'Continue as guest' })),
    ],
    'verification.requested': [
      'the mail is asked for again',
      ({ page }) => page.getByRole('button', { name: 'Send it again' }).click(),
    ],
    'logout.requested': [
      'the person signs out',
      async ({ page }) => {
        // The server is told behind the page that is left.
        const told = page.waitForRequest('**/v1/auth/logout')
        await page
          .getByRole('button', { name: /Your account/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        await told
      },
    ],
  },
  outcomes: {
    login: posts('/v1/auth/login'),
    requestCode: posts('/v1/auth/request-login-code'),
    signUpGuest: posts('/v1/auth/signup'),
    requestVerification: posts('/v1/users/verify'),
  },
  looks,
  signs: {
    'says why it failed': failure,
    'names the address': address,
    'tells of the mail': {
      ...notice,
      // What the button is about stays for as long as the mail is being sent.
      wanted: (snapshot, visit) =>
        snapshot.value === 'requestingVerification' ? UNPROVED : notice.wanted(snapshot, visit),
    },
  },
}

/** The sign-in page of an account that was mailed as many codes as the server mails in an hour: the limit itself. */
export const limitedPage: PageModel = {
  ...signInPage,
  open: async (visit) => {
    const { request } = visit.page
    const email = await addressOf(visit, VERIFIED)
    for (let mail = 0; mail < MOST_CODES; mail += 1)
      expect((await answerOf(() => request.post('/v1/auth/request-login-code', { data: { email } }))).ok()).toBe(true)
  },
  model: model({
    machine: sessionMachine,
    happenings: [
      answers('restoreSession', null),
      { type: 'code.requested', email: VERIFIED },
      fails('requestCode', TOO_MANY),
    ],
    sees: ({ error, attempt }) => [attempt, error],
    allows: ({ value }, { type }) => type !== 'code.requested' || value === 'signedOut',
  }),
}
