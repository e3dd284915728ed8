import type { Page, Route } from '@playwright/test'
import { SESSION_KEY } from '../../src/machines/session/session-key.ts'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { blockScript, readScreenLayout, storeSettings } from './first-paint.ts'
import { readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'
import { ADMIN_EMAIL, expect, openSignedIn, PASSWORD, test } from './support.ts'

const SIGN_IN_SCRIPT = /\/assets\/sign-in-[^/]+\.js$/

/**
 * Opens the sign-in page and blocks the app's script until the returned function is called. The prerendered fields do not need
 * that script.
 */
async function openPrerendered(page: Page, path = '/signin'): Promise<() => void> {
  const release = await blockScript(page, SIGN_IN_SCRIPT)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByLabel('E-mail')).toBeVisible()
  return release
}

/** Waits until the app has set the page's title, which proves that the app is running. */
const waitForApp = (page: Page) => expect(page).toHaveTitle(/ · Atelier$/)

/** Returns the properties of the fields that password managers use. */
const readFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input')].map(({ name, type, autocomplete, form, labels }) => ({
      name,
      type,
      autocomplete,
      form: form?.getAttribute('aria-label'),
      label: labels?.[0]?.textContent,
    })),
  )

for (const [description, width, path, settings] of [
  ['at 1280 pixels', 1280, '/signin', {}],
  [
    'after a session ended, on a phone, in German and dark',
    390,
    '/signin?reason=login_required&to=%2Ftags',
    { 'atelier:language': 'de', 'atelier:theme': 'dark' },
  ],
] as const)
  test(`prerenders the sign-in page as the app renders it, without layout shift: ${description}`, async ({
    page,
    shot,
  }) => {
    await recordLayoutShifts(page)
    await storeSettings(page, settings)
    await page.setViewportSize({ width, height: 800 })
    const release = await openPrerendered(page, path)
    await page.evaluate(() => document.fonts.ready)
    await expect(page).toHaveTitle('Atelier')
    const prerendered = [await readScreenLayout(page), await readFields(page)]
    expect(prerendered[0]!.length).toBeGreaterThan(10)
    await shot(`first-sign-in-${width}`)
    const { sum } = await readLayoutShifts(page)
    release()
    await waitForApp(page)
    expect([await readScreenLayout(page), await readFields(page)]).toEqual(prerendered)
    await shot(`first-sign-in-${width}-app`)
    expect((await readLayoutShifts(page)).sum - sum).toBeLessThan(0.001)
  })

test('signs in after the app has started if the form was submitted earlier, with no password in a URL', async ({
  page,
  shot,
}) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  for (const submit of [
    () => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    () => page.getByLabel('Password', { exact: true }).press('Enter'),
  ]) {
    const release = await openPrerendered(page, '/signin?to=%2Ftags')
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await submit()
    await submit()
    await expect(page.getByText('Working', { exact: false })).toBeAttached()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveAttribute('data-busy')
    await shot('first-sign-in-sent')
    await expect(page).toHaveURL(/\/signin\?to=%2Ftags$/)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await page.unroute(SIGN_IN_SCRIPT)
  }
  expect(requestedUrls.filter((url) => url.includes(encodeURIComponent(PASSWORD)))).toEqual([])
  expect(requestedUrls.filter((url) => url.endsWith('/v1/auth/login'))).toHaveLength(2)
})

test('ignores a submit made before the app starts if the user continues to type the password', async ({ page }) => {
  const loginRequests: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/auth/login') && loginRequests.push(request.url()))
  const release = await openPrerendered(page)
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('E-mail').press('Enter')
  await password.pressSequentially(PASSWORD.slice(0, 4))
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveAttribute('data-busy')
  release()
  await waitForApp(page)
  await password.pressSequentially(PASSWORD.slice(4))
  expect(loginRequests).toEqual([])
  await expect(page).toHaveURL(/\/signin$/)
  await password.press('Enter')
  await expect(page).not.toHaveURL(/\/signin/)
  expect(loginRequests).toHaveLength(1)
})

test('keeps input, focus and password visibility when the app starts while the user is typing', async ({ page }) => {
  const release = await openPrerendered(page)
  const email = page.getByLabel('E-mail')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await email.focus()
  await page.keyboard.type('admin@')
  release()
  await waitForApp(page)
  await expect(email).toBeFocused()
  await page.keyboard.type('atelier.example')
  await expect(email).toHaveValue(ADMIN_EMAIL)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('offers sign-in by mailed code in the app if the user chose this method on the prerendered page', async ({
  page,
}) => {
  const release = await openPrerendered(page)
  await page.getByRole('radio', { name: 'E-mail code' }).click()
  release()
  await waitForApp(page)
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
})

test("shows an error and a reload button on the prerendered page if the app's code fails to load", async ({
  page,
  shot,
}) => {
  await page.route(/\/assets\/(sign-in|app)-[^/]+\.js$/, (route) => route.abort())
  await page.goto('/signin')
  await expect(page.getByRole('alert')).toContainText('Atelier didn’t load.')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await findAxeViolationsInBothSchemes(page, async () => {})).toEqual([])
  await shot('first-sign-in-missing')
  await page.unroute(/\/assets\/(sign-in|app)-[^/]+\.js$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await waitForApp(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const [description, file, disableScript] of [
  ['the entry script fails to load', /\/assets\/index-[^/]+\.js$/, (route: Route) => route.abort()],
  [
    'the entry script was removed by a newer version',
    /\/assets\/index-[^/]+\.js$/,
    (route: Route) => route.fulfill({ status: 404 }),
  ],
  ['the module loader fails to load', /\/assets\/runtime-[^/]+\.js$/, (route: Route) => route.abort()],
  ['the translations of all pages fail to load', /\/assets\/common-[^/]+\.js$/, (route: Route) => route.abort()],
] as const)
  test(`shows one loading error per page, and submits no form, if ${description}`, async ({ page }) => {
    await openSignedIn(page, '/health')
    const session = await page.evaluate((key) => localStorage.getItem(key)!, SESSION_KEY)
    await page.route(file, disableScript)
    const alert = page.getByRole('alert').filter({ hasText: 'Atelier didn’t load.' })
    for (const path of ['/assets', '/tags']) {
      await page.goto(path)
      await expect(alert).toHaveCount(1)
    }
    await expect(page.locator('#app tbody tr')).toHaveCount(0)
    await page.goto('/health')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/signin')
    await expect(alert).toHaveCount(1)
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveAttribute('data-busy')
    await expect(page).toHaveURL(/\/signin$/)
    await page.unroute(file)
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, session] as const)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect(alert).toHaveCount(0)
  })

test('submits the form once if the app starts between press and release of the Sign in button', async ({ page }) => {
  const loginRequests: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/auth/login') && loginRequests.push(request.url()))
  const release = await openPrerendered(page, '/signin?to=%2Ftags')
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.evaluate(() => document.querySelector('#app')!.setAttribute('data-first', ''))
  await page.getByRole('button', { name: 'Sign in', exact: true }).hover()
  await page.mouse.down()
  release()
  // The prerendered page stays visible while the app runs.
  await waitForApp(page)
  await expect(page.locator('#app')).toHaveAttribute('data-first')
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  expect(loginRequests).toHaveLength(1)
})

test('prerenders a sign-in page in which axe finds no violations, in light and dark', async ({ page }) => {
  await openPrerendered(page)
  expect(await findAxeViolationsInBothSchemes(page, async () => {})).toEqual([])
})

test('redirects a signed-in user from the sign-in page without rendering the password field', async ({ page }) => {
  await openSignedIn(page, '/tags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await page.goto('about:blank')
  const pagesWithField: string[] = []
  await page.exposeFunction('tell', (text: string) => pagesWithField.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const field = document.querySelector('input[type="password"]')
      if (field) (window as unknown as { tell: (text: string) => void }).tell(location.href)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/signin?to=%2Ftags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  expect(pagesWithField).toEqual([])
})
