import type { Page } from '@playwright/test'
import { assetRows, expect, openSignedIn, test } from './support.ts'

/** URL patterns of the prefetch requests that hovering can cause, by kind. */
const AHEAD = {
  'rows of a page behind': /\/v1\/assets\?.*page=3/,
  'code of another page': /\/assets\/tags/,
  'files that may come to be used': /\/ahead-files/,
  'the code of a menu': /\/assets\/MenuPanel/,
  'a strip of a model': /\/turntable|\/v1\/assets\/[^/?]+\/turntable/,
} as const

const LONGER_THAN_POINTED_MS = 250

/** Hovers over the list's controls, presses a single button, and returns the requests that the page sent. */
async function lookAround(page: Page): Promise<string[]> {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openSignedIn(page, '/assets')
  await expect(assetRows(page)).toHaveCount(10)
  await expect.poll(() => requestedUrls.some((url) => url.includes('RowExtras'))).toBe(true)
  // The rows' pointer handlers load together with the presence code. So they are ready after the first presence request.
  await expect.poll(() => requestedUrls.some((url) => url.includes('/v1/presence'))).toBe(true)
  await page.locator('th').getByRole('button', { name: 'Type' }).hover()
  await assetRows(page).nth(1).locator('[data-turns]').hover()
  // The page requests a turntable after a timeout. This timeout starts later and is longer, so it ends after that one.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LONGER_THAN_POINTED_MS)
  await assetRows(page)
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .hover()
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).hover()
  const before = await assetRows(page).first().getAttribute('data-row')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(assetRows(page).first()).not.toHaveAttribute('data-row', before!)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  return requestedUrls
}

const kindsOf = (requestedUrls: readonly string[]) =>
  Object.entries(AHEAD).flatMap(([kind, pattern]) => (requestedUrls.some((url) => pattern.test(url)) ? [kind] : []))

test('without data saving, prefetches the next rows, and code and pictures that hovered elements may need', async ({
  page,
}) => {
  const requestedUrls = await lookAround(page)
  await expect.poll(() => kindsOf(requestedUrls)).toEqual(Object.keys(AHEAD))
})

test('prefetches nothing while data saving is on and loads everything on demand', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const requestedUrls = await lookAround(page)
  // Waits for an idle callback, because pages prefetch in idle callbacks.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
  expect(kindsOf(requestedUrls)).toEqual([])
  // Counts only requests for a page of rows, not requests for a total.
  expect(requestedUrls.flatMap((url) => /^\/v1\/assets\?.*\bpage=(\d+)/.exec(url)?.[1] ?? [])).toEqual(['1', '2'])
  await assetRows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
})
