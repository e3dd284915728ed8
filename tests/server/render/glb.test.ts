import { expect, test } from 'vitest'
import { type RenderErrorCode, readGlb, writeGlb } from '../../../server/render/glb.ts'

function codeOf(bytes: Uint8Array): RenderErrorCode | 'none' {
  try {
    readGlb(bytes)
    return 'none'
  } catch (error) {
    return (error as { code: RenderErrorCode }).code
  }
}

test('round-trips a GLB container, and pads its chunks to four bytes', () => {
  const bytes = writeGlb({ json: { asset: { version: '2.0' } }, bin: Uint8Array.of(9, 8, 7) })
  expect(bytes.byteLength % 4).toBe(0)
  expect(readGlb(bytes)).toEqual({ json: { asset: { version: '2.0' } }, bin: Uint8Array.of(9, 8, 7, 0) })
})

test('throws not_a_glb for another file format, and broken_glb for a truncated container or invalid JSON', () => {
  const whole = writeGlb({ json: { asset: { version: '2.0' } }, bin: new Uint8Array(64) })
  expect(codeOf(new TextEncoder().encode('this is a text, not a model'))).toBe('not_a_glb')
  expect(codeOf(whole.subarray(0, 60))).toBe('broken_glb')
  const garbled = whole.slice()
  garbled[20] = 0x21
  expect(codeOf(garbled)).toBe('broken_glb')
})
