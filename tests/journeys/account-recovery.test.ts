import { LONG_PASSWORD, signOut, signUp, waitForMail } from './account-steps.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, test } from './support.ts'

test(
  'shows an error for a wrong mailed code, and signs in with the right code after a reload',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const email = 'user@atelier.example'
    await page.goto('/signin?to=%2Faccount')
    await page.getByLabel('E-mail').fill(email)
    await page.getByText('E-mail code').click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await expect(page.getByLabel('Code')).toBeFocused()
    await shot('sign-in-code')
    const { code } = await waitForMail(page, email, /signing in/)
    await page.keyboard.type(code === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('Wrong or expired code. Use the newest one, in the browser that asked for it.'),
    ).toBeVisible()
    await shot('sign-in-code-wrong')
    await page.reload()
    await page.getByText('E-mail code').click()
    await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible()
    await shot('sign-in-code-awaited')
    await page.getByRole('button', { name: 'Enter the code' }).click()
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  },
)

test('shows the same reset message for known and unknown e-mails, and mails a link that works only once', async ({
  page,
  shot,
}) => {
  // Uses a new account, because later journeys on this server need the passwords of the demo accounts.
  const email = 'forgetful@atelier.example'
  await signUp(page, email)
  await signOut(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill('nobody@atelier.example')
  await page.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(page.getByText('If nobody@atelier.example has an account, we’ve sent an e-mail.')).toBeVisible()
  await shot('forgot-sent')
  await page.goto('/forgot')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(page.getByText(`If ${email} has an account, we’ve sent an e-mail.`)).toBeVisible()
  const { path } = await waitForMail(page, email, /new password/)
  await page.goto(path)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Use at least 12 characters.')).toBeVisible()
  await shot('reset')
  await page.getByLabel('New password', { exact: true }).fill('a new harbour by noon')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible()
  await shot('reset-stale')
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a new harbour by noon')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test(
  'lets the owner of an e-mail take over an account that an attacker created for that e-mail',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL, shot }) => {
    const email = 'taken-before@atelier.example'
    const otherPage = await browser.newPage({ baseURL: baseURL ?? '' })
    await signUp(otherPage, email)
    await page.goto('/signin?to=%2Fassets')
    await page.getByLabel('E-mail').fill(email)
    await page.getByText('E-mail code').click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill((await waitForMail(page, email, /signing in/)).code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(`The account of ${email} has a password.`)).toBeVisible()
    await page.getByRole('button', { name: 'Set a new password instead' }).click()
    await page.getByLabel('New password', { exact: true }).fill('a harbour of my own')
    await shot('sign-in-code-replace')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page).toHaveURL(/\/assets/)

    // The take-over ended the session of the other browser, so that browser shows the sign-in form.
    await expect(otherPage).toHaveURL(/\/signin\?reason=login_required/)
    await otherPage.getByLabel('E-mail').fill(email)
    await otherPage.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
    await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(otherPage.getByText('Wrong e-mail or password.')).toBeVisible()
    await otherPage.close()
  },
)
