import type { Page } from '@playwright/test'
import { expect, PASSWORD } from '../support.ts'
import { LONG, makeVerified } from './accounts.ts'
import type { Visit } from './page-model.ts'

/** Signs in through the page, and goes where a path begins. */
async function enter(page: Page, email: string, password: string, path: string): Promise<void> {
  await page.goto(`/signin?to=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Your account/ }).first()).toBeVisible()
}

/** Begins a path with an account of its own. */
export const asNewPerson =
  (path: string) =>
  async ({ page }: Visit): Promise<void> =>
    enter(page, await makeVerified(page.request), LONG, path)

/**
 * Begins a path as the demo's admin: what only they may do, a new account cannot be given by any call. They share what
 * the server limits, so their paths stay far below it.
 */
export const asAdmin =
  (path: string) =>
  ({ page }: Visit): Promise<void> =>
    enter(page, 'admin@atelier.example', PASSWORD, path)
