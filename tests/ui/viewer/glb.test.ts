import { describe, expect, it } from 'vitest'
import { isGlb, MODEL_BUDGET, readGlb } from '../../../src/ui/viewer/glb.ts'
import { ViewerError } from '../../../src/ui/viewer/viewer-error.ts'

/** A GLB that holds only this JSON. */
function glb(json: string, { version = 2, length = 0 } = {}): ArrayBuffer {
  const text = new TextEncoder().encode(json)
  const bytes = new ArrayBuffer(20 + text.length)
  const view = new DataView(bytes)
  view.setUint32(0, 0x46546c67, true)
  view.setUint32(4, version, true)
  view.setUint32(12, length || text.length, true)
  view.setUint32(16, 0x4e4f534a, true)
  new Uint8Array(bytes).set(text, 20)
  return bytes
}

const reasonOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return error instanceof ViewerError ? error.reason : error
  }
  return 'read'
}

describe('a GLB', () => {
  it('is known by its first four bytes', () => {
    expect(isGlb(glb('{}'))).toBe(true)
    expect(isGlb(new TextEncoder().encode('Kaydara FBX Binary').buffer)).toBe(false)
    expect(isGlb(new ArrayBuffer(3))).toBe(false)
  })

  it('tells the extensions it uses and the images it keeps elsewhere', () => {
    const json = { extensionsUsed: ['KHR_draco_mesh_compression'], images: [{ uri: 'a.png' }, { uri: 'data:,' }, {}] }
    expect(readGlb(glb(JSON.stringify(json)))).toEqual({
      extensions: new Set(['KHR_draco_mesh_compression']),
      externalImages: 1,
    })
  })

  it.each([
    ['an older version', glb('{}', { version: 1 })],
    ['a chunk longer than the file', glb('{}', { length: 99 })],
    ['JSON that does not parse', glb('{"nodes":')],
    ['JSON that is no object', glb('7')],
    ['nothing after its header', glb('{}').slice(0, 12)],
  ])('is refused as unreadable for %s', (_, bytes) => expect(reasonOf(() => readGlb(bytes))).toBe('unreadable'))

  it('is refused when its geometry lies elsewhere, or there is too much of it', () => {
    expect(reasonOf(() => readGlb(glb('{"buffers":[{"uri":"https://elsewhere.example/a.bin"}]}')))).toBe('external')
    const many = JSON.stringify({ accessors: [{ count: MODEL_BUDGET.vertices + 1 }] })
    expect(reasonOf(() => readGlb(glb(many)))).toBe('toolarge')
  })
})
