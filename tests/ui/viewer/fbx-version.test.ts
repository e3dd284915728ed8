import { describe, expect, it } from 'vitest'
import { refuseOldFbx } from '../../../src/ui/viewer/fbx-version.ts'
import { readModel } from '../../../src/ui/viewer/read-model.ts'

const text = (version: number) =>
  new TextEncoder().encode(
    `; FBX ${version / 1000}.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: ${version}\n}`,
  ).buffer as ArrayBuffer

/** A binary FBX's head: its name, two bytes, the version in four. */
function binary(version: number): ArrayBuffer {
  const bytes = new Uint8Array(64)
  new TextEncoder().encodeInto('Kaydara FBX Binary  \0', bytes)
  new DataView(bytes.buffer).setUint32(23, version, true)
  return bytes.buffer
}

describe('an FBX file too old to be read', () => {
  it.each([
    ['text 6.1', text(6100), '6.1'],
    ['text 5.0', text(5000), '5'],
    ['binary 6.1', binary(6100), '6.1'],
    ['binary of no version', binary(0), '0'],
  ])('is refused with its version: %s', (_, bytes, fbxVersion) => {
    expect(() => refuseOldFbx(bytes)).toThrow(expect.objectContaining({ reason: 'unsupported', fbxVersion }))
  })

  it.each([
    ['text 7.4', text(7400)],
    ['text 7.0', text(7000)],
    ['binary 7.4', binary(7400)],
    ['binary 6.4, which the loader reads', binary(6400)],
    ['no FBX at all', new TextEncoder().encode('nothing').buffer as ArrayBuffer],
    ['nothing', new ArrayBuffer(0)],
    ['a binary head cut short', binary(6100).slice(0, 25)],
  ])('and no other is: %s', (_, bytes) => expect(() => refuseOldFbx(bytes)).not.toThrow())

  it('is told so before the loader is fetched', async () => {
    const options = { budget: {}, decoderPath: '', base: undefined } as never
    await expect(readModel(binary(6100), options)).rejects.toMatchObject({
      reason: 'unsupported',
      fbxVersion: '6.1',
      message: 'FBX 6.1 is not supported; save it as 7.4 or as GLB',
    })
  })
})
