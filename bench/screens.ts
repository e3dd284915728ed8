/**
 * Every page as an admin finds it: what axe finds in the light and in the dark, wide and narrow, how much it moved while it
 * came, and its scripts: `npx tsx bench/screens.ts`, after `npm run build`. `SHOTS=folder` keeps a picture of each,
 * `ONLY='/tags /jobs'` looks at these alone. What moved a page further than is promised is told.
 * A page's own code is what its HTML names beyond what the smallest page of the frame does.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { PAGE_FILES, type PageFiles } from '../server/client/page-files.ts'
import { faultsInBothSchemes } from '../tests/journeys/axe.ts'
import { shiftsOf, watchShifts } from '../tests/journeys/shifts.ts'
import { openAs, RunningServer } from '../tests/journeys/support.ts'
import { haveChromium, PAGE_ARGS } from '../tests/support/chromium.ts'

const CLIENT = 'dist/app'
/** What is promised: a page moves less by itself. */
const MOST_SHIFT = 0.02

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

const { pages } = JSON.parse(readFileSync(join(CLIENT, PAGE_FILES), 'utf8')) as PageFiles
const sizes = new Map<string, number>()
const sizeOf = (file: string) => {
  const size = sizes.get(file) ?? gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length / 1000
  sizes.set(file, size)
  return size
}
const scriptsOf = (path: string) =>
  (pages.find((it) => new RegExp(`^${it.path}/?$`).test(path))?.files ?? []).filter((file) => file.endsWith('.js'))
/** In kB of gzip: what no other page has. */
const ownOf = (path: string) => {
  const others = new Set(pages.filter((it) => !new RegExp(`^${it.path}/?$`).test(path)).flatMap(({ files }) => files))
  return scriptsOf(path)
    .filter((file) => !others.has(file))
    .reduce((sum, file) => sum + sizeOf(file), 0)
}

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: haveChromium(), args: PAGE_ARGS })
const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
const page = await context.newPage()
try {
  await watchShifts(page)
  await openAs(page, '/assets', undefined, server.url)
  const ids = await idsOn(page)
  for (const path of PAGES) {
    const address = path.replace('/assets/…', `/assets/${ids.asset}`).replace('/users/…', `/users/${ids.user}`)
    const cells: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'), null, { timeout: 30_000 })
      await page.waitForTimeout(700)
      const { sum: shift, moved } = await shiftsOf(page)
      if (shift >= MOST_SHIFT) console.error(`${path} ${width} moved: ${moved.join('\n  ')}`)
      const faults = await faultsInBothSchemes(page, async (scheme) => {
        if (!process.env['SHOTS']) return
        const name = `${path.replaceAll('/', '-').replace('…', 'one')}-${width}-${scheme}.png`
        await page.screenshot({ path: join(process.env['SHOTS'], name) })
      })
      for (const fault of faults) console.error(`${path} ${width} ${fault}`)
      const of = (scheme: string) => faults.filter((it) => it.startsWith(scheme)).length
      cells.push(`${of('light')}`, `${of('dark')}`, shift.toFixed(3))
    }
    console.log(`| \`${path}\` | ${cells.join(' | ')} | ${ownOf(address).toFixed(1)} |`)
  }
} finally {
  await browser.close()
  await server.remove()
}

async function idsOn(of: Page): Promise<{ asset: string; user: string }> {
  const link = of.locator('tbody a[href^="/assets/"]').first()
  const asset = ((await link.getAttribute('href')) ?? '').split('/').at(-1)!
  await of.goto('/users')
  const user = of.locator('tbody a[href^="/users/"]').first()
  return { asset, user: ((await user.getAttribute('href')) ?? '').split('/')[2]! }
}
