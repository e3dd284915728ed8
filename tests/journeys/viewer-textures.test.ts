import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readKtx2File } from '../support/ktx2-files.ts'
import { buildQuadGlb } from '../support/render-quad.ts'
import { findSharedFolder } from '../support/shared-folder.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, type StagePage, test } from './viewer-support.ts'

/** Returns the properties of the model's first texture, and two pixels of the rendered picture, on the left and on the right. */
const readTexture = ({ page }: StagePage, channel?: 'r' | 'b' | 'a') =>
  page.evaluate(async (channelName) => {
    const studio = await window.page.handle('one')!.studio()
    const { width, height, bytes, isCompressed, format } = studio.parts()!.textures[0]!
    const picture = await createImageBitmap(
      await studio.texture({ texture: 0, size: 64, ...(channelName && { channel: channelName }) }),
    )
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
    context.drawImage(picture, 0, 0)
    const readColour = (x: number) => [...context.getImageData(x * picture.width, 0.1 * picture.height, 1, 1).data]
    return { facts: { width, height, isCompressed }, bytes, format, left: readColour(0.1), right: readColour(0.9) }
  }, channel)

for (const encoding of ['ETC1S', 'UASTC'] as const) {
  test(`keeps a texture in ${encoding} format compressed on the GPU, and shows its colours`, async ({ stage }) => {
    const material = { pbrMetallicRoughness: { metallicFactor: 0, baseColorTexture: { index: 0 } } }
    const pictures = [{ bytes: readKtx2File(encoding), mimeType: 'image/ktx2' }]
    const change = (json: { textures?: unknown; extensionsUsed?: string[] }) => {
      json.extensionsUsed = ['KHR_texture_basisu']
      json.textures = [{ extensions: { KHR_texture_basisu: { source: 0 } } }]
    }
    const base64 = Buffer.from(buildQuadGlb({ material, pictures, change })).toString('base64')
    await stage.showUntilFinished({ source: { base64 } })
    const { facts, bytes, format, left, right } = await readTexture(stage)
    expect(facts).toEqual({ width: 8, height: 8, isCompressed: true })
    // Four compressed blocks of 8 or 16 bytes.
    expect([32, 64]).toContain(bytes)
    expect(format).toMatch(/^(BC|ETC|ASTC)/)
    for (const [channel, value] of [200, 30, 20, 255].entries())
      expect(Math.abs(left[channel]! - value)).toBeLessThan(24)
    for (const [channel, value] of [20, 40, 200, 255].entries())
      expect(Math.abs(right[channel]! - value)).toBeLessThan(24)
    const blue = await readTexture(stage, 'b')
    const grey = (level: number) => [level, level, level, 255]
    expect([blue.left, blue.right]).toEqual([grey(left[2]!), grey(right[2]!)])
    expect((await readTexture(stage, 'a')).left).toEqual(grey(255))
  })
}

test('keeps a third-party KTX2 texture compressed on the GPU', SAMPLED_OPTIONS, async ({ stage, site }) => {
  const folder = findSharedFolder('data/models/compression')
  test.skip(!folder, 'the shared folder with third-party models is missing')
  site.customResponses.set('/shared/balloon-ktx2.glb', readFileSync(join(folder!, 'balloon-ktx2.glb')))
  await stage.showUntilFinished({ source: '/shared/balloon-ktx2.glb' })
  const { facts, format, left, right } = await readTexture(stage)
  expect(facts.isCompressed).toBe(true)
  expect(format).toMatch(/^(BC|ETC|ASTC)/)
  expect([left[3], right[3]]).toEqual([255, 255])
})
