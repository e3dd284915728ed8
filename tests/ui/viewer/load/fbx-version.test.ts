import { describe, expect, it } from 'vitest'
import { assertSupportedFbx } from '../../../../src/ui/viewer/load/fbx-version.ts'
import { readModel } from '../../../../src/ui/viewer/load/read-model.ts'

const text = (version: number) =>
  new TextEncoder().encode(
    `; FBX ${version / 1000}.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: ${version}\n}`,
  ).buffer as ArrayBuffer

/** Returns the header of a binary FBX file: the signature, two bytes, and the version in four bytes. */
function binary(version: number): ArrayBuffer {
  const bytes = new Uint8Array(64)
  new TextEncoder().encodeInto('Kaydara FBX Binary  \0', bytes)
  new DataView(bytes.buffer).setUint32(23, version, true)
  return bytes.buffer
}

describe('assertSupportedFbx', () => {
  it.each([
    ['text 6.1', text(6100), '6.1'],
    ['text 5.0', text(5000), '5'],
    ['binary 6.1', binary(6100), '6.1'],
    ['binary without a version', binary(0), '0'],
  ])('rejects an old FBX file and reports its version: %s', (_, bytes, fbxVersion) => {
    expect(() => assertSupportedFbx(bytes)).toThrow(expect.objectContaining({ reason: 'unsupported', fbxVersion }))
  })

  it.each([
    ['text 7.4', text(7400)],
    ['text 7.0', text(7000)],
    ['binary 7.4', binary(7400)],
    ['binary 6.4, which the loader reads', binary(6400)],
    ['a file of another format', new TextEncoder().encode('nothing').buffer as ArrayBuffer],
    ['an empty file', new ArrayBuffer(0)],
    ['a truncated binary header', binary(6100).slice(0, 25)],
  ])('does not reject %s', (_, bytes) => expect(() => assertSupportedFbx(bytes)).not.toThrow())

  it('makes readModel reject an old FBX file before the FBX loader is fetched', async () => {
    const options = { budget: {}, decoderPath: '', base: undefined } as never
    await expect(readModel(binary(6100), options)).rejects.toMatchObject({
      reason: 'unsupported',
      fbxVersion: '6.1',
      message: 'FBX 6.1 is not supported; save it as 7.4 or as GLB',
    })
  })
})
