import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runInstaller } from './run-installer.ts'

/** Names of the Chromium executable on the PATH. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Switches that stop Chromium from making background network requests. */
export const OFFLINE_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Switches for WebGL without a GPU. */
export const CHROMIUM_ARGS = [
  ...OFFLINE_ARGS,
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

/** Switches for pages with little 3D. Compositing without the emulated GPU costs a fraction of the time. */
export const PAGE_ARGS = [...OFFLINE_ARGS, '--disable-gpu']

/** Returns the path of an installed Chromium: `CHROMIUM_PATH`, else a program on the PATH, else Playwright's build. */
export function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath) return configuredPath
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return (
    candidates.find(isExecutable) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
  )
}

/**
 * Returns the path of Chromium. If Chromium is missing, installs Playwright's build, or Debian's package if this process is root.
 * Throws if both installations fail.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (!runInstaller(['npx', 'playwright', 'install', 'chromium']) && process.getuid?.() === 0) {
    runInstaller(['apt-get', 'update'])
    runInstaller(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'])
  }
  const installed = findChromium()
  if (!installed)
    throw new Error('Chromium is missing. Install Chromium, set CHROMIUM_PATH to its path, and run the tests again.')
  return installed
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
