import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Where it lies, in the folder of the built client. */
export const NOTICE_FILE = 'NOTICE.txt'

/** What Vite notes of the packages that went into the bundle, before it becomes part of the notice. */
export const BUNDLED_FILE = 'bundled-licences.json'

/** One package of somebody else's. */
export interface Package {
  name: string
  version: string
  /** Its SPDX expression, as the package says it. */
  licence: string
  /** The texts of its licence and notices; empty where the package brings none. */
  text: string
}

interface Locked {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

/** Where a package says under which licence it hands on the work of others: the decoders inside three. */
const INSIDE = ['draco', 'basis'].map((name) => join('examples', 'jsm', 'libs', name, 'README.md'))

const TEXTS = /^(licen[cs]e|copying|notices?)([.-]|$)/i

/**
 * Writes who made what we hand out and use, under which licence: the packages whose code is in the bundle, which Vite notes
 * (`build.license`), and those that the server is installed with.
 */
export function notices(root = '.'): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const noted = bundle[BUNDLED_FILE]
        if (noted?.type !== 'asset') throw new Error(`vite/notices.ts finds no ${BUNDLED_FILE}`)
        const bundled = JSON.parse(String(noted.source)) as { name: string; version: string }[]
        delete bundle[BUNDLED_FILE]
        this.emitFile({ type: 'asset', fileName: NOTICE_FILE, source: notice(packagesOf(root, bundled)) })
      },
    },
  }
}

/** The packages installed for use, and those of `bundled` that are installed for the build alone. */
export function packagesOf(root: string, bundled: readonly { name: string; version: string }[]): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const isBundled = new Set(bundled.map(({ name, version }) => `${name}@${version}`))
  const found = new Map<string, Package>()
  for (const [place, { version = '', license, dev, link }] of Object.entries(lock.packages)) {
    const name = place.split('node_modules/').at(-1) ?? ''
    const key = `${name}@${version}`
    const folder = join(root, place)
    // What another system would install is not handed out from here.
    if (place === '' || link || found.has(key) || (dev && !isBundled.has(key)) || !existsSync(folder)) continue
    found.set(key, { name, version, ...termsOf(folder, license) })
  }
  const lost = [...isBundled].filter((key) => !found.has(key))
  if (lost.length > 0) throw new Error(`vite/notices.ts does not know ${lost.join(', ')}`)
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function termsOf(folder: string, locked: string | undefined): Pick<Package, 'licence' | 'text'> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((it) => it.isFile())
  const texts = files.filter(({ name }) => TEXTS.test(name)).map(({ name }) => readFileSync(join(folder, name), 'utf8'))
  const readme = files.find(({ name }) => /^readme/i.test(name))?.name
  const said = readme
    ? /^#+ *licen[cs]e[\s\S]*?(?=^#+ |$(?![\s\S]))/im.exec(readFileSync(join(folder, readme), 'utf8'))
    : null
  const inside = INSIDE.map((path) => join(folder, path)).filter((path) => existsSync(path))
  texts.push(...inside.map((path) => readFileSync(path, 'utf8')))
  return { licence: locked ?? licenceIn(folder), text: (texts.join('\n\n') || said?.[0] || '').trim() }
}

/** The licence by a package's own words, in the old forms too. */
function licenceIn(folder: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license?: string | { type: string }
    licenses?: { type: string }[]
  }
  const said = typeof license === 'object' ? license.type : license
  return said ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'see its text'
}

/** The notice: every package once, and every text once under the packages that are under it. */
export function notice(packages: readonly Package[]): string {
  const byText = new Map<string, Package[]>()
  for (const it of packages) byText.set(it.text, [...(byText.get(it.text) ?? []), it])
  const parts = [...byText].map(([text, under]) => {
    const names = under.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join('\n')
    return `${names}\n\n${text || 'The package brings no text of its licence.'}`
  })
  const head = `Atelier is made with the work of others. These ${packages.length} packages are in what it sends to browsers or runs on its server.`
  return [head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)
}
