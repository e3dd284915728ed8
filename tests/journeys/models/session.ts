import type { Page } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { sessionMachine } from '../../../src/machines/session.machine.ts'
import { makeUnverified, makeVerified, newAddress } from './accounts.ts'
import type { Outcome } from './held-requests.ts'
import type { Sign, Visit } from './page-model.ts'
import type { Refusal } from './walk-paths.ts'

export const VERIFIED = 'verified@atelier.example'
export const UNVERIFIED = 'unverified@atelier.example'
export const NEW = 'new@atelier.example'
export const WRONG_PASSWORD: Refusal = { refusal: 'Wrong e-mail or password.' }
export const WRONG_CODE: Refusal = {
  refusal: 'Wrong or expired code. Use the newest one, in the browser that asked for it.',
}
export const fault = new Error('a fault')

/** The path's own account that an address of the model stands for. */
export const addressOf = (visit: Visit, email: string): Promise<string> =>
  visit.own(email, async () => {
    if (email === NEW) return newAddress()
    const { request } = visit.page
    return email === VERIFIED ? makeVerified(request) : (await makeUnverified(request)).email
  })

export const posts =
  (path: string): Outcome =>
  (request) =>
    request.method === 'POST' && request.path === path

export const isRefused = (visit: Visit, actor: string): boolean => {
  const end = visit.ahead(actor) as { error?: unknown } | undefined
  return end?.error === WRONG_PASSWORD || end?.error === WRONG_CODE
}

export const contextOf = (snapshot: AnyMachineSnapshot) =>
  snapshot.context as ReturnType<typeof sessionMachine.getInitialSnapshot>['context']

export const sentCodes = (visit: Visit) => visit.own('codes', async () => ({ count: 0 }))

export async function choose(page: Page, way: 'Password' | 'E-mail code'): Promise<void> {
  await page.getByRole('radio', { name: way, exact: true }).click()
}

export const submit = (page: Page) => page.getByRole('button', { name: /^(Sign in|Send code)$/ })

/** A button whose work is under way; one that waits for more to be typed is none. */
export const busy = (page: Page, name?: string) => {
  const buttons = page.locator('button[data-busy]')
  return name === undefined ? buttons : buttons.and(page.getByRole('button', { name, exact: true }))
}

export const textOf = async (page: Page, role: 'alert' | 'status'): Promise<string | null> => {
  const texts = await page.getByRole(role).filter({ visible: true, hasText: /\S/ }).allInnerTexts()
  return texts.length === 0 ? null : texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}

export const UNPROVED = 'Verify your e-mail first.'
const isUnproved = (error: unknown) => error instanceof Error && error.name === 'USER_NOT_VERIFIED'

/** What the last attempt failed with, as the page says it. */
export const failure: Sign = {
  wanted: (snapshot, { said }) => {
    const { error } = contextOf(snapshot)
    return error === null || isUnproved(error) ? null : said
  },
  seen: ({ page }) => textOf(page, 'alert'),
}

/** The address that a code went to. */
export const address: Sign = {
  wanted: (snapshot, visit) =>
    ['awaitingCode', 'checkingCode', 'resendingCode'].includes(String(snapshot.value))
      ? addressOf(visit, contextOf(snapshot).email)
      : null,
  seen: async ({ page }) => {
    const text = await page.getByText('We sent a code to').filter({ visible: true }).allInnerTexts()
    return /[\w-]+@atelier\.example/.exec(text[0] ?? '')?.[0] ?? null
  },
}

/** What is said of an address that is not proved yet. */
export const notice: Sign = {
  wanted: (snapshot) => {
    const { error, notice } = contextOf(snapshot)
    if (notice === 'verificationSent') return 'E-mail sent.'
    return snapshot.value === 'signedOut' && isUnproved(error) ? UNPROVED : null
  },
  seen: async ({ page }) =>
    /E-mail sent\.|Verify your e-mail first\./.exec((await textOf(page, 'status')) ?? '')?.[0] ?? null,
}
