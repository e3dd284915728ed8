import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { REVISION } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import type { Plugin } from 'vite'
import { encodeLightFile } from './encode-light-file.ts'

/** Cache of filtered panoramas, because filtering takes about one second per panorama. */
const CACHE_FOLDER = resolve(import.meta.dirname, '../node_modules/.cache/atelier-light')

/** Compression: the prediction residuals are noise, so searching for long repetitions is useless. */
const GZIP_OPTIONS = { level: 9, memLevel: 6, strategy: constants.Z_RLE } as const

/** Sources that a filtered file depends on, in addition to the panorama. */
const SOURCE_FILES = [
  'encode-light-file.ts',
  '../src/ui/viewer/light/light-file.ts',
  '../src/ui/viewer/light/luminance.ts',
].map((name) => readFileSync(resolve(import.meta.dirname, name)))

const PANORAMA_IMPORT = /import\('(@pmndrs\/assets\/hdri\/(\w+)\.exr\.js)'\)/g

/**
 * Converts panoramas, which are base64 modules, to light files and replaces their imports by the files' addresses. Without the
 * conversion, the page would parse, decode and filter each panorama. In a browser without a GPU, that work took longer than all
 * other work before the first frame.
 */
export function panoramasAsLight(): Plugin {
  const { resolve: resolveModule } = createRequire(import.meta.url)
  return {
    name: 'panoramas-as-light',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: PANORAMA_IMPORT },
      handler(code) {
        const replaced = code.replace(PANORAMA_IMPORT, (_, module: string, name: string) => {
          const source = packLightFile(decodeModuleBytes(readFileSync(resolveModule(module), 'utf8')))
          const file = this.emitFile({ type: 'asset', name: `${name}.light`, source })
          return `Promise.resolve({ default: import.meta.ROLLUP_FILE_URL_${file} })`
        })
        // No source map is needed, because the replacement keeps all line numbers.
        return { code: replaced, map: null }
      },
    },
    load: {
      filter: { id: /\/@pmndrs\/assets\/hdri\/\w+\.exr\.js$/ },
      handler(id) {
        throw new Error(`viewer/panoramas.ts does not support this import of ${id}`)
      },
    },
  }
}

/** Returns the compressed light file of a panorama (.exr). */
export function packLightFile(exr: Buffer): Buffer {
  const hash = createHash('sha256').update(REVISION).update(JSON.stringify(GZIP_OPTIONS)).update(exr)
  for (const code of SOURCE_FILES) hash.update(code)
  const cachePath = join(CACHE_FOLDER, hash.digest('hex'))
  try {
    return readFileSync(cachePath)
  } catch {
    const packed = gzipSync(
      encodeLightFile(new EXRLoader().createDataTexture(Uint8Array.from(exr).buffer)),
      GZIP_OPTIONS,
    )
    cacheFile(cachePath, packed)
    return packed
  }
}

/**
 * Writes a cache file atomically, because builds may run in parallel. A failure is ignored; the next build computes the file
 * again.
 */
function cacheFile(path: string, bytes: Buffer): void {
  const temporaryPath = `${path}.${process.pid}`
  try {
    mkdirSync(CACHE_FOLDER, { recursive: true })
    writeFileSync(temporaryPath, bytes)
    renameSync(temporaryPath, path)
  } catch {}
}

/** Returns the bytes that a module contains as base64. Throws if the module contains no base64 text. */
export function decodeModuleBytes(code: string): Buffer {
  const [, text] = /;base64,([\w+/=]+)/.exec(code) ?? []
  if (!text) throw new Error('The module does not contain a panorama as a string')
  return Buffer.from(text, 'base64')
}
