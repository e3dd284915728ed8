import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runInstaller } from '../run-installer.ts'

/** Debian packages of Firefox, of WebKit with its driver, and of a virtual screen with software GL. */
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'libgl1-mesa-dri']

export interface WebKitPrograms {
  driver: string
  browser: string
}

/** Returns the path of Firefox, or undefined if Firefox or Xvfb is missing. */
export const findFirefox = (): string | undefined =>
  findOnPath('Xvfb') && (findOnPath('firefox-esr') ?? findOnPath('firefox'))

/** Returns the paths of WebKit, or undefined if the browser, its driver or Xvfb is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const [driver, browser] = [findOnPath('WebKitWebDriver'), findMiniBrowser()]
  return findOnPath('Xvfb') && driver && browser ? { driver, browser } : undefined
}

/** Installs the Debian packages of missing engines other than Chromium, if this process is root. */
export function installEngines(): void {
  const areInstalled = () => findFirefox() !== undefined && findWebKit() !== undefined
  if (!areInstalled() && process.getuid?.() === 0 && findOnPath('apt-get')) {
    // Limits the delay by an unresponsive package mirror.
    const timeout = 300_000
    runInstaller(['apt-get', 'update'], { timeout })
    runInstaller(['apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES], {
      timeout,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}

/** Prints one line for each missing engine, whose tests are skipped. */
export function reportMissingEngines(): void {
  if (!findFirefox()) console.log(`Firefox: ${FIREFOX_SKIP_REASON}`)
  if (!findWebKit()) console.log(`WebKit: ${WEBKIT_SKIP_REASON}`)
}

export const FIREFOX_SKIP_REASON = 'skipped without firefox-esr and Xvfb. On Debian, INSTALL=1 npm test installs them.'

export const WEBKIT_SKIP_REASON =
  'skipped without WebKitWebDriver, MiniBrowser and Xvfb. On Debian, INSTALL=1 npm test installs them.'

function findOnPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Finds WebKit's MiniBrowser, which Debian installs in a folder named by architecture and version. */
function findMiniBrowser(): string | undefined {
  const versions = list('/usr/lib').flatMap((folder) =>
    list(join('/usr/lib', folder))
      .filter((name) => /^webkit(2?gtk)-/.test(name))
      .map((name) => join('/usr/lib', folder, name, 'MiniBrowser')),
  )
  return versions.sort().filter(isExecutable).at(-1)
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
