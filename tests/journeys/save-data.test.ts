import type { Page } from '@playwright/test'
import { expect, openAs, rows, test } from './support.ts'

/** What the page asked for that only what is pointed at could need, by what it is. */
const AHEAD = {
  'rows of a page behind': /\/v1\/assets\?.*page=3/,
  'code of another page': /\/assets\/tags/,
  'files that may come to be used': /\/ahead-files/,
  'the code of a menu': /\/assets\/MenuPanel/,
  'a strip of a model': /\/turntable|\/v1\/assets\/[^/?]+\/turntable/,
} as const

/** Longer than a picture is pointed at before its strip is asked for, in milliseconds. */
const LONGER_THAN_POINTED_MS = 250

/** Goes over the list as somebody does who looks around, presses but one button, and tells what was asked for. */
async function lookAround(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openAs(page, '/assets')
  await expect(rows(page)).toHaveCount(10)
  await expect.poll(() => asked.some((url) => url.includes('RowExtras'))).toBe(true)
  // Rows listen to the pointer once what marks presence, which comes with it, has asked who is there.
  await expect.poll(() => asked.some((url) => url.includes('/v1/presence'))).toBe(true)
  await page.locator('th').getByRole('button', { name: 'Type' }).hover()
  await rows(page).nth(1).locator('[data-turns]').hover()
  // A strip is asked for by a timer of the page: one that is set after it, for longer, ends after it.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LONGER_THAN_POINTED_MS)
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .hover()
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).hover()
  const before = await rows(page).first().getAttribute('data-row')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page).first()).not.toHaveAttribute('data-row', before!)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  return asked
}

const kindsOf = (asked: readonly string[]) =>
  Object.entries(AHEAD).flatMap(([kind, pattern]) => (asked.some((url) => pattern.test(url)) ? [kind] : []))

test('what somebody may come to want is fetched ahead of it', async ({ page }) => {
  const asked = await lookAround(page)
  await expect.poll(() => kindsOf(asked)).toEqual(Object.keys(AHEAD))
})

test('where data is to be saved nothing is fetched before somebody wants it, and all of it when they do', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const asked = await lookAround(page)
  // Later than a page that may fetch ahead does so.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
  expect(kindsOf(asked)).toEqual([])
  // Beside rows of a page, how many there are is asked.
  expect(asked.flatMap((url) => /^\/v1\/assets\?.*\bpage=(\d+)/.exec(url)?.[1] ?? [])).toEqual(['1', '2'])
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
})
