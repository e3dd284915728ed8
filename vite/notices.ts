import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** File name in the folder of the built client. */
export const NOTICE_FILE = 'NOTICE.txt'

/** Vite's list of bundled packages, which is merged into the notice. */
export const BUNDLED_PACKAGES_FILE = 'bundled-licences.json'

export interface LicensedPackage {
  name: string
  version: string
  /** SPDX expression from the package's manifest. */
  licence: string
  /** Texts of its licence and notices; empty if the package has none. */
  text: string
}

interface LockEntry {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

/** README files with the licences of third-party decoders that three includes. */
const VENDORED_READMES = ['draco', 'basis'].map((name) => join('examples', 'jsm', 'libs', name, 'README.md'))

const LICENCE_FILES = /^(licen[cs]e|copying|notices?)([.-]|$)/i

/**
 * Writes the authors and licences of all third-party code: packages in the bundle, which Vite lists (`build.license`), and
 * packages installed with the server.
 */
export function writeNotices(root = '.'): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const bundledList = bundle[BUNDLED_PACKAGES_FILE]
        if (bundledList?.type !== 'asset') throw new Error(`vite/notices.ts did not find ${BUNDLED_PACKAGES_FILE}`)
        const bundled = JSON.parse(String(bundledList.source)) as { name: string; version: string }[]
        delete bundle[BUNDLED_PACKAGES_FILE]
        this.emitFile({ type: 'asset', fileName: NOTICE_FILE, source: formatNotice(listPackages(root, bundled)) })
      },
    },
  }
}

/** Returns the packages installed at run time, and those of `bundled` that are installed only for the build. */
export function listPackages(root: string, bundled: readonly { name: string; version: string }[]): LicensedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const bundledKeys = new Set(bundled.map(({ name, version }) => `${name}@${version}`))
  const packagesByKey = new Map<string, LicensedPackage>()
  for (const [path, { version = '', license, dev, link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    const key = `${name}@${version}`
    const folder = join(root, path)
    // Optional packages for other platforms are not distributed from here.
    if (path === '' || link || packagesByKey.has(key) || (dev && !bundledKeys.has(key)) || !existsSync(folder)) continue
    packagesByKey.set(key, { name, version, ...readLicence(folder, license) })
  }
  const missing = [...bundledKeys].filter((key) => !packagesByKey.has(key))
  if (missing.length > 0) throw new Error(`vite/notices.ts has no entry for ${missing.join(', ')}`)
  return [...packagesByKey.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function readLicence(folder: string, lockedLicence: string | undefined): Pick<LicensedPackage, 'licence' | 'text'> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files
    .filter(({ name }) => LICENCE_FILES.test(name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'))
  const readme = files.find(({ name }) => /^readme/i.test(name))?.name
  const readmeSection = readme
    ? /^#+ *licen[cs]e[\s\S]*?(?=^#+ |$(?![\s\S]))/im.exec(readFileSync(join(folder, readme), 'utf8'))
    : null
  const vendoredReadmes = VENDORED_READMES.map((path) => join(folder, path)).filter((path) => existsSync(path))
  texts.push(...vendoredReadmes.map((path) => readFileSync(path, 'utf8')))
  return {
    licence: lockedLicence ?? readManifestLicence(folder),
    text: (texts.join('\n\n') || readmeSection?.[0] || '').trim(),
  }
}

/** Returns the licence from a package's own manifest, including old formats. */
function readManifestLicence(folder: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license?: string | { type: string }
    licenses?: { type: string }[]
  }
  const stated = typeof license === 'object' ? license.type : license
  return stated ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'see its text'
}

/** Formats the notice: every package once, and every text once for all packages that share it. */
export function formatNotice(packages: readonly LicensedPackage[]): string {
  const byText = new Map<string, LicensedPackage[]>()
  for (const licensed of packages) byText.set(licensed.text, [...(byText.get(licensed.text) ?? []), licensed])
  const parts = [...byText].map(([text, sharers]) => {
    const names = sharers.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join('\n')
    return `${names}\n\n${text || 'The package does not include its licence text.'}`
  })
  const intro = `Atelier uses third-party software. These ${packages.length} packages are sent to browsers or run on its server.`
  return [intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)
}
