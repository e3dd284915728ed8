import type { Page } from '@playwright/test'
import { assetRows, expect, openSignedIn, test } from './support.ts'

/** URL patterns of prefetch requests, by the kind of file or data. */
const PREFETCH_PATTERNS = {
  'rows of the next page': /\/v1\/assets\?.*page=3/,
  'code of another page': /\/assets\/tags/,
  'list of files to prefetch': /\/ahead-files/,
  'the code of a menu': /\/assets\/MenuPanel/,
  'frames of a rotating model': /\/turntable|\/v1\/assets\/[^/?]+\/turntable/,
} as const

/** Longer than the delay after which the page requests the turntable of a hovered picture. */
const BEYOND_HOVER_DELAY_MS = 250

/** Hovers over the list's controls, presses a single button, and returns the requests that the page sent. */
async function hoverControls(page: Page): Promise<string[]> {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openSignedIn(page, '/assets')
  await expect(assetRows(page)).toHaveCount(10)
  await expect.poll(() => requestedUrls.some((url) => url.includes('RowExtras'))).toBe(true)
  // The rows' pointer handlers load together with the presence code, so the first presence request proves that both are loaded.
  await expect.poll(() => requestedUrls.some((url) => url.includes('/v1/presence'))).toBe(true)
  await page.locator('th').getByRole('button', { name: 'Type' }).hover()
  await assetRows(page).nth(1).locator('[data-turns]').hover()
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), BEYOND_HOVER_DELAY_MS)
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

const findPrefetchKinds = (requestedUrls: readonly string[]) =>
  Object.entries(PREFETCH_PATTERNS).flatMap(([kind, pattern]) =>
    requestedUrls.some((url) => pattern.test(url)) ? [kind] : [],
  )

test('prefetches the next rows, and code and pictures for hovered elements, while data saving is off', async ({
  page,
}) => {
  const requestedUrls = await hoverControls(page)
  await expect.poll(() => findPrefetchKinds(requestedUrls)).toEqual(Object.keys(PREFETCH_PATTERNS))
})

test('prefetches nothing while data saving is on and loads everything on demand', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const requestedUrls = await hoverControls(page)
  // Waits for an idle callback, because pages prefetch in idle callbacks.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
  expect(findPrefetchKinds(requestedUrls)).toEqual([])
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
