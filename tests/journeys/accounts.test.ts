import type { Page } from '@playwright/test'
import { SAMPLED } from './sampled.ts'
import { ADMIN, expect, PASSWORD, signIn, test } from './support.ts'

const LONG = 'quiet harbour at dusk'

/** The newest mail to an address: its code, and the path of its link if it has one. */
async function mailTo(page: Page, address: string, subject: RegExp): Promise<{ code: string; path: string }> {
  const read = async () => {
    const answer = await page.request.get('/dev/mailbox.json')
    const mails: { to: string; subject: string; text: string }[] = await answer.json()
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

async function signUp(page: Page, email: string, password = LONG): Promise<void> {
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

test('an account from nothing: sign up, be turned away unverified, verify by link, change the password', async ({
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
  await page.getByLabel('Password', { exact: true }).fill(LONG)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('We sent a link and a code to your address when you signed up.')).toBeVisible()
  await shot('sign-in-unverified')
  expect(await page.evaluate(() => localStorage.getItem('persist:user'))).toBe(null)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('E-mail sent.')).toBeVisible()

  const { path } = await mailTo(page, email, /^Verify/)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
  await shot('verified')
  // Opened where nobody is signed in, the link can't tell who set the password.
  await expect(page.getByText('We removed the old password.')).toBeVisible()
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await page.getByLabel('New password', { exact: true }).fill(LONG)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(LONG)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.goto('/account')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await shot('account')
  await page.getByLabel('Current password').fill('not this one at all')
  await page.getByLabel('New password', { exact: true }).fill('another harbour at dawn')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This isn’t your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(LONG)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. We signed you out everywhere else.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  await signOut(page)
  await page.goto(path)
  await expect(page.getByText('This link has expired. Ask for a new one.')).toBeVisible()
  await shot('verify-stale')
})

test(
  'signing in with a mailed code: a wrong one is said, another way can be taken, a right one signs in',
  SAMPLED,
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
    // The page is loaded anew: the code can still be typed.
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

test('a forgotten password: the same sentence for every address, a link that works once', async ({ page, shot }) => {
  // An account of its own: who comes next to this server signs in to the demo's with the password that they have.
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
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await shot('reset-stale')
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a new harbour by noon')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test(
  'an address that a stranger signed up with is its owner’s alone by a code, and the owner is told',
  SAMPLED,
  async ({ page, browser, baseURL, shot }) => {
    const email = 'taken-before@atelier.example'
    const stranger = await browser.newPage({ baseURL: baseURL ?? '' })
    await signUp(stranger, email)
    await page.goto('/signin?to=%2Fassets')
    await page.getByLabel('E-mail').fill(email)
    await page.getByText('E-mail code').click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill((await mailTo(page, email, /signing in/)).code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByText('We removed the old password.')).toBeVisible()
    await shot('account-password-removed')
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByLabel('New password', { exact: true }).fill('a harbour of my own')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await expect(page.getByText('We removed the old password.')).toHaveCount(0)
    await mailTo(page, email, /password was removed/)

    // Their live events ended with the session, and so did their page.
    await expect(stranger).toHaveURL(/\/signin\?reason=login_required/)
    await stranger.getByLabel('E-mail').fill(email)
    await stranger.getByLabel('Password', { exact: true }).fill(LONG)
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(stranger.getByText('Wrong e-mail or password.')).toBeVisible()
    await stranger.close()
  },
)

test('a guest who adds an e-mail stays the same person', SAMPLED, async ({ page, shot }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const idOf = () => page.evaluate(() => JSON.parse(localStorage.getItem('persist:user') ?? '{}').data?._id)
  const guest = await idOf()
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
  expect(await idOf()).toBe(guest)
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0)
})

test(
  'signing out everywhere ends the other browser’s session, which is told why and led back',
  SAMPLED,
  async ({ page, browser, baseURL, shot }) => {
    const email = 'everywhere@atelier.example'
    await signUp(page, email)
    await page.goto((await mailTo(page, email, /^Verify/)).path)
    await expect(page.getByText(`You’re signed in as ${email}.`)).toBeVisible()
    await shot('verify-own')
    await page.getByRole('button', { name: 'Yes, verify my e-mail' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    const other = await browser.newPage({ baseURL: baseURL ?? '' })
    await other.goto('/signin?to=%2Faccount')
    await other.getByLabel('E-mail').fill(email)
    await other.getByLabel('Password', { exact: true }).fill(LONG)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'Account' })).toBeVisible()
    // Open, it would notice by whatever it asks next.
    await other.goto('/health')

    await page.goto('/account')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
    await spoil(other)
    await other.goto('/account')
    await expect(other).toHaveURL(/\/signin\?reason=login_required/)
    await expect(other.getByText('Your session ended.')).toBeVisible()
    await other.close()
  },
)

/** Lets the kept access token run out, as a quarter of an hour would. */
const spoil = (page: Page) =>
  page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('persist:user') ?? '{}')
    const [head, claims, seal] = record.data.token.split('.')
    const told = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const old = btoa(JSON.stringify({ ...told, iat: told.iat - 900, exp: told.iat - 1 }))
    const text = old.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    record.data.token = [head, text, seal].join('.')
    localStorage.setItem('persist:user', JSON.stringify(record))
  })

test(
  'eight tabs with an expired token and twenty-five calls each make one refresh and lose nobody',
  SAMPLED,
  async ({ page, context }) => {
    await signIn(page)
    // No page of the app stands by that could renew it.
    await page.goto('/health')
    await spoil(page)
    let refreshes = 0
    const refused: string[] = []
    context.on('response', (answer) => {
      if (answer.url().endsWith('/v1/auth/refresh')) refreshes += 1
      if (answer.status() >= 400) refused.push(answer.url())
    })
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()))
    await Promise.all(tabs.map((tab) => tab.goto('/account')))
    // The page is there before the app runs.
    await Promise.all(tabs.map((tab) => tab.waitForFunction(() => '__TSR_ROUTER__' in window)))
    const answered = await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(async () => {
          // The router stands on the window of its own accord; its context holds the client that the pages use.
          type Rooted = { __TSR_ROUTER__: { options: { context: { api: { tags: { list(): Promise<unknown> } } } } } }
          const { api } = (window as unknown as Rooted).__TSR_ROUTER__.options.context
          const answers = await Promise.all(Array.from({ length: 25 }, () => api.tags.list()))
          return answers.length
        }),
      ),
    )
    expect(answered).toEqual(Array.from({ length: 8 }, () => 25))
    expect([refreshes, refused]).toEqual([1, []])
    for (const tab of tabs) await expect(tab).toHaveURL(/\/account$/)

    // Leaving in one leaves in all.
    await tabs[0]!.bringToFront()
    await signOut(tabs[0]!)
    for (const tab of tabs.slice(1))
      await expect(tab.getByRole('heading', { name: 'Sign in to Atelier' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('persist:user'))).toBe(null)
  },
)

test('who signs out and in again on one page has one app, and is where they asked to be; each time the page’s title has the focus', async ({
  page,
}) => {
  const enter = async () => {
    await page.getByLabel('E-mail').fill(ADMIN)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await page.goto('/signin?to=%2Ftags')
  await enter()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeFocused()
  await signOut(page)
  await enter()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
