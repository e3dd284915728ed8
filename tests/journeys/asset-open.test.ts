import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, signIn, test } from './support.ts'

/**
 * Adds up how far what stands on the page is pushed about, as browsers score it (CLS), and the farthest push in pixels: from
 * now on, or `since` the page began. What a press itself moves is no push: the rail folds as the page is entered.
 */
const watchShifts = (page: Page, since: 'now' | 'began') =>
  page.evaluate(async (since) => {
    if (since === 'now') await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const told = { score: 0, farthest: 0, what: '' }
    Object.assign(window, { shifts: told })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        told.score += entry.value
        // Where one of the two is empty the thing came or went, and nothing was pushed.
        for (const { previousRect: from, currentRect: to } of entry.sources)
          if (from.width * from.height > 0 && to.width * to.height > 0)
            told.farthest = Math.max(told.farthest, Math.abs(from.x - to.x), Math.abs(from.y - to.y))
      }
    }).observe({ type: 'layout-shift', buffered: since === 'began' })
  }, since)
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { score: number; farthest: number; what: string } }).shifts)

/** Holds back every answer about one asset until it is let go. */
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
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test(
      'an asset opened from a list shows what the list had at once, and nothing jumps when the rest comes',
      SAMPLED,
      async ({ page, shot }) => {
        await openAs(page, '/assets?filter={"locked":"false"}')
        const link = rows(page).nth(1).locator('a[href^="/assets/"]').first()
        const title = (await link.textContent()) ?? ''
        const answers = await holdAnswers(page)
        await link.click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await watchShifts(page, 'now')
        await expect(name(page)).toHaveValue(title)
        await expect(name(page)).not.toBeEditable()
        await expect(page.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true')
        expect.soft(await faultsOf(page)).toEqual([])
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
      'an asset opened by its address shows places for what comes, and nothing jumps when it does',
      SAMPLED,
      async ({ page, shot }) => {
        await signIn(page)
        const path = await rows(page).nth(1).locator('a[href^="/assets/"]').first().getAttribute('href')
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

test('the name of an asset is within six stops of the keyboard from the top of the page', SAMPLED, async ({ page }) => {
  await openAs(page, '/assets?filter={"locked":"false"}')
  await rows(page).nth(1).locator('a[href^="/assets/"]').first().click()
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
})
