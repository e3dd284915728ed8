import { describe, expect, it } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { isGlb, readGlb } from '../../../../src/ui/viewer/load/glb.ts'
import { ViewerError } from '../../../../src/ui/viewer/viewer-error.ts'

/** Returns a GLB file with this JSON chunk only. */
function buildGlb(json: string, { version = 2, jsonLength = 0, declaredLength = 0 } = {}): ArrayBuffer {
  const text = new TextEncoder().encode(json)
  const bytes = new ArrayBuffer(20 + text.length)
  const view = new DataView(bytes)
  view.setUint32(0, 0x46546c67, true)
  view.setUint32(4, version, true)
  view.setUint32(8, declaredLength || bytes.byteLength, true)
  view.setUint32(12, jsonLength || text.length, true)
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
  it('is recognised by the signature in its first four bytes', () => {
    expect(isGlb(buildGlb('{}'))).toBe(true)
    expect(isGlb(new TextEncoder().encode('Kaydara FBX Binary').buffer)).toBe(false)
    expect(isGlb(new ArrayBuffer(3))).toBe(false)
  })

  it('is read with the set of extensions that it uses and the number of its external images', () => {
    const json = { extensionsUsed: ['KHR_draco_mesh_compression'], images: [{ uri: 'a.png' }, { uri: 'data:,' }, {}] }
    expect(readGlb(buildGlb(JSON.stringify(json)), MODEL_BUDGET)).toEqual({
      json,
      bin: new Uint8Array(),
      extensions: new Set(['KHR_draco_mesh_compression']),
      externalImages: 1,
    })
  })

  it.each([
    ['an older version', buildGlb('{}', { version: 1 })],
    ['a declared length beyond its end', buildGlb('{}', { declaredLength: 99 })],
    ['a chunk that extends beyond its end', buildGlb('{}', { jsonLength: 99 })],
    ['JSON that does not parse', buildGlb('{"nodes":')],
    ['JSON that is not an object', buildGlb('7')],
    ['nothing after its header', buildGlb('{}').slice(0, 12)],
  ])('is rejected as unreadable if it has %s', (_, bytes) =>
    expect(reasonOf(() => readGlb(bytes, MODEL_BUDGET))).toBe('unreadable'),
  )

  it('with external geometry is accepted if the caller allows external files', () => {
    const externalGlb = buildGlb('{"buffers":[{"uri":"a.bin"}]}')
    expect(reasonOf(() => readGlb(externalGlb, MODEL_BUDGET, true))).toBe('read')
  })

  it('that requires an unsupported extension is rejected', () => {
    const glbRequiring = (name: string) => buildGlb(JSON.stringify({ extensionsRequired: [name] }))
    expect(reasonOf(() => readGlb(glbRequiring('VENDOR_splats'), MODEL_BUDGET))).toBe('unsupported')
    expect(reasonOf(() => readGlb(glbRequiring('KHR_materials_sheen'), MODEL_BUDGET))).toBe('read')
  })

  it('with external geometry or too many vertices is rejected', () => {
    expect(
      reasonOf(() => readGlb(buildGlb('{"buffers":[{"uri":"https://elsewhere.example/a.bin"}]}'), MODEL_BUDGET)),
    ).toBe('external')
    const document = {
      scenes: [{ nodes: [0, 0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ count: MODEL_BUDGET.vertices / 2 + 1, type: 'VEC3', componentType: 5121 }],
    }
    expect(reasonOf(() => readGlb(buildGlb(JSON.stringify(document)), MODEL_BUDGET))).toBe('toolarge')
    document.scenes = [{ nodes: [0] }]
    expect(reasonOf(() => readGlb(buildGlb(JSON.stringify(document)), MODEL_BUDGET))).toBe('read')
  })
})
