/**
 * How much JavaScript the first visit to a page loads, gzip: `npx tsx bench/first-load.ts`, after `npm run build`.
 * Counts bytes, not time, so it means the same on every machine.
 */
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ADMIN, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: haveChromium(), args: CHROMIUM_ARGS })
try {
  const page = await browser.newPage()
  const scripts = new Map<string, number>()
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) {
      // A page that is left takes what is still on its way with it.
      const body = await response.body().catch(() => undefined)
      if (body) scripts.set(new URL(response.url()).pathname, gzipSync(body, { level: 9 }).length)
    }
  })
  const report = (name: string) => {
    const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
    console.log(`${name}: ${(total / 1000).toFixed(1)} kB gzip in ${scripts.size} files`)
    for (const [path, bytes] of [...scripts].sort(([, a], [, b]) => b - a).slice(0, 12)) {
      console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} ${path}`)
    }
  }
  await page.goto(`${server.url}/signin`, { waitUntil: 'networkidle' })
  report('sign-in')
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  scripts.clear()
  await page.goto(`${server.url}/`)
  await page.getByRole('main').getByRole('cell').first().waitFor()
  report('dashboard, until its chart is there')
  scripts.clear()
  // The live events never end, so the network is never idle: what comes by itself has come a moment after the rows.
  await page.goto(`${server.url}/assets`)
  await page.locator('tbody a').first().waitFor()
  report('asset list, until its rows are there')
  await page.waitForTimeout(3000)
  report('asset list, with what is fetched ahead')
} finally {
  await browser.close()
  await server.remove()
}
