import type { Page } from '@playwright/test'
import { expect } from './support.ts'

export const LONG_PASSWORD = 'quiet harbour at dusk'

/** Waits for a mail with a matching subject. Returns its code and the path of its link, or empty strings. */
export async function waitForMail(
  page: Page,
  address: string,
  subject: RegExp,
): Promise<{ code: string; path: string }> {
  const read = async () => {
    const response = await page.request.get('/dev/mailbox.json')
    const mails: { to: string; subject: string; text: string }[] = await response.json()
    return mails.find((mail) => mail.to === address && subject.test(mail.subject))?.text
  }
  await expect.poll(read).toBeTruthy()
  const text = (await read()) ?? ''
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  return {
    code: /^\s*(\d{6})$/m.exec(text)?.[1] ?? '',
    path: link ? new URL(link).pathname + new URL(link).search : '',
  }
}

export async function signUp(page: Page, email: string, password = LONG_PASSWORD): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Somebody')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Your account/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
}
