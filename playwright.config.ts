import { defineConfig } from '@playwright/test'
import { slowSeed } from './tests/journeys/slow-machine.ts'
import { CHROMIUM_ARGS, findChromium, PAGE_ARGS } from './tests/support/chromium.ts'

// Playwright sets FORCE_COLOR for its workers, and Node warns on stderr if both variables are set.
delete process.env['NO_COLOR']

// Servers and browsers format dates in one time zone. Set `TZ` to try another.
process.env['TZ'] ??= 'UTC'

const executablePath = findChromium()
const launched = (args: string[]) => ({ launchOptions: { args, ...(executablePath ? { executablePath } : {}) } })

/** Journeys of the standalone viewer. They stress WebGL: lost contexts, many viewers on a page. */
const VIEWERS = /(embed(-[a-z]+)?|viewer-[a-z]+)\.test\.ts$/

/** Factor of all timeouts when the machine is slowed down deliberately. */
const PATIENCE = slowSeed === undefined ? 1 : 4

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/global-setup.ts',
  outputDir: 'artifacts/journeys',
  reporter: [['list'], ['json', { outputFile: process.env['JOURNEYS_REPORT'] ?? 'artifacts/journeys.json' }]],
  fullyParallel: false,
  // Each worker has its own server and store. Journeys spend half of their time waiting.
  workers: 2,
  retries: 0,
  // Duration of the longest journey while both cores are busy. Journeys that hang fail earlier by their own expectations.
  timeout: PATIENCE * 180_000,
  expect: { timeout: PATIENCE * 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // A service worker would answer requests that journeys intercept. Journeys about it allow it.
    serviceWorkers: 'block',
    // Overlays open and close immediately. Journeys about animation enable it themselves.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'pages', testIgnore: VIEWERS, use: launched(PAGE_ARGS) },
    { name: 'viewers', testMatch: VIEWERS, use: launched(CHROMIUM_ARGS) },
  ],
})
