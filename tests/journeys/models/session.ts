import type { Page } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { createUnusedEmail, createUnverifiedAccount, createVerifiedAccount } from './accounts.ts'
import type { RequestMatcher } from './blocked-requests.ts'
import type { PathRun, ScreenCheck } from './page-model.ts'
import type { ServerRefusal } from './path-tests.ts'

export const VERIFIED_EMAIL = 'verified@atelier.example'
export const UNVERIFIED_EMAIL = 'unverified@atelier.example'
export const NEW_EMAIL = 'new@atelier.example'
export const WRONG_PASSWORD: ServerRefusal = { message: 'Wrong e-mail or password.' }
export const WRONG_CODE: ServerRefusal = {
  message: 'Wrong or expired code. Use the newest one, in the browser that asked for it.',
}
export const REQUEST_ERROR = new Error('a fault')

/** Returns the account that this path uses for an address of the model. */
export const emailFor = (run: PathRun, email: string): Promise<string> =>
  run.memoize(email, async () => {
    if (email === NEW_EMAIL) return createUnusedEmail()
    const { request } = run.page
    return email === VERIFIED_EMAIL ? createVerifiedAccount(request) : (await createUnverifiedAccount(request)).email
  })

export const matchPost =
  (path: string): RequestMatcher =>
  (request) =>
    request.method === 'POST' && request.path === path

export const isRefused = (run: PathRun, actor: string): boolean => {
  const end = run.nextEventOf(actor) as { error?: unknown } | undefined
  return end?.error === WRONG_PASSWORD || end?.error === WRONG_CODE
}

export const sessionContextOf = (snapshot: AnyMachineSnapshot) =>
  snapshot.context as ReturnType<typeof sessionMachine.getInitialSnapshot>['context']

export const sentCodeCount = (run: PathRun) => run.memoize('codes', async () => ({ count: 0 }))

export async function chooseSignInMethod(page: Page, method: 'Password' | 'E-mail code'): Promise<void> {
  await page.getByRole('radio', { name: method, exact: true }).click()
}

export const submitButton = (page: Page) => page.getByRole('button', { name: /^(Sign in|Send code)$/ })

/** Returns the buttons whose action is pending. Excludes buttons that are disabled because input is missing. */
export const busyButtons = (page: Page, name?: string) => {
  const buttons = page.locator('button[data-busy]')
  return name === undefined ? buttons : buttons.and(page.getByRole('button', { name, exact: true }))
}

export const readVisibleText = async (page: Page, role: 'alert' | 'status'): Promise<string | null> => {
  const texts = await page.getByRole(role).filter({ visible: true, hasText: /\S/ }).allInnerTexts()
  return texts.length === 0 ? null : texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}

export const UNVERIFIED_NOTICE = 'Verify your e-mail first.'
const isUnverifiedError = (error: unknown) => error instanceof Error && error.name === 'USER_NOT_VERIFIED'

export const failureCheck: ScreenCheck = {
  expected: (snapshot, { expectedMessage }) => {
    const { error } = sessionContextOf(snapshot)
    return error === null || isUnverifiedError(error) ? null : expectedMessage
  },
  actual: ({ page }) => readVisibleText(page, 'alert'),
}

export const codeAddressCheck: ScreenCheck = {
  expected: (snapshot, run) =>
    ['awaitingCode', 'checkingCode', 'resendingCode'].includes(String(snapshot.value))
      ? emailFor(run, sessionContextOf(snapshot).email)
      : null,
  actual: async ({ page }) => {
    const text = await page.getByText('We sent a code to').filter({ visible: true }).allInnerTexts()
    return /[\w-]+@atelier\.example/.exec(text[0] ?? '')?.[0] ?? null
  },
}

export const noticeCheck: ScreenCheck = {
  expected: (snapshot) => {
    const { error, notice } = sessionContextOf(snapshot)
    if (notice === 'verificationSent') return 'E-mail sent.'
    return snapshot.value === 'signedOut' && isUnverifiedError(error) ? UNVERIFIED_NOTICE : null
  },
  actual: async ({ page }) =>
    /E-mail sent\.|Verify your e-mail first\./.exec((await readVisibleText(page, 'status')) ?? '')?.[0] ?? null,
}
