/**
 * Renders the picture of the documentation: `npm run screenshots`, after `npx vite build`. Starts a server with the demo data in
 * a temporary folder, and saves the list of assets as a WebP file.
 */
import { chromium, expect } from '@playwright/test'
import { savePicture } from './journeys/doc-screenshot.ts'
import { assetRows, openSignedIn, RunningServer } from './journeys/support.ts'
import { ensureChromium, PAGE_ARGS } from './support/chromium.ts'

const PATH = 'docs/images/assets.webp'

/** Maximum size of a picture, in bytes. */
const MAX_BYTES = 300_000

const SIZE = { width: 1280, height: 800 }

const server = await RunningServer.create()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: PAGE_ARGS })
try {
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-GB', colorScheme: 'light', reducedMotion: 'reduce' })
  await openSignedIn(page, '/assets', undefined, server.url)
  await expect(assetRows(page)).toHaveCount(10, { timeout: 120_000 })
  // The event stream never lets the network become idle, so the page counts as complete once its pictures are loaded.
  await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0))
  const size = await savePicture(page, PATH)
  if (size > MAX_BYTES) throw new Error(`${PATH} has ${size} bytes; at most ${MAX_BYTES} are allowed.`)
  process.stdout.write(`${PATH}: ${size} bytes\n`)
} finally {
  await browser.close()
  await server.remove()
}
