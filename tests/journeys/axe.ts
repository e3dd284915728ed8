import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * What axe finds wrong with the page as it stands, by rule and place: with every rule of its own, and the size of targets.
 * Only `rules`, where they are named.
 */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    // React Aria's announcer points at what it reads out, which may be gone by then; a tip is read with its control.
    const seen = {
      include: [['html']],
      exclude: [['[data-live-announcer]'], ['[data-overlay-container]:has(> [role="tooltip"])']],
    }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      seen,
      rules ? { runOnly: { type: 'rule', values: [...rules] } } : { rules: { 'target-size': { enabled: true } } },
    )
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules)
}

/** The rules whose outcome is another in other colours. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong with the page in the light and in the dark. The same page stands in both, so only what colours can
 * change is looked at twice. `look` is called in each.
 */
export async function faultsInBothSchemes(
  page: Page,
  look: (scheme: 'light' | 'dark') => Promise<void>,
): Promise<string[]> {
  // All rules first: what stands for a moment only, a toast, is still there.
  const light = await inScheme(page, 'light', undefined, look)
  const dark = await inScheme(page, 'dark', OF_COLOUR, look)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

async function inScheme(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules: readonly string[] | undefined,
  look: (scheme: 'light' | 'dark') => Promise<void>,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  // Half way from one colour to the other nothing is as it is meant.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((it) => (it instanceof CSSTransition ? it.finished.catch(() => {}) : undefined)),
    ),
  )
  const faults = await faultsOf(page, rules)
  await look(colorScheme)
  return faults.map((fault) => `${colorScheme} ${fault}`)
}
