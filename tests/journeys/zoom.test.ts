import type { Page } from '@playwright/test'
import { findClippedTexts } from './clipped-texts.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

const PATHS = [
  '/',
  '/assets',
  '/assets/new',
  '/assets/import',
  '/applications',
  '/bodies',
  '/jobs',
  '/tags',
  '/users',
  '/wardrobe',
  '/activity',
  '/activity/assets',
  '/settings',
  '/account',
  '/tokens',
  '/webhooks',
  '/trash',
  '/viewer',
]

test(
  'keeps the title and every focused control visible on the main pages at 200% zoom in 1280 × 800',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 640, height: 400 })
    await page.goto('/signin')
    await checkPage(page, '/signin')
    await openSignedIn(page, '/assets')
    await expect(assetRows(page).first()).toBeVisible()
    const asset = (await assetRows(page).first().getByRole('link').first().getAttribute('href')) ?? ''
    await page.goto('/bodies')
    const link = page.getByRole('main').locator('a[href^="/bodies/"]').first()
    const body = (await link.getAttribute('href')) ?? ''
    await page.goto('/users')
    const userLink = page.getByRole('main').locator('a[href^="/users/"]').first()
    const user = (await userLink.getAttribute('href')) ?? ''
    for (const path of [...PATHS, asset, body, user, `${user}/assets`]) {
      await page.goto(path)
      // Waits for the last field of the form, which is rendered late.
      if (path === '/assets/new') await expect(page.getByRole('switch')).toBeAttached()
      await checkPage(page, path)
      await shot(`zoom${path.replaceAll('/', '-')}`)
    }
  },
)

async function checkPage(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 45_000 })
  expect.soft(await findClippedTexts(page), path).toEqual([])
  expect.soft(await findHiddenOnFocus(page), path).toEqual([])
}

/** Returns the controls that are not visible when focused, and the controls whose focus scrolls the title away. */
const findHiddenOnFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]'
    const main = document.querySelector('main')!
    const found: string[] = []
    for (const control of main.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (control.tabIndex < 0 || control.matches(':disabled') || !control.checkVisibility()) continue
      // Skips comboboxes, because a combobox opens its suggestions on focus.
      if (control.matches('[role="combobox"]')) continue
      control.focus()
      // The visible part of a visually hidden field is its label.
      const visibleControl = control.closest('label') ?? control
      const { left, right, top, bottom } = visibleControl.getBoundingClientRect()
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const topElement = document.elementFromPoint(x, y)
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
      if (main.scrollTop !== 0) return [...found, `scrolls the page away: ${control.tagName} ${name}`]
      if (!topElement || !(visibleControl.contains(topElement) || topElement.contains(visibleControl)))
        found.push(`not visible: ${control.tagName} ${name}`)
    }
    return found
  })
