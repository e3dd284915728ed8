import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { connectToDatabase } from '../../server/db/connect-to-database.ts'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { ADMIN_EMAIL, expect, openSignedIn, PASSWORD, type RunningServer, test } from './support.ts'

/** Stops the server, sets the last authentication of every session to ten minutes ago, and starts the server again. */
async function expireAuthentications(server: RunningServer): Promise<void> {
  await server.stop()
  const db = await connectToDatabase({ folder: join(server.folder, 'db') })
  await db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 600_000) })
    .execute()
  await db.destroy()
  await server.start()
}

async function readMailedCode(page: Page, email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get('/dev/mailbox.json')).json()) as { to: string; text: string }[]
      const texts = mails.filter(({ to }) => to === email).map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1])
      code = texts.find((found) => found !== undefined)
      return code
    })
    .toBeDefined()
  return code!
}

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it’s you' })

test('asks for the password in a dialog when an API token is created, and keeps the input of the form', async ({
  page,
  server,
  shot,
}) => {
  await openSignedIn(page, '/tokens')
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible()
  await expireAuthentications(server)
  await page.getByRole('button', { name: 'New API token' }).first().click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Weekly report')
  const createButton = page.getByRole('button', { name: 'Create token' })
  await createButton.click()

  await expect(getDialog(page)).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`proof-${scheme}`))).toEqual([])

  // After Cancel, the form keeps its input and shows that nothing was changed.
  await getDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(getDialog(page)).toHaveCount(0)
  await expect(page.getByText('Nothing was changed: you didn’t confirm that it’s you. Try again.')).toBeVisible()
  await expect(name).toHaveValue('Weekly report')
  await expect(page.locator('[role="dialog"] :focus')).toHaveCount(1)

  await createButton.click()
  await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
  await getDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(getDialog(page).getByText('This isn’t the password of this account.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const tokenDialog = page.getByRole('alertdialog', { name: 'Copy your token now' })
  await expect(tokenDialog.locator('code')).toBeVisible()
  await tokenDialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Weekly report' })).toHaveCount(1)
})

test('reauthenticates the user by a mailed code', async ({ page, server, shot }) => {
  await openSignedIn(page, '/tokens')
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible()
  await expireAuthentications(server)
  await page.getByRole('button', { name: 'New API token' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('By code')
  await page.getByRole('button', { name: 'Create token' }).click()
  await getDialog(page).getByRole('button', { name: 'E-mail me a code instead' }).click()
  const field = getDialog(page).getByLabel('Code')
  await expect(field).toBeVisible()
  const code = await readMailedCode(page, ADMIN_EMAIL)
  await field.fill(code === '000000' ? '111111' : '000000')
  await getDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(getDialog(page).getByText('Wrong or expired code. Use the newest one.')).toBeVisible()
  expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`proof-code-${scheme}`))).toEqual([])
  await field.fill(code)
  await getDialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Copy your token now' })).toBeVisible()
})

test('keeps an attacker with a copied access token from setting a password without reauthentication', async ({
  page,
  server,
  browser,
}) => {
  const email = 'code-only@atelier.example'
  const { requestId } = await (await page.request.post('/v1/auth/signup/passwordless', { data: { email } })).json()
  const code = await readMailedCode(page, email)
  const loginResponse = await page.request.post('/v1/auth/login', { data: { email, code, requestId } })
  const { token } = await loginResponse.json()
  await expireAuthentications(server)

  const attacker = await browser.newContext({ baseURL: server.url })
  const data = { password: 'attacker-owned-77' }
  const headers = { authorization: `Bearer ${token}` }
  const response = await attacker.request.patch('/v1/users/me/password', { headers, data })
  expect([response.status(), (await response.json()).error.code]).toEqual([403, 'FRESH_AUTH_REQUIRED'])
  expect((await attacker.request.post('/v1/auth/login', { data: { email, ...data } })).status()).toBe(401)
  await attacker.close()
})
