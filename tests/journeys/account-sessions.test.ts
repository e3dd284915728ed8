import type { Page } from '@playwright/test'
import { LONG_PASSWORD, signOut, signUp, waitForMail } from './account-steps.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, expect, PASSWORD, signIn, test } from './support.ts'

test(
  'signs a user out of all browsers on request, and shows in a second browser that the session ended',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL, shot }) => {
    const email = 'everywhere@atelier.example'
    await signUp(page, email)
    await page.goto((await waitForMail(page, email, /^Verify/)).path)
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
