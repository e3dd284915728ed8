import type { Page } from '@playwright/test'
import { cutTexts } from './fits.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, test } from './support.ts'

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
  'at twice the size in a window of 1280 × 800 every page keeps its title and shows all that takes the focus',
  SAMPLED,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 640, height: 400 })
    await page.goto('/signin')
    await look(page, '/signin')
    await openAs(page, '/assets')
    await expect(rows(page).first()).toBeVisible()
    const asset = (await rows(page).first().getByRole('link').first().getAttribute('href')) ?? ''
    await page.goto('/bodies')
    const link = page.getByRole('main').locator('a[href^="/bodies/"]').first()
    const body = (await link.getAttribute('href')) ?? ''
    await page.goto('/users')
    const person = page.getByRole('main').locator('a[href^="/users/"]').first()
    const user = (await person.getAttribute('href')) ?? ''
    for (const path of [...PATHS, asset, body, user, `${user}/assets`]) {
      await page.goto(path)
      // The last of the form's fields comes late.
      if (path === '/assets/new') await expect(page.getByRole('switch')).toBeAttached()
      await look(page, path)
      await shot(`zoom${path.replaceAll('/', '-')}`)
    }
  },
)

async function look(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 45_000 })
  expect.soft(await cutTexts(page), path).toEqual([])
  expect.soft(await hiddenOnFocus(page), path).toEqual([])
}

/** What is not to be seen while it has the focus; a title that is scrolled out of the frame is told too. */
const hiddenOnFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]'
    const main = document.querySelector('main')!
    const found: string[] = []
    for (const control of main.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (control.tabIndex < 0 || control.matches(':disabled') || !control.checkVisibility()) continue
      // Fields of suggestions open as they are focused.
      if (control.matches('[role="combobox"]')) continue
      control.focus()
      // What is drawn for a field that is only read out is its label.
      const drawn = control.closest('label') ?? control
      const { left, right, top, bottom } = drawn.getBoundingClientRect()
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const seen = document.elementFromPoint(x, y)
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
      if (main.scrollTop !== 0) return [...found, `scrolls the page away: ${control.tagName} ${name}`]
      if (!seen || !(drawn.contains(seen) || seen.contains(drawn))) found.push(`not seen: ${control.tagName} ${name}`)
    }
    return found
  })
