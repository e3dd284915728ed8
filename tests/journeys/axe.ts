import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Returns axe's violations on the page, each as its rule and elements. By default, runs axe's default rules and `target-size`.
 */
export async function findAxeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    // React Aria's live announcer may refer to removed elements. Screen readers announce each tooltip with its control.
    const ids = {
      include: [['html']],
      exclude: [['[data-live-announcer]'], ['[data-overlay-container]:has(> [role="tooltip"])']],
    }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      ids,
      rules ? { runOnly: { type: 'rule', values: [...rules] } } : { rules: { 'target-size': { enabled: true } } },
    )
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules)
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's violations in the light and the dark colour scheme. Checks the dark scheme only with the rules that depend on
 * colours. Calls `checkPage` in each scheme.
 */
export async function findAxeViolationsInBothSchemes(
  page: Page,
  checkPage: (scheme: 'light' | 'dark') => Promise<void>,
): Promise<string[]> {
  // Runs all rules in the first scheme, while short-lived elements such as toasts are still shown.
  const light = await findViolationsInScheme(page, 'light', undefined, checkPage)
  const dark = await findViolationsInScheme(page, 'dark', COLOUR_RULES, checkPage)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

async function findViolationsInScheme(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules: readonly string[] | undefined,
  checkPage: (scheme: 'light' | 'dark') => Promise<void>,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  // Waits for colour transitions to end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((animation) => (animation instanceof CSSTransition ? animation.finished.catch(() => {}) : undefined)),
    ),
  )
  const violations = await findAxeViolations(page, rules)
  await checkPage(colorScheme)
  return violations.map((violation) => `${colorScheme} ${violation}`)
}
