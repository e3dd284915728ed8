import { defineConfig } from '@playwright/test'
import { slowSeed } from './tests/journeys/slow.ts'
import { CHROMIUM_ARGS, findChromium, PAGE_ARGS } from './tests/support/chromium.ts'

const executablePath = findChromium()
const launched = (args: string[]) => ({ launchOptions: { args, ...(executablePath ? { executablePath } : {}) } })

/** Journeys of the viewer by itself, which put WebGL to the test: lost contexts, many on a page. */
const VIEWERS = /(embed(-[a-z]+)?|viewer-[a-z]+)\.test\.ts$/

/** How many times longer is waited where the machine is made slow. */
const PATIENCE = slowSeed === undefined ? 1 : 4

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/seeded.ts',
  outputDir: 'artifacts/journeys',
  reporter: [['list'], ['json', { outputFile: 'artifacts/journeys.json' }]],
  fullyParallel: false,
  // Each with a server and a store of its own; half of a journey is waiting.
  workers: 2,
  retries: 0,
  // As long as the longest needs where both cores are busy: one that hangs is found by what it waits for.
  timeout: PATIENCE * 180_000,
  expect: { timeout: PATIENCE * 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // It would answer what a journey stands in for; those about it let it in.
    serviceWorkers: 'block',
    // Overlays then come and go at once; journeys about movement ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'pages', testIgnore: VIEWERS, use: launched(PAGE_ARGS) },
    { name: 'viewers', testMatch: VIEWERS, use: launched(CHROMIUM_ARGS) },
  ],
})
