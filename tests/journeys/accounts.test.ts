import type { Page } from '@playwright/test'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, expect, PASSWORD, signIn, test } from './support.ts'

const LONG_PASSWORD = 'quiet harbour at dusk'

/** Waits for a mail with a matching subject. Returns its code and the path of its link, or empty strings. */
async function mailTo(page: Page, address: string, subject: RegExp): Promise<{ code: string; path: string }> {
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

async function signUp(page: Page, email: string, password = LONG_PASSWORD): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Somebody')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Your account/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
}

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

  const { path } = await mailTo(page, email, /^Verify/)
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
  const { path } = await mailTo(page, email, /^Verify/)

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
  await page.goto((await mailTo(page, email, /^Verify/)).path)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: /^Tags/ }).first()).toBeVisible()
    await expect(tab.getByText('Verify your e-mail.')).toHaveCount(0)
  }
})

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
    const { code } = await mailTo(page, email, /signing in/)
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
  const { path } = await mailTo(page, email, /new password/)
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
    await page.getByLabel('Code').fill((await mailTo(page, email, /signing in/)).code)
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
  const { code } = await mailTo(page, 'was-guest@atelier.example', /signing in/)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(await readUserId()).toBe(guestId)
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0)
})

test(
  'signs a user out of all browsers on request, and shows in a second browser that the session ended',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL, shot }) => {
    const email = 'everywhere@atelier.example'
    await signUp(page, email)
    await page.goto((await mailTo(page, email, /^Verify/)).path)
    await expect(page.getByText('You signed up as e•••@atelier.example in this browser.')).toBeVisible()
    await shot('verify-own')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    const other = await browser.newPage({ baseURL: baseURL ?? '' })
    await other.goto('/signin?to=%2Faccount')
    await other.getByLabel('E-mail').fill(email)
    await other.getByLabel('Password', { exact: true }).fill(LONG_PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'Account' })).toBeVisible()
    // Leaves the app first, because an open app would detect the end of the session with its next request.
    await other.goto('/health')

    await page.goto('/account')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
    await expireAccessToken(other)
    await other.goto('/account')
    await expect(other).toHaveURL(/\/signin\?reason=login_required/)
    await expect(other.getByText('Your session ended.')).toBeVisible()
    await other.close()
  },
)

/** Moves the expiry of the stored access token into the past, as if 15 minutes had passed. */
const expireAccessToken = (page: Page) =>
  page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('persist:user') ?? '{}')
    const [head, claims, signature] = record.data.token.split('.')
    const claimValues = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const expiredClaims = btoa(JSON.stringify({ ...claimValues, iat: claimValues.iat - 900, exp: claimValues.iat - 1 }))
    const text = expiredClaims.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    record.data.token = [head, text, signature].join('.')
    localStorage.setItem('persist:user', JSON.stringify(record))
  })

test(
  'refreshes an expired token once for eight tabs with 25 requests each, and keeps all tabs signed in',
  SAMPLED_OPTIONS,
  async ({ page, context }) => {
    await signIn(page)
    // Leaves the app, so that no open app refreshes the token.
    await page.goto('/health')
    await expireAccessToken(page)
    let refreshes = 0
    const refusedCalls: string[] = []
    context.on('response', (response) => {
      if (response.url().endsWith('/v1/auth/refresh')) refreshes += 1
      if (response.status() >= 400) refusedCalls.push(response.url())
    })
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()))
    await Promise.all(tabs.map((tab) => tab.goto('/account')))
    // Waits for the app, because the prerendered page is visible before the app runs.
    await Promise.all(tabs.map((tab) => tab.waitForFunction(() => '__TSR_ROUTER__' in window)))
    const responses = await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(async () => {
          // The router exposes itself on `window`. Its context contains the API client of the pages.
          type Rooted = { __TSR_ROUTER__: { options: { context: { api: { tags: { list(): Promise<unknown> } } } } } }
          const { api } = (window as unknown as Rooted).__TSR_ROUTER__.options.context
          const results = await Promise.all(Array.from({ length: 25 }, () => api.tags.list()))
          return results.length
        }),
      ),
    )
    expect(responses).toEqual(Array.from({ length: 8 }, () => 25))
    expect([refreshes, refusedCalls]).toEqual([1, []])
    for (const tab of tabs) await expect(tab).toHaveURL(/\/account$/)

    // Signing out in one tab signs out all tabs.
    await tabs[0]!.bringToFront()
    await signOut(tabs[0]!)
    for (const tab of tabs.slice(1))
      await expect(tab.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('persist:user'))).toBe(null)
  },
)

test('opens one palette after sign-out and a second sign-in, and focuses the title after each sign-in', async ({
  page,
}) => {
  const submitSignIn = async () => {
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await page.goto('/signin?to=%2Ftags')
  await submitSignIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeFocused()
  await signOut(page)
  await submitSignIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
