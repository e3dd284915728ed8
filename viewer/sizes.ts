/** Prints how large each part of the built viewer is, gzipped: `tsx viewer/sizes.ts`, after the build. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** One file of the build, or what an entry loads at once. */
export interface PartSize {
  name: string
  bytes: number
  gzipped: number
}

/** The parts of a build. */
export interface PartSizes {
  /** What each entry brings at once, its own file and all that it names. */
  entries: PartSize[]
  /** What follows when something asks for it, the largest first. */
  later: PartSize[]
}

const ENTRIES = ['element.js', 'react.js', 'frame.js']

/** Files whose content a browser gets packed already. */
const PACKED = /\.(?:wasm|light|webp|png|woff2)$/

/** How large a build's parts are. */
export function sizesIn(folder: string): PartSizes {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/\.map$|\.d\.ts$|^(?:types|examples)\b/.test(path) && statSync(join(folder, path)).isFile())
    .filter((path) => /[.](?:js|css|wasm|light)$/.test(path))
  const at = new Map(ENTRIES.filter((name) => files.includes(name)).map((name) => [name, broughtBy(folder, name)]))
  const first = new Set([...at.values()].flatMap((paths) => [...paths]))
  return {
    entries: [...at].map(([name, paths]) =>
      sum(
        name,
        [...paths].map((path) => sizeOf(folder, path)),
      ),
    ),
    later: files
      .filter((path) => !first.has(path))
      .map((path) => sizeOf(folder, path))
      .sort((one, two) => two.gzipped - one.gzipped),
  }
}

/** The files that one names as imports, and those that they name. */
function broughtBy(folder: string, name: string, seen: Set<string> = new Set()): Set<string> {
  seen.add(name)
  const code = readFileSync(join(folder, name), 'utf8')
  for (const [, path] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
    const next = relative(folder, resolve(folder, dirname(name), path!))
    if (!seen.has(next)) broughtBy(folder, next, seen)
  }
  return seen
}

function sizeOf(folder: string, name: string): PartSize {
  const content = readFileSync(join(folder, name))
  const gzipped = PACKED.test(name) ? content.length : gzipSync(content, { level: 9 }).length
  return { name: name.replace(/-[\w-]{8}(?=\.\w+$)/, ''), bytes: content.length, gzipped }
}

const sum = (name: string, parts: readonly PartSize[]): PartSize => ({
  name,
  bytes: parts.reduce((all, { bytes }) => all + bytes, 0),
  gzipped: parts.reduce((all, { gzipped }) => all + gzipped, 0),
})

/** The sizes as lines of text, in kB of 1,000 bytes. */
export function sizeTable({ entries, later }: PartSizes): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8)
  const line = ({ name, bytes, gzipped }: PartSize) => `${kB(bytes)} ${kB(gzipped)}  ${name}`
  return [
    '      kB  gzipped  at once',
    ...entries.map(line),
    '                   when asked for',
    ...later.map(line),
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(sizeTable(sizesIn(resolve(import.meta.dirname, '../dist/viewer'))))
