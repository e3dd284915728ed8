/**
 * Checks every page as an admin sees it: axe violations in both colour schemes, wide and narrow, layout shift during loading, and
 * script size. Run `npx tsx bench/screens.ts`, after `npm run build`. `SHOTS=folder` saves a screenshot of each page;
 * `ONLY='/tags /jobs'` limits the pages. Elements that shift more than the limit are reported. A page's own scripts are the files
 * that no other page's HTML names.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { PAGE_FILES_NAME, type PageFiles } from '../server/client/page-files.ts'
import { findAxeViolationsInBothSchemes } from '../tests/journeys/axe.ts'
import { readLayoutShifts, recordLayoutShifts } from '../tests/journeys/layout-shifts.ts'
import { openSignedIn, RunningServer } from '../tests/journeys/support.ts'
import { ensureChromium, PAGE_ARGS } from '../tests/support/chromium.ts'

const CLIENT = 'dist/app'
const MAX_LAYOUT_SHIFT = 0.02

const PAGES = process.env['ONLY']?.split(' ') ?? [
  '/',
  '/assets',
  '/assets/new',
  '/assets/import',
  '/assets/…',
  '/tags',
  '/applications',
  '/bodies',
  '/jobs',
  '/users',
  '/users/…/assets',
  '/wardrobe',
  '/activity',
  '/activity/assets',
  '/trash',
  '/tokens',
  '/webhooks',
  '/settings',
  '/account',
  '/viewer',
]
const WIDTHS = [1280, 390]

const { pages } = JSON.parse(readFileSync(join(CLIENT, PAGE_FILES_NAME), 'utf8')) as PageFiles
const sizes = new Map<string, number>()
const gzipSizeOf = (file: string) => {
  const size = sizes.get(file) ?? gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length / 1000
  sizes.set(file, size)
  return size
}
const scriptsOf = (path: string) =>
  (pages.find((entry) => new RegExp(`^${entry.path}/?$`).test(path))?.files ?? []).filter((file) =>
    file.endsWith('.js'),
  )
/** Returns the size of the scripts that no other page has, in kB of gzip. */
const ownScriptsKb = (path: string) => {
  const others = new Set(
    pages.filter((entry) => !new RegExp(`^${entry.path}/?$`).test(path)).flatMap(({ files }) => files),
  )
  return scriptsOf(path)
    .filter((file) => !others.has(file))
    .reduce((sum, file) => sum + gzipSizeOf(file), 0)
}

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: PAGE_ARGS })
const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
const page = await context.newPage()
try {
  await recordLayoutShifts(page)
  await openSignedIn(page, '/assets', undefined, server.url)
  const ids = await readIds(page)
  for (const path of PAGES) {
    const url = path.replace('/assets/…', `/assets/${ids.asset}`).replace('/users/…', `/users/${ids.user}`)
    const cells: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      await page.goto(url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'), null, { timeout: 30_000 })
      await page.waitForTimeout(700)
      const { sum: shift, movedElements } = await readLayoutShifts(page)
      if (shift >= MAX_LAYOUT_SHIFT) console.error(`${path} ${width} moved: ${movedElements.join('\n  ')}`)
      const violations = await findAxeViolationsInBothSchemes(page, async (scheme) => {
        if (!process.env['SHOTS']) return
        const name = `${path.replaceAll('/', '-').replace('…', 'one')}-${width}-${scheme}.png`
        await page.screenshot({ path: join(process.env['SHOTS'], name) })
      })
      for (const violation of violations) console.error(`${path} ${width} ${violation}`)
      const countOf = (scheme: string) => violations.filter((violation) => violation.startsWith(scheme)).length
      cells.push(`${countOf('light')}`, `${countOf('dark')}`, shift.toFixed(3))
    }
    console.log(`| \`${path}\` | ${cells.join(' | ')} | ${ownScriptsKb(url).toFixed(1)} |`)
  }
} finally {
  await browser.close()
  await server.remove()
}

async function readIds(usersPage: Page): Promise<{ asset: string; user: string }> {
  const link = usersPage.locator('tbody a[href^="/assets/"]').first()
  const asset = ((await link.getAttribute('href')) ?? '').split('/').at(-1)!
  await usersPage.goto('/users')
  const user = usersPage.locator('tbody a[href^="/users/"]').first()
  return { asset, user: ((await user.getAttribute('href')) ?? '').split('/')[2]! }
}
