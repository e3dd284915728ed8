/**
 * Measures the JavaScript loaded by the first visit to a page, in gzip bytes: `npx tsx bench/first-load.ts`, after `npm run
 * build`. Counts bytes, not time, so results are the same on every machine.
 */
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ADMIN_EMAIL, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
try {
  const page = await browser.newPage()
  const scripts = new Map<string, number>()
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) {
      // Responses in flight are lost when the page navigates away.
      const body = await response.body().catch(() => undefined)
      if (body) scripts.set(new URL(response.url()).pathname, gzipSync(body, { level: 9 }).length)
    }
  })
  const printTotal = (name: string) => {
    const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
    console.log(`${name}: ${(total / 1000).toFixed(1)} kB gzip in ${scripts.size} files`)
    for (const [path, bytes] of [...scripts].sort(([, a], [, b]) => b - a).slice(0, 12)) {
      console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} ${path}`)
    }
  }
  await page.goto(`${server.url}/signin`, { waitUntil: 'networkidle' })
  printTotal('sign-in')
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  scripts.clear()
  await page.goto(`${server.url}/`)
  await page.getByRole('main').getByRole('cell').first().waitFor()
  printTotal('dashboard, until its chart is shown')
  scripts.clear()
  // The live event stream never ends, so the network is never idle. Prefetching is done shortly after the rows.
  await page.goto(`${server.url}/assets`)
  await page.locator('tbody a').first().waitFor()
  printTotal('asset list, until its rows are shown')
  await page.waitForTimeout(3000)
  printTotal('asset list, including prefetched files')
} finally {
  await browser.close()
  await server.remove()
}
