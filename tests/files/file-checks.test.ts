import { describe, expect, test } from 'vitest'
import { UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import {
  checkFileSize,
  checkFileType,
  checkSelection,
  getFileExtensions,
  getMinFileBytes,
} from '../../src/files/file-checks.ts'

/** A GLB of `json` with optional defects: stated length, and type and length of its first chunk. */
function glb(options: { json?: string; length?: number; chunk?: string; chunkLength?: number; version?: number } = {}) {
  const json = (options.json ?? '{"asset":{"version":"2.0"}} ').padEnd(28)
  const bytes = new Uint8Array(20 + json.length)
  const view = new DataView(bytes.buffer)
  const encoder = new TextEncoder()
  bytes.set(encoder.encode('glTF'))
  view.setUint32(4, options.version ?? 2, true)
  view.setUint32(8, options.length ?? bytes.length, true)
  view.setUint32(12, options.chunkLength ?? json.length, true)
  bytes.set(encoder.encode(options.chunk ?? 'JSON'), 16)
  bytes.set(encoder.encode(json), 20)
  return bytes
}
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0])

describe('a selection of files', () => {
  test('is accepted with one file, and refused with none, several files or a folder', () => {
    expect([checkSelection(1, 0), checkSelection(0, 0), checkSelection(2, 0), checkSelection(1, 1)]).toEqual([
      null,
      { word: 'upload.nothing' },
      { word: 'upload.onlyOne', params: { n: 2 } },
      { word: 'upload.folder' },
    ])
  })
})

describe('the size check', () => {
  const kinds = Object.keys(UPLOAD_KINDS) as UploadKind[]

  test.each(kinds)('accepts a %s of exactly the maximum size, and refuses one byte more', (kind) => {
    const max = UPLOAD_KINDS[kind].maxBytes
    expect([checkFileSize(max - 1, kind), checkFileSize(max, kind), checkFileSize(max + 1, kind)]).toEqual([
      null,
      null,
      { word: 'upload.tooLarge', sizes: { size: max + 1, max } },
    ])
  })

  test.each(kinds)('accepts a %s of exactly the minimum size, and refuses one byte less', (kind) => {
    const min = getMinFileBytes(kind)
    expect([checkFileSize(min, kind), checkFileSize(min - 1, kind), checkFileSize(0, kind)]).toEqual([
      null,
      { word: 'upload.tooSmall', sizes: { size: min - 1 } },
      { word: 'upload.empty' },
    ])
  })
})

describe('the type check', () => {
  test('decides by the content, regardless of the file name', () => {
    expect(checkFileType(glb(), 'boot.png', 'glb')).toBe(null)
    expect(checkFileType(png, 'boot.jpg', 'icon')).toBe(null)
  })

  test('refuses a GLB file named .vrm, and names .glb as the accepted type', () => {
    for (const name of ['mara.vrm', 'Mara.VRM', 'mara.glb.vrm'])
      expect(checkFileType(glb(), name, 'glb')).toEqual({ word: 'upload.wrongType.glb' })
    expect(checkFileType(glb(), 'vrm.glb', 'glb')).toBe(null)
  })

  test('names the file in the error if its content does not match its extension', () => {
    expect(checkFileType(png, 'boot.glb', 'glb')).toEqual({ word: 'upload.notGlb', params: { name: 'boot.glb' } })
    expect(checkFileType(glb(), 'boot.png', 'icon')).toEqual({
      word: 'upload.notWhatItSays',
      params: { name: 'boot.png' },
    })
  })

  test('names the accepted types in the error if neither content nor extension matches the field', () => {
    expect(checkFileType(png, 'boot.png', 'glb')).toEqual({ word: 'upload.wrongType.glb' })
    expect(checkFileType(glb(), 'boot.glb', 'psd')).toEqual({ word: 'upload.wrongType.psd' })
  })

  test('refuses glTF 1', () => {
    expect(checkFileType(glb({ version: 1 }), 'boot.glb', 'glb')).toEqual({
      word: 'upload.notGlb',
      params: { name: 'boot.glb' },
    })
  })

  test('returns the accepted extensions of models, PSD files and icons', () => {
    expect([getFileExtensions('glb'), getFileExtensions('psd'), getFileExtensions('icon')]).toEqual([
      ['.glb'],
      ['.psd'],
      ['.png', '.jpg', '.jpeg', '.webp'],
    ])
  })
})
