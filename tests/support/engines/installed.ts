import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's packages that bring Firefox, WebKit with its driver, and a screen with software GL for both. */
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'libgl1-mesa-dri']

/** WebKit's driver, and the browser it drives. */
export interface WebKitPrograms {
  driver: string
  browser: string
}

/** Where Firefox lies, or undefined where it, or the screen it wants, is missing. */
export const findFirefox = (): string | undefined => onPath('Xvfb') && (onPath('firefox-esr') ?? onPath('firefox'))

/** Where WebKit lies, or undefined where it, its driver, or the screen they want is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const [driver, browser] = [onPath('WebKitWebDriver'), miniBrowser()]
  return onPath('Xvfb') && driver && browser ? { driver, browser } : undefined
}

/**
 * Finds the engines besides Chromium, and installs them where this process may: Debian's packages, as root. Says in one
 * line for each which is missing and will be left out. Nobody's tests fail because a machine has none.
 */
export function haveEngines(): void {
  const isThere = () => findFirefox() !== undefined && findWebKit() !== undefined
  if (!isThere() && process.getuid?.() === 0 && onPath('apt-get')) {
    // A mirror that does not answer keeps nobody from the other tests.
    const timeout = 300_000
    spawnSync('apt-get', ['update'], { stdio: 'inherit', timeout })
    const options = ['install', '-y', '--no-install-recommends', ...PACKAGES]
    spawnSync('apt-get', options, {
      stdio: 'inherit',
      timeout,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  if (!findFirefox()) console.log(`Firefox: ${noFirefox}`)
  if (!findWebKit()) console.log(`WebKit: ${noWebKit}`)
}

/** Why a test of Firefox is left out. */
export const noFirefox = 'skipped, for there is no firefox-esr with Xvfb (Debian: firefox-esr xvfb libgl1-mesa-dri)'

/** Why a test of WebKit is left out. */
export const noWebKit =
  'skipped, for there is no WebKitWebDriver with MiniBrowser and Xvfb (Debian: webkit2gtk-driver xvfb libgl1-mesa-dri)'

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Debian keeps WebKit's browser beside its other programs, in a folder named by machine and version. */
function miniBrowser(): string | undefined {
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
