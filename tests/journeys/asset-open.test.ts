import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

/**
 * Records the layout shift score (CLS) and the largest shift in pixels, from now on or from the start of the page load. Callers
 * use `now` after a click, because the click itself folds the navigation rail.
 */
const recordShifts = (page: Page, since: 'now' | 'load') =>
  page.evaluate(async (since) => {
    if (since === 'now') await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shifts = { score: 0, largest: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        shifts.score += entry.value
        // An element with an empty rectangle has appeared or disappeared, which is no shift.
        for (const { previousRect: from, currentRect: to } of entry.sources)
          if (from.width * from.height > 0 && to.width * to.height > 0)
            shifts.largest = Math.max(shifts.largest, Math.abs(from.x - to.x), Math.abs(from.y - to.y))
      }
    }).observe({ type: 'layout-shift', buffered: since === 'load' })
  }, since)
const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { score: number; largest: number } }).shifts)

/** Blocks all responses about a single asset until `release` is called. */
async function blockResponses(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/v1\/assets\/[0-9a-f-]{36}/, async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release() }
}

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`asset page at ${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test(
      'shows the row data of an asset opened from a list, then loads the rest with little layout shift',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        await openSignedIn(page, '/assets?filter={"locked":"false"}')
        const link = assetRows(page).nth(1).locator('a[href^="/assets/"]').first()
        const title = (await link.textContent()) ?? ''
        const responses = await blockResponses(page)
        await link.click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await recordShifts(page, 'now')
        await expect(nameField(page)).toHaveValue(title)
        await expect(nameField(page)).not.toBeEditable()
        await expect(page.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true')
        expect.soft(await findAxeViolations(page)).toEqual([])
        await shot(`asset-seen-${width}`)
        responses.release()
        await expect(nameField(page)).toBeEditable()
        await expect(page.getByRole('group', { name: 'Activity' }).getByRole('listitem').first()).toBeAttached()
        const { score, largest } = await readShifts(page)
        test.info().annotations.push({ type: 'shift', description: `${score.toFixed(4)}, ${largest} px` })
        expect.soft(largest).toBeLessThan(200)
        expect(score).toBeLessThan(0.05)
      },
    )

    test(
      'shows placeholders for an asset opened by URL, then loads the asset with little layout shift',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        await signIn(page)
        const path = await assetRows(page).nth(1).locator('a[href^="/assets/"]').first().getAttribute('href')
        const responses = await blockResponses(page)
        await page.goto(path ?? '')
        await expect(page.getByRole('heading', { level: 1, name: 'Loading…' })).toBeVisible()
        await recordShifts(page, 'load')
        await shot(`asset-waiting-${width}`)
        responses.release()
        await expect(page.getByRole('group', { name: 'Activity' }).getByRole('listitem').first()).toBeAttached()
        await expect(nameField(page)).toBeAttached()
        const { score, largest } = await readShifts(page)
        test.info().annotations.push({ type: 'shift', description: `${score.toFixed(4)}, ${largest} px` })
        expect.soft(largest).toBeLessThan(200)
        expect(score).toBeLessThan(0.05)
        await shot(`asset-loaded-${width}`)
      },
    )
  })
}

test(
  'reaches the name field of an asset with the skip link and at most six presses of Tab',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/assets?filter={"locked":"false"}')
    await assetRows(page).nth(1).locator('a[href^="/assets/"]').first().click()
    await expect(nameField(page)).toBeEditable()
    await page.reload()
    await expect(nameField(page)).toBeEditable()
    const stops: string[] = []
    while (stops.length < 12) {
      await page.keyboard.press('Tab')
      stops.push(
        await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel || ''),
      )
      if (stops.length === 1) await page.keyboard.press('Enter')
      if (await nameField(page).evaluate((field) => field === document.activeElement)) break
    }
    expect(stops[0]).toBe('Skip to content')
    expect(stops.length, stops.join(' · ')).toBeLessThanOrEqual(6)
  },
)
