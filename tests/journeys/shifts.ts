import type { Page } from '@playwright/test'

/** By how much a page moved: the sum of its layout shifts, which is more than what browsers report as CLS, and what moved. */
export interface Shifts {
  sum: number
  moved: string[]
}

interface Shift {
  value: number
  hadRecentInput: boolean
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Counts by how much each page of the context moves by itself, from before its first script on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shifts = { sum: 0, moved: [] }
    Object.assign(globalThis, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const it of list.getEntries() as unknown as Shift[]) {
        if (it.hadRecentInput) continue
        seen.sum += it.value
        for (const { node, previousRect: from, currentRect: to } of it.sources)
          seen.moved.push(`${node?.outerHTML?.slice(0, 90)} ${from.x},${from.y} → ${to.x},${to.y}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved until now. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts)
