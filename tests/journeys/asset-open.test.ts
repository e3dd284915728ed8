import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

/**
 * Records the layout shift score (CLS) and the largest shift in pixels, from now on or from the start of the page load. Callers
 * start recording after a click, because the click itself folds the navigation rail.
 */
const watchShifts = (page: Page, since: 'now' | 'began') =>
  page.evaluate(async (since) => {
    if (since === 'now') await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shifts = { score: 0, farthest: 0, what: '' }
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
            shifts.farthest = Math.max(shifts.farthest, Math.abs(from.x - to.x), Math.abs(from.y - to.y))
      }
    }).observe({ type: 'layout-shift', buffered: since === 'began' })
  }, since)
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { score: number; farthest: number; what: string } }).shifts)

/** Blocks all responses about a single asset until `release` is called. */
async function holdAnswers(page: Page) {
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

const name = (page: Page) => page.getByLabel('Name', { exact: true })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`opening an asset at ${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test(
      'from a list shows its row data immediately, without layout shift when the remaining data is loaded',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        await openSignedIn(page, '/assets?filter={"locked":"false"}')
        const link = assetRows(page).nth(1).locator('a[href^="/assets/"]').first()
        const title = (await link.textContent()) ?? ''
        const answers = await holdAnswers(page)
        await link.click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await watchShifts(page, 'now')
        await expect(name(page)).toHaveValue(title)
        await expect(name(page)).not.toBeEditable()
        await expect(page.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true')
        expect.soft(await findAxeViolations(page)).toEqual([])
        await shot(`asset-seen-${width}`)
        answers.release()
        await expect(name(page)).toBeEditable()
        await expect(page.getByRole('group', { name: 'Activity' }).getByRole('listitem').first()).toBeAttached()
        const { score, farthest, what } = await shiftsOf(page)
        test.info().annotations.push({ type: 'shift', description: `${score.toFixed(4)}, ${farthest} px` })
        expect.soft(farthest, what).toBeLessThan(200)
        expect(score).toBeLessThan(0.05)
      },
    )

    test(
      'by URL shows placeholders, without layout shift when the asset is loaded',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        await signIn(page)
        const path = await assetRows(page).nth(1).locator('a[href^="/assets/"]').first().getAttribute('href')
        const answers = await holdAnswers(page)
        await page.goto(path ?? '')
        await expect(page.getByRole('heading', { level: 1, name: 'Loading…' })).toBeVisible()
        await watchShifts(page, 'began')
        await shot(`asset-waiting-${width}`)
        answers.release()
        await expect(page.getByRole('group', { name: 'Activity' }).getByRole('listitem').first()).toBeAttached()
        await expect(name(page)).toBeAttached()
        const { score, farthest, what } = await shiftsOf(page)
        test.info().annotations.push({ type: 'shift', description: `${score.toFixed(4)}, ${farthest} px` })
        expect.soft(farthest, what).toBeLessThan(200)
        expect(score).toBeLessThan(0.05)
        await shot(`asset-loaded-${width}`)
      },
    )
  })
}

test(
  'reaches the name field of an asset within six presses of Tab from the top of the page',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/assets?filter={"locked":"false"}')
    await assetRows(page).nth(1).locator('a[href^="/assets/"]').first().click()
    await expect(name(page)).toBeEditable()
    await page.reload()
    await expect(name(page)).toBeEditable()
    const stops: string[] = []
    while (stops.length < 12) {
      await page.keyboard.press('Tab')
      stops.push(
        await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel || ''),
      )
      if (stops.length === 1) await page.keyboard.press('Enter')
      if (await name(page).evaluate((field) => field === document.activeElement)) break
    }
    expect(stops[0]).toBe('Skip to content')
    expect(stops.length, stops.join(' · ')).toBeLessThanOrEqual(6)
  },
)
