import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Names Chromium goes by on the PATH. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Switches for a browser that asks nobody on the network for anything. */
export const QUIET_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Switches for WebGL without a graphics card. */
export const CHROMIUM_ARGS = [...QUIET_ARGS, '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** Switches for pages with little 3D: put together without a graphics card's stand-in they cost a fraction. */
export const PAGE_ARGS = [...QUIET_ARGS, '--disable-gpu']

/** The path of a Chromium that is there: `CHROMIUM_PATH`, one on the PATH, or the one Playwright installed. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return (
    candidates.find(isExecutable) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
  )
}

/** Finds Chromium, or installs it: Playwright's own, else Debian's package where this process may. Throws when neither works. */
export function haveChromium(): string {
  const found = findChromium()
  if (found) return found
  const tried = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (tried.status !== 0 && process.getuid?.() === 0) {
    execFileSync('apt-get', ['update'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' })
  }
  const installed = findChromium()
  if (!installed) throw new Error('No Chromium: install one and set CHROMIUM_PATH to it, then run the tests again.')
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
