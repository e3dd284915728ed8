import type { Page } from '@playwright/test'
import { expect, PASSWORD } from '../support.ts'
import { createVerifiedAccount, STRONG_PASSWORD } from './accounts.ts'
import type { PathRun } from './page-model.ts'

async function submitSignInForm(page: Page, email: string, password: string, path: string): Promise<void> {
  await page.goto(`/signin?to=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Your account/ }).first()).toBeVisible()
}

export const signInAsNewUser =
  (path: string) =>
  async ({ page }: PathRun): Promise<void> =>
    submitSignInForm(page, await createVerifiedAccount(page.request), STRONG_PASSWORD, path)

/**
 * Starts a path as the demo's admin, because no request can make a new account an admin. All such paths together stay below the
 * admin's rate limits.
 */
export const signInAsAdmin =
  (path: string) =>
  ({ page }: PathRun): Promise<void> =>
    submitSignInForm(page, 'admin@atelier.example', PASSWORD, path)
