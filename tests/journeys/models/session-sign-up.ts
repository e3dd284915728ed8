import type { Page } from '@playwright/test'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { guest, unverified, verified } from '../../machines/session.model.ts'
import { writtenState } from '../../support/model/describe.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { expect } from '../support.ts'
import { LONG, mailedCode, newAddress } from './accounts.ts'
import { type Look, type PageModel, press, type Visit } from './page-model.ts'
import { address, busy, failure, fault, NEW, posts, sentCodes, submit } from './session.ts'
import { signInPage } from './session-sign-in.ts'

export const entersAddress = async (visit: Visit, way: 'With a password' | 'Without one') => {
  const { page } = visit
  const button = page.getByRole('button', { name: /^(Create account|Send code)$/ })
  if (await busy(page).count()) return press(button)
  await page.getByRole('radio', { name: way, exact: true }).click()
  await page.getByLabel('E-mail').fill(await visit.own(NEW, async () => newAddress()))
  if (way === 'With a password') await page.getByLabel('Password', { exact: true }).fill(LONG)
  await button.click()
}

/** Before the page is there nothing else can be done. */
export const isThere = ({ value }: { value: unknown }, { type }: { type: string }) =>
  value !== 'restoring' || type.endsWith('.restoreSession')

const isForm = (value: unknown) => !['awaitingCode', 'checkingCode'].includes(String(value))

const signUpActions: PageModel['actions'] = {
  'signup.submitted': ['an address and a password are entered', (visit) => entersAddress(visit, 'With a password')],
  'passwordless.submitted': [
    'an address alone is entered',
    async (visit) => {
      const isHeard = (await busy(visit.page).count()) === 0
      await entersAddress(visit, 'Without one')
      if (isHeard && 'output' in (visit.ahead('signUpPasswordless') ?? {})) (await sentCodes(visit)).count += 1
    },
  ],
  'code.submitted': [
    'the code that was mailed first is entered',
    async (visit) => {
      const { page } = visit
      const email = await visit.own(NEW, async () => newAddress())
      const { count } = await sentCodes(visit)
      await page.getByLabel('Code', { exact: true }).fill(await mailedCode(page.request, email, count, 'first'))
      await submit(page).click()
    },
  ],
  'code.abandoned': signInPage.actions['code.abandoned']!,
}

const signUpLooks = (page: Page): Record<string, Look> => {
  const heading = page.getByRole('heading', { level: 1, name: 'Create an account' })
  const code = page.getByRole('heading', { level: 1, name: 'Check your e-mail' })
  return {
    signedOut: { shows: [heading, page.getByRole('radio', { name: 'Without one' })], lacks: [busy(page)] },
    signingUp: { shows: [heading, busy(page, 'Create account')] },
    signingUpPasswordless: { shows: [heading, busy(page, 'Send code')] },
    awaitingCode: { shows: [code], lacks: [busy(page)] },
    checkingCode: { shows: [code, busy(page, 'Sign in')] },
    'signedIn.settled': {
      shows: [page.getByRole('button', { name: /Your account/ }).first()],
      lacks: [heading, code],
    },
  }
}

const signUpOutcomes = {
  signUp: posts('/v1/auth/signup'),
  signUpPasswordless: posts('/v1/auth/signup/passwordless'),
  login: posts('/v1/auth/login'),
}

export const newcomer = { ...unverified, email: NEW }

/** The sign-up page: with a password, or with a mailed code. */
export const signUpPage: PageModel = {
  model: model({
    machine: sessionMachine,
    happenings: [
      answers('restoreSession', null),
      { type: 'signup.submitted', email: NEW, password: LONG },
      answers('signUp', newcomer),
      fails('signUp', fault),
      { type: 'passwordless.submitted', email: NEW },
      answers('signUpPasswordless'),
      fails('signUpPasswordless', fault),
      { type: 'code.submitted', code: '' },
      answers('login', { ...verified, email: NEW }),
      { type: 'code.abandoned' },
    ],
    sees: ({ data, error, attempt }) => [attempt, data?._id, error instanceof Error],
    allows: ({ value }, { type }) => {
      if (!isThere({ value }, { type })) return false
      if (type === 'signup.submitted') return value === 'signedOut' || value === 'signingUp'
      if (type === 'passwordless.submitted') return value === 'signedOut' || value === 'signingUpPasswordless'
      return !type.startsWith('code.') || value === 'awaitingCode'
    },
    stopWhen: (snapshot) => snapshot.matches('signedIn'),
  }),
  actions: {
    ...signUpActions,
    'restoreSession answers': [
      'the sign-up page is opened',
      async ({ page }) => {
        await page.goto('/signup')
      },
    ],
  },
  outcomes: signUpOutcomes,
  looks: signUpLooks,
  signs: { 'says why it failed': failure, 'names the address': address },
}

/** The sign-up page of a guest, whose tokens are made fresh before the server is asked to keep them. */
export const guestPage: PageModel = {
  ...signUpPage,
  open: async ({ page }) => {
    await page.goto('/signin')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(page.getByRole('button', { name: /Your account/ }).first()).toBeVisible()
  },
  model: model({
    machine: sessionMachine,
    happenings: [
      answers('restoreSession', guest),
      { type: 'signup.submitted', email: NEW, password: LONG },
      answers('refreshToken', guest),
      fails('refreshToken', fault),
      answers('signUp', newcomer),
      fails('signUp', fault),
    ],
    sees: ({ data, error, attempt }) => [attempt, data?._id, data?.email, error instanceof Error],
    allows: (snapshot, happening) =>
      isThere(snapshot, happening) && (happening.type !== 'signup.submitted' || isForm(snapshot.value)),
    stopWhen: ({ context }) => context.data?.email !== undefined,
  }),
  outcomes: { ...signUpOutcomes, refreshToken: posts('/v1/auth/refresh') },
  looks: (page) => {
    const { signingUp, 'signedIn.settled': home } = signUpLooks(page)
    const guest = page.getByText('You’re a guest now. Your account takes over from here.')
    return {
      'a guest': { shows: [guest], lacks: [busy(page)] },
      signingUp: { ...signingUp!, shows: [...signingUp!.shows, guest] },
      'a member': home!,
    }
  },
  alike: { 'signedIn.refreshing': ['signingUp', 'that tokens are made fresh on the way is nobody’s concern'] },
  stateOf: ({ value, context }) =>
    typeof value === 'string'
      ? value
      : writtenState(value) === 'signedIn.settled'
        ? context.data.email === undefined
          ? 'a guest'
          : 'a member'
        : writtenState(value),
}
