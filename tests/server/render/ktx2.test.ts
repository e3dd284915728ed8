import { expect, test } from 'vitest'
import { isKtx2, readKtx2 } from '../../../server/render/ktx2.ts'
import { readKtx2File } from '../../support/ktx2-files.ts'
import { buildQuadGlb, renderFront } from '../../support/render-quad.ts'

test.each(['ETC1S', 'UASTC'] as const)('decodes a picture in %s with its colours', async (name) => {
  const { width, height, pixels } = await readKtx2(readKtx2File(name), 1024)
  expect([width, height, pixels.length]).toEqual([8, 8, 256])
  const [left, right] = [pixels.subarray(0, 4), pixels.subarray(28, 32)]
  for (const [i, value] of [200, 30, 20, 255].entries()) expect(Math.abs(left[i]! - value)).toBeLessThan(24)
  for (const [i, value] of [20, 40, 200, 255].entries()) expect(Math.abs(right[i]! - value)).toBeLessThan(24)
})

test('refuses truncated KTX2 data and other formats', async () => {
  await expect(readKtx2(readKtx2File('ETC1S').subarray(0, 90), 1024)).rejects.toThrow('This is not a Basis texture.')
  await expect(readKtx2(new Uint8Array(400), 1024)).rejects.toThrow('This is not a Basis texture.')
  expect([isKtx2(readKtx2File('UASTC')), isKtx2(new Uint8Array(20))]).toEqual([true, false])
})

test('renders a KTX2 texture, with and without the extension KHR_texture_basisu', async () => {
  const material = { pbrMetallicRoughness: { metallicFactor: 0, baseColorTexture: { index: 0 } } }
  const pictures = [{ bytes: readKtx2File('ETC1S'), mimeType: 'image/ktx2' }]
  for (const texture of [{ source: 0 }, { extensions: { KHR_texture_basisu: { source: 0 } } }]) {
    const at = await renderFront(buildQuadGlb({ material, pictures, change: (json) => (json.textures = [texture]) }))
    const [left, right] = [at(0.25, 0.5), at(0.75, 0.5)]
    expect(left[0]).toBeGreaterThan(left[2] + 80)
    expect(right[2]).toBeGreaterThan(right[0] + 80)
  }
})
