import { describe, expect, test } from 'vitest'
import { UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import { endingsOf, faultOfSelection, faultOfSize, faultOfType, minBytesOf } from '../../src/files/file.ts'

/** A GLB of `json` with room for mistakes: what its header states, and what its first chunk is called. */
function glb(options: { json?: string; length?: number; chunk?: string; chunkLength?: number; version?: number } = {}) {
  const json = (options.json ?? '{"asset":{"version":"2.0"}} ').padEnd(28)
  const bytes = new Uint8Array(20 + json.length)
  const view = new DataView(bytes.buffer)
  const letters = new TextEncoder()
  bytes.set(letters.encode('glTF'))
  view.setUint32(4, options.version ?? 2, true)
  view.setUint32(8, options.length ?? bytes.length, true)
  view.setUint32(12, options.chunkLength ?? json.length, true)
  bytes.set(letters.encode(options.chunk ?? 'JSON'), 16)
  bytes.set(letters.encode(json), 20)
  return bytes
}
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0])

describe('what is dropped together', () => {
  test('one file is taken, none, several and folders are not', () => {
    expect([faultOfSelection(1, 0), faultOfSelection(0, 0), faultOfSelection(2, 0), faultOfSelection(1, 1)]).toEqual([
      null,
      { word: 'upload.nothing' },
      { word: 'upload.onlyOne', params: { n: 2 } },
      { word: 'upload.folder' },
    ])
  })
})

describe('sizes', () => {
  const kinds = Object.keys(UPLOAD_KINDS) as UploadKind[]

  test.each(kinds)('the limit of %s is exact to the byte', (kind) => {
    const max = UPLOAD_KINDS[kind].maxBytes
    expect([faultOfSize(max - 1, kind), faultOfSize(max, kind), faultOfSize(max + 1, kind)]).toEqual([
      null,
      null,
      { word: 'upload.tooLarge', sizes: { size: max + 1, max } },
    ])
  })

  test.each(kinds)('the least size of %s is exact to the byte', (kind) => {
    const min = minBytesOf(kind)
    expect([faultOfSize(min, kind), faultOfSize(min - 1, kind), faultOfSize(0, kind)]).toEqual([
      null,
      { word: 'upload.tooSmall', sizes: { size: min - 1 } },
      { word: 'upload.empty' },
    ])
  })
})

describe('types', () => {
  test('the content decides, whatever the name says', () => {
    expect(faultOfType(glb(), 'boot.png', 'glb')).toBe(null)
    expect(faultOfType(png, 'boot.jpg', 'icon')).toBe(null)
  })

  test('a VRM by its name is refused, and asked for as a .glb, whatever is in it', () => {
    for (const name of ['mara.vrm', 'Mara.VRM', 'mara.glb.vrm'])
      expect(faultOfType(glb(), name, 'glb')).toEqual({ word: 'upload.wrongType.glb' })
    expect(faultOfType(glb(), 'vrm.glb', 'glb')).toBe(null)
  })

  test('a wrong content under the right name is told with the name', () => {
    expect(faultOfType(png, 'boot.glb', 'glb')).toEqual({ word: 'upload.notGlb', params: { name: 'boot.glb' } })
    expect(faultOfType(glb(), 'boot.png', 'icon')).toEqual({
      word: 'upload.notWhatItSays',
      params: { name: 'boot.png' },
    })
  })

  test('a wrong content under a wrong name is told what to choose', () => {
    expect(faultOfType(png, 'boot.png', 'glb')).toEqual({ word: 'upload.wrongType.glb' })
    expect(faultOfType(glb(), 'boot.glb', 'psd')).toEqual({ word: 'upload.wrongType.psd' })
  })

  test('glTF 1 is not a model of ours', () => {
    expect(faultOfType(glb({ version: 1 }), 'boot.glb', 'glb')).toEqual({
      word: 'upload.notGlb',
      params: { name: 'boot.glb' },
    })
  })

  test('every kind has its name endings', () => {
    expect([endingsOf('glb'), endingsOf('psd'), endingsOf('icon')]).toEqual([
      ['.glb'],
      ['.psd'],
      ['.png', '.jpg', '.jpeg', '.webp'],
    ])
  })
})
