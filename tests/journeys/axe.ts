import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe finds wrong with the page as it stands, by rule and place: with every rule of its own, and the size of targets. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // React Aria's announcer points at what it reads out, which may be gone by then; a tip is read with its control.
    const seen = {
      include: [['html']],
      exclude: [['[data-live-announcer]'], ['[data-overlay-container]:has(> [role="tooltip"])']],
    }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(seen, {
      rules: { 'target-size': { enabled: true } },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}
