import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'

interface Basis {
  initializeBasis(): void
  KTX2File: new (bytes: Uint8Array) => Ktx2File
}
interface Ktx2File {
  isValid(): boolean
  getLevels(): number
  startTranscoding(): boolean
  getImageLevelInfo(level: number, layer: number, face: number): { origWidth: number; origHeight: number }
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number
  transcodeImage(
    into: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    alphaFlags: number,
    channel0: number,
    channel1: number,
  ): boolean
  close(): void
  delete(): void
}

const RGBA32 = 13

let loaded: Promise<Basis> | undefined

export function isKtx2(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(1, 7)) === 'KTX 20'
}

/**
 * Decodes a Basis Universal KTX2 picture to RGBA. Uses the first mipmap level that is at most `side` pixels wide and high, or the
 * smallest level. Throws an Error if decoding fails.
 */
export async function readKtx2(
  bytes: Uint8Array,
  side: number,
): Promise<{ width: number; height: number; pixels: Uint8Array }> {
  const { KTX2File } = await loadBasis()
  const file = new KTX2File(bytes)
  try {
    if (!file.isValid() || file.getLevels() < 1 || !file.startTranscoding())
      throw new Error('This is not a Basis texture.')
    let level = 0
    let info = file.getImageLevelInfo(level, 0, 0)
    while (Math.max(info.origWidth, info.origHeight) > side && level + 1 < file.getLevels())
      info = file.getImageLevelInfo(++level, 0, 0)
    const pixels = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, RGBA32))
    if (!file.transcodeImage(pixels, level, 0, 0, RGBA32, 0, -1, -1)) throw new Error('This is not a Basis texture.')
    return { width: info.origWidth, height: info.origHeight, pixels }
  } finally {
    file.close()
    file.delete()
  }
}

/** Loads the transcoder. Its script is written for browsers, but can be run as a CommonJS module. */
function loadBasis(): Promise<Basis> {
  loaded ??= (async () => {
    const require = createRequire(import.meta.url)
    const filename = require.resolve('three/examples/jsm/libs/basis/basis_transcoder.js')
    const module = { exports: {} as unknown }
    const run = compileFunction(
      readFileSync(filename, 'utf8'),
      ['exports', 'require', 'module', '__filename', '__dirname'],
      { filename },
    )
    run(module.exports, createRequire(filename), module, filename, dirname(filename))
    const start = module.exports as (options: { wasmBinary: Uint8Array }) => Promise<Basis>
    const basis = await start({ wasmBinary: readFileSync(join(dirname(filename), 'basis_transcoder.wasm')) })
    basis.initializeBasis()
    return basis
  })()
  return loaded
}
