import type { Page } from '@playwright/test'

/** Layout shifts of a page. `sum` is the sum of all scores, which exceeds the CLS that browsers report. */
export interface LayoutShifts {
  sum: number
  movedElements: string[]
}

interface LayoutShiftEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Records layout shifts without recent user input. Recording starts before the first script of each document of the page. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: LayoutShifts = { sum: 0, movedElements: [] }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as unknown as LayoutShiftEntry[]) {
        if (shift.hadRecentInput) continue
        shifts.sum += shift.value
        for (const { node, previousRect: from, currentRect: to } of shift.sources)
          shifts.movedElements.push(`${node?.outerHTML?.slice(0, 90)} ${from.x},${from.y} → ${to.x},${to.y}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const readLayoutShifts = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(() => (globalThis as unknown as { shifts: LayoutShifts }).shifts)
