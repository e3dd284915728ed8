import type { Page, Route } from '@playwright/test'
import { SESSION_KEY } from '../../src/machines/rules/session-key.ts'
import { faultsInBothSchemes } from './axe.ts'
import { holdCode, keepSettings, standing } from './early.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { ADMIN, expect, openAs, PASSWORD, test } from './support.ts'

/** What draws the page to sign in once the app's code is there. */
const SIGN_IN = /\/assets\/sign-in-[^/]+\.js$/

/** Opens the page to sign in with the app's code held back, until what is given back is called; its fields need none of it. */
async function openEarly(page: Page, path = '/signin'): Promise<() => void> {
  const release = await holdCode(page, SIGN_IN)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByLabel('E-mail')).toBeVisible()
  return release
}

/** The app runs: it names the page. */
const appRuns = (page: Page) => expect(page).toHaveTitle(/ · Atelier$/)

/** What a password manager goes by. */
const fields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input')].map(({ name, type, autocomplete, form, labels }) => ({
      name,
      type,
      autocomplete,
      form: form?.getAttribute('aria-label'),
      label: labels?.[0]?.textContent,
    })),
  )

for (const [what, width, path, settings] of [
  ['in a window', 1280, '/signin', {}],
  [
    'of a session that ended, on a phone, in German and dark',
    390,
    '/signin?reason=login_required&to=%2Ftags',
    { 'atelier:language': 'de', 'atelier:theme': 'dark' },
  ],
] as const)
  test(`the page to sign in ${what} is the app’s own, drawn before it: nothing moves as it comes`, async ({
    page,
    shot,
  }) => {
    await watchShifts(page)
    await keepSettings(page, settings)
    await page.setViewportSize({ width, height: 800 })
    const release = await openEarly(page, path)
    await page.evaluate(() => document.fonts.ready)
    await expect(page).toHaveTitle('Atelier')
    const early = [await standing(page), await fields(page)]
    expect(early[0]!.length).toBeGreaterThan(10)
    await shot(`first-sign-in-${width}`)
    const { sum } = await shiftsOf(page)
    release()
    await appRuns(page)
    expect([await standing(page), await fields(page)]).toEqual(early)
    await shot(`first-sign-in-${width}-app`)
    expect((await shiftsOf(page)).sum - sum).toBeLessThan(0.001)
  })

test('who signs in before the app is there is signed in once it is, and no password is ever in an address', async ({
  page,
  shot,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  for (const send of [
    () => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    () => page.getByLabel('Password', { exact: true }).press('Enter'),
  ]) {
    const release = await openEarly(page, '/signin?to=%2Ftags')
    await page.getByLabel('E-mail').fill(ADMIN)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await send()
    await send()
    await expect(page.getByText('Working', { exact: false })).toBeAttached()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveAttribute('data-busy')
    await shot('first-sign-in-sent')
    await expect(page).toHaveURL(/\/signin\?to=%2Ftags$/)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await page.unroute(SIGN_IN)
  }
  expect(addresses.filter((url) => url.includes(encodeURIComponent(PASSWORD)))).toEqual([])
  expect(addresses.filter((url) => url.endsWith('/v1/auth/login'))).toHaveLength(2)
})

test('who sends before the password is typed, and types on, is asked to send again', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/auth/login') && sent.push(request.url()))
  const release = await openEarly(page)
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('E-mail').press('Enter')
  await password.pressSequentially(PASSWORD.slice(0, 4))
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveAttribute('data-busy')
  release()
  await appRuns(page)
  await password.pressSequentially(PASSWORD.slice(4))
  expect(sent).toEqual([])
  await expect(page).toHaveURL(/\/signin$/)
  await password.press('Enter')
  await expect(page).not.toHaveURL(/\/signin/)
  expect(sent).toHaveLength(1)
})

test('what is typed, pressed and focused before the app is there is so in it, and typing goes on', async ({ page }) => {
  const release = await openEarly(page)
  const email = page.getByLabel('E-mail')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await email.focus()
  await page.keyboard.type('admin@')
  release()
  await appRuns(page)
  await expect(email).toBeFocused()
  await page.keyboard.type('atelier.example')
  await expect(email).toHaveValue(ADMIN)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('a mailed code chosen before the app is there is asked for once it is', async ({ page }) => {
  const release = await openEarly(page)
  await page.getByRole('radio', { name: 'E-mail code' }).click()
  release()
  await appRuns(page)
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
})

test('where the app’s code does not come the early page says so, and loads anew', async ({ page, shot }) => {
  await page.route(/\/assets\/(sign-in|app)-[^/]+\.js$/, (route) => route.abort())
  await page.goto('/signin')
  await expect(page.getByRole('alert')).toContainText('Atelier didn’t load.')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await faultsInBothSchemes(page, async () => {})).toEqual([])
  await shot('first-sign-in-missing')
  await page.unroute(/\/assets\/(sign-in|app)-[^/]+\.js$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await appRuns(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const [what, file, lose] of [
  ['its own script is lost', /\/assets\/index-[^/]+\.js$/, (route: Route) => route.abort()],
  [
    'its own script is of another version',
    /\/assets\/index-[^/]+\.js$/,
    (route: Route) => route.fulfill({ status: 404 }),
  ],
  ['what that begins with is lost', /\/assets\/runtime-[^/]+\.js$/, (route: Route) => route.abort()],
  ['the sentences of all pages are lost', /\/assets\/common-[^/]+\.js$/, (route: Route) => route.abort()],
] as const)
  test(`where ${what} every page says so, and none waits for it`, async ({ page }) => {
    await openAs(page, '/health')
    const session = await page.evaluate((key) => localStorage.getItem(key)!, SESSION_KEY)
    await page.route(file, lose)
    const told = page.getByRole('alert').filter({ hasText: 'Atelier didn’t load.' })
    for (const path of ['/assets', '/tags']) {
      await page.goto(path)
      await expect(told).toHaveCount(1)
    }
    await expect(page.locator('#app tbody tr')).toHaveCount(0)
    await page.goto('/health')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/signin')
    await expect(told).toHaveCount(1)
    await page.getByLabel('E-mail').fill(ADMIN)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveAttribute('data-busy')
    await expect(page).toHaveURL(/\/signin$/)
    await page.unroute(file)
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, session] as const)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect(told).toHaveCount(0)
  })

test('a button that is held down while the app comes is pressed when it is let go', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/auth/login') && sent.push(request.url()))
  const release = await openEarly(page, '/signin?to=%2Ftags')
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.evaluate(() => document.querySelector('#app')!.setAttribute('data-first', ''))
  await page.getByRole('button', { name: 'Sign in', exact: true }).hover()
  await page.mouse.down()
  release()
  // It runs, beside the page that stands.
  await appRuns(page)
  await expect(page.locator('#app')).toHaveAttribute('data-first')
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the early page to sign in is as accessible as the app: nothing that axe finds, light and dark', async ({
  page,
}) => {
  await openEarly(page)
  expect(await faultsInBothSchemes(page, async () => {})).toEqual([])
})

test('whoever is signed in already is led on, and sees no fields before', async ({ page }) => {
  await openAs(page, '/tags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await page.goto('about:blank')
  const drawn: string[] = []
  await page.exposeFunction('tell', (text: string) => drawn.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const field = document.querySelector('input[type="password"]')
      if (field) (window as unknown as { tell: (text: string) => void }).tell(location.href)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/signin?to=%2Ftags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  expect(drawn).toEqual([])
})
