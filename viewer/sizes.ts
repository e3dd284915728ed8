/** Prints the size of each part of the built viewer, raw and gzipped: `tsx viewer/sizes.ts`, after the build. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Size of one file, or of all files that an entry loads immediately. */
export interface ChunkSize {
  name: string
  bytes: number
  gzipped: number
}

export interface ChunkSizes {
  /** Static size of each entry: its own file and all its static imports. */
  entries: ChunkSize[]
  lazyChunks: ChunkSize[]
}

const ENTRIES = ['element.js', 'react.js', 'frame.js']

/** Files that are served already compressed. */
const PRECOMPRESSED = /\.(?:wasm|light|webp|png|woff2)$/

export function measureChunks(folder: string): ChunkSizes {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/\.map$|\.d\.ts$|^(?:types|examples)\b/.test(path) && statSync(join(folder, path)).isFile())
    .filter((path) => /[.](?:js|css|wasm|light)$/.test(path))
  const importsByEntry = new Map(
    ENTRIES.filter((name) => files.includes(name)).map((name) => [name, staticImportsOf(folder, name)]),
  )
  const eagerFiles = new Set([...importsByEntry.values()].flatMap((paths) => [...paths]))
  return {
    entries: [...importsByEntry].map(([name, paths]) =>
      sum(
        name,
        [...paths].map((path) => sizeOf(folder, path)),
      ),
    ),
    lazyChunks: files
      .filter((path) => !eagerFiles.has(path))
      .map((path) => sizeOf(folder, path))
      .sort((first, second) => second.gzipped - first.gzipped),
  }
}

function staticImportsOf(folder: string, name: string, files: Set<string> = new Set()): Set<string> {
  files.add(name)
  const code = readFileSync(join(folder, name), 'utf8')
  for (const [, path] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
    const next = relative(folder, resolve(folder, dirname(name), path!))
    if (!files.has(next)) staticImportsOf(folder, next, files)
  }
  return files
}

function sizeOf(folder: string, name: string): ChunkSize {
  const content = readFileSync(join(folder, name))
  const gzipped = PRECOMPRESSED.test(name) ? content.length : gzipSync(content, { level: 9 }).length
  return { name: name.replace(/-[\w-]{8}(?=\.\w+$)/, ''), bytes: content.length, gzipped }
}

const sum = (name: string, parts: readonly ChunkSize[]): ChunkSize => ({
  name,
  bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
  gzipped: parts.reduce((total, { gzipped }) => total + gzipped, 0),
})

/** Formats the sizes as a table, in kB of 1,000 bytes. */
export function formatSizeTable({ entries, lazyChunks }: ChunkSizes): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8)
  const formatLine = ({ name, bytes, gzipped }: ChunkSize) => `${kB(bytes)} ${kB(gzipped)}  ${name}`
  return [
    '      kB  gzipped  initial',
    ...entries.map(formatLine),
    '                   on demand',
    ...lazyChunks.map(formatLine),
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(formatSizeTable(measureChunks(resolve(import.meta.dirname, '../dist/viewer'))))
