import { LONG_PASSWORD, signOut, signUp, waitForMail } from './account-steps.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, test } from './support.ts'

test('signs up a user, refuses sign-in until the link in the mail is used, and changes the password', async ({
  page,
  shot,
}) => {
  const email = 'harbour@atelier.example'
  await page.goto('/signup')
  await shot('sign-up')
  await page.getByLabel('E-mail').fill('admin@atelier.example')
  await page.getByLabel('Name').click()
  await expect(page.getByText('This e-mail already has an account.')).toBeVisible()
  await shot('sign-up-known')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('password1234')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This one is too easy to guess. Choose another.')).toBeVisible()
  await signUp(page, email)
  await signOut(page)

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('We sent a link and a code to your address when you signed up.')).toBeVisible()
  await shot('sign-in-unverified')
  expect(await page.evaluate(() => localStorage.getItem('persist:user'))).toBe(null)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('E-mail sent.')).toBeVisible()

  const { path } = await waitForMail(page, email, /^Verify/)
  await page.goto(path)
  await expect(page.getByText('The account of h•••@atelier.example has a password.')).toBeVisible()
  await shot('verify-password')
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('This isn’t the password of this account.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
  await shot('verified')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.goto('/account')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await shot('account')
  await page.getByLabel('Current password').fill('not this one at all')
  await page.getByLabel('New password', { exact: true }).fill('another harbour at dawn')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This isn’t your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(LONG_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. We signed you out everywhere else.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  await signOut(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible()
  await shot('verify-stale')
})

test('verifies an e-mail on a phone although a mail scanner has already opened the link', async ({
  page,
  browser,
  baseURL,
  shot,
}) => {
  const email = 'scanned@atelier.example'
  await signUp(page, email)
  const { path } = await waitForMail(page, email, /^Verify/)

  const scanner = await browser.newContext({ baseURL: baseURL ?? '' })
  expect((await scanner.request.head(path)).ok()).toBe(true)
  expect((await scanner.request.get(path)).ok()).toBe(true)
  for (let time = 0; time < 2; time += 1) {
    const scanned = await scanner.newPage()
    await scanned.goto(path)
    await expect(scanned.getByLabel('Password', { exact: true })).toBeVisible()
    await scanned.close()
  }
  await scanner.close()

  // The browser of the sign-up is still signed in. Its pages explain that the e-mail is not verified.
  await page.reload()
  await expect(page.getByText('Verify your e-mail.')).toBeVisible()
  await page.goto('/tokens')
  await expect(page.getByText(`Verify your e-mail first. We sent a link and a code to ${email}.`)).toBeVisible()
  await shot('unverified-forbidden')

  const phone = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } })
  await phone.goto(path)
  await phone.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
  await phone.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
  await phone.close()

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible()
  await page.goto('/')
  await signOut(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Verify your e-mail.')).toHaveCount(0)
})

test('shows the links to member pages in both tabs after the user verifies the e-mail in one of the tabs', async ({
  page,
  context,
}) => {
  const email = 'one-press@atelier.example'
  await signUp(page, email)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(other.getByRole('link', { name: /^Tags/ })).toHaveCount(0)
  await page.goto((await waitForMail(page, email, /^Verify/)).path)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: /^Tags/ }).first()).toBeVisible()
    await expect(tab.getByText('Verify your e-mail.')).toHaveCount(0)
  }
})

test('keeps the user id when a guest adds an e-mail', SAMPLED_OPTIONS, async ({ page, shot }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const readUserId = () => page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').data?._id)
  const guestId = await readUserId()
  await page.getByRole('link', { name: 'Create account' }).first().click()
  await expect(page.getByText('You’re a guest now. Your account takes over from here.')).toBeVisible()
  await page.getByText('Without one').click()
  await page.getByLabel('E-mail').fill('was-guest@atelier.example')
  await shot('guest-sign-up')
  await page.getByRole('button', { name: 'Send code' }).click()
  const { code } = await waitForMail(page, 'was-guest@atelier.example', /signing in/)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(await readUserId()).toBe(guestId)
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0)
})
