import { ktx2Of } from '../support/ktx2-pictures.ts'
import { quadGlb } from '../support/quads.ts'
import { hasSharedModels } from '../support/viewer-site.ts'
import { SAMPLED } from './sampled.ts'
import { expect, type StagePage, test } from './viewer-support.ts'

/** What the first texture on the stage is, and two pixels of its picture: to the left and to the right. */
const shown = ({ page }: StagePage, channel?: 'r' | 'b' | 'a') =>
  page.evaluate(async (only) => {
    const studio = await window.page.handle('one')!.studio()
    const { width, height, bytes, isCompressed, format } = studio.parts()!.textures[0]!
    const picture = await createImageBitmap(
      await studio.texture({ texture: 0, size: 64, ...(only && { channel: only }) }),
    )
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
    pen.drawImage(picture, 0, 0)
    const at = (x: number) => [...pen.getImageData(x * picture.width, 0.1 * picture.height, 1, 1).data]
    return { facts: { width, height, isCompressed }, bytes, format, left: at(0.1), right: at(0.9) }
  }, channel)

for (const packed of ['ETC1S', 'UASTC'] as const) {
  test(`a texture packed as ${packed} is told as the card holds it, and shown with its colours`, async ({ stage }) => {
    const material = { pbrMetallicRoughness: { metallicFactor: 0, baseColorTexture: { index: 0 } } }
    const pictures = [{ bytes: ktx2Of(packed), mimeType: 'image/ktx2' }]
    const change = (json: { textures?: unknown; extensionsUsed?: string[] }) => {
      json.extensionsUsed = ['KHR_texture_basisu']
      json.textures = [{ extensions: { KHR_texture_basisu: { source: 0 } } }]
    }
    const base64 = Buffer.from(quadGlb({ material, pictures, change })).toString('base64')
    await stage.stands({ source: { base64 } })
    const { facts, bytes, format, left, right } = await shown(stage)
    expect(facts).toEqual({ width: 8, height: 8, isCompressed: true })
    // Four blocks of eight or sixteen bytes.
    expect([32, 64]).toContain(bytes)
    expect(format).toMatch(/^(BC|ETC|ASTC)/)
    for (const [at, value] of [200, 30, 20, 255].entries()) expect(Math.abs(left[at]! - value)).toBeLessThan(24)
    for (const [at, value] of [20, 40, 200, 255].entries()) expect(Math.abs(right[at]! - value)).toBeLessThan(24)
    const blue = await shown(stage, 'b')
    const grey = (level: number) => [level, level, level, 255]
    expect([blue.left, blue.right]).toEqual([grey(left[2]!), grey(right[2]!)])
    expect((await shown(stage, 'a')).left).toEqual(grey(255))
  })
}

test("other people's KTX2 textures are shown", SAMPLED, async ({ stage }) => {
  test.skip(!hasSharedModels, 'other people’s models are not here')
  await stage.stands({ source: '/shared/compression/balloon-ktx2.glb' })
  const { facts, format, left, right } = await shown(stage)
  expect(facts.isCompressed).toBe(true)
  expect(format).toMatch(/^(BC|ETC|ASTC)/)
  expect([left[3], right[3]]).toEqual([255, 255])
})
