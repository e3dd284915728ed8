import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { REVISION } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import type { Plugin } from 'vite'
import { lightFile } from './filter-light.ts'

/** Filtering takes a second each; what was filtered once is kept here. */
const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/atelier-light')

/** How a file is packed: what was foretold leaves noise, in which longer repetitions are not worth being looked for. */
const PACKING = { level: 9, memLevel: 6, strategy: constants.Z_RLE } as const

/** What a filtered file depends on, beside the panorama. */
const CODE = ['filter-light.ts', '../src/ui/viewer/light-file.ts', '../src/ui/viewer/luminance.ts'].map((name) =>
  readFileSync(resolve(import.meta.dirname, name)),
)

const MODULES = /import\('(@pmndrs\/assets\/hdri\/(\w+)\.exr\.js)'\)/g

/**
 * Makes light files of the panoramas that come as text in modules, and has their addresses in the code that would import
 * them: nothing the page would have to wait for twice, parse as code, turn back into bytes, decode and filter, which
 * without a graphics card took longer than all else before the first picture.
 */
export function panoramasAsLight(): Plugin {
  const { resolve: find } = createRequire(import.meta.url)
  return {
    name: 'panoramas-as-light',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: MODULES },
      handler(code) {
        const named = code.replace(MODULES, (_, module: string, name: string) => {
          const source = packedLight(bytesIn(readFileSync(find(module), 'utf8')))
          const file = this.emitFile({ type: 'asset', name: `${name}.light`, source })
          return `Promise.resolve({ default: import.meta.ROLLUP_FILE_URL_${file} })`
        })
        // No line has moved.
        return { code: named, map: null }
      },
    },
    load: {
      filter: { id: /\/@pmndrs\/assets\/hdri\/\w+\.exr\.js$/ },
      handler(id) {
        throw new Error(`viewer/panoramas.ts does not know how ${id} is imported`)
      },
    },
  }
}

/** The light file of a panorama's bytes (.exr), as it is served. */
export function packedLight(exr: Buffer): Buffer {
  const hash = createHash('sha256').update(REVISION).update(JSON.stringify(PACKING)).update(exr)
  for (const code of CODE) hash.update(code)
  const kept = join(CACHE, hash.digest('hex'))
  try {
    return readFileSync(kept)
  } catch {
    const packed = gzipSync(lightFile(new EXRLoader().createDataTexture(Uint8Array.from(exr).buffer)), PACKING)
    keep(kept, packed)
    return packed
  }
}

/** Keeps a file whole or not at all, whoever else is building; where it cannot be kept it is made again the next time. */
function keep(path: string, bytes: Buffer): void {
  const begun = `${path}.${process.pid}`
  try {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(begun, bytes)
    renameSync(begun, path)
  } catch {}
}

/** The bytes that a module holds as text. Throws when there are none. */
export function bytesIn(code: string): Buffer {
  const [, text] = /;base64,([\w+/=]+)/.exec(code) ?? []
  if (!text) throw new Error('The module holds no panorama as text')
  return Buffer.from(text, 'base64')
}
