import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe finds wrong with the page as it stands, by rule and place. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // React Aria's announcer points at what it reads out, which may be gone by then; a tip is read with its control.
    const seen = {
      include: [['html']],
      exclude: [['[data-live-announcer]'], ['[data-overlay-container]:has(> [role="tooltip"])']],
    }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(seen, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Still experimental in axe: it takes words that stand apart on screen for one word.
      rules: { 'label-content-name-mismatch': { enabled: false } },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}
