import type { Page } from '@playwright/test'

/** Counts by how much each page of the context moves by itself, from before its first script on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { sum: 0 }
    Object.assign(globalThis, { shifted: seen })
    new PerformanceObserver((list) => {
      for (const it of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!it.hadRecentInput) seen.sum += it.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of its layout shifts, which is more than what browsers report as CLS. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifted: { sum: number } }).shifted.sum)
