import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { buildTinyGlb } from '../support/glb.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, test } from './viewer-support.ts'

/** Returns a single-colour cross of equal width, height and depth. A cross that is cut off would touch an edge of the picture. */
function buildCross(): { base64: string } {
  const corners = [
    [-1, 0, 0],
    [1, 0, 0],
    [0, -1, 0],
    [0, 1, 0],
    [0, 0, -1],
    [0, 0, 1],
  ] as const
  const faces = [0, 1].flatMap((x) => [2, 3].flatMap((y) => [4, 5].flatMap((z) => [x, y, z])))
  const bin = new Float32Array(faces.flatMap((corner) => [...corners[corner]!]))
  const base64 = Buffer.from(bin.buffer).toString('base64')
  const bytes = buildTinyGlb({
    json: {
      accessors: [{ bufferView: 0, componentType: 5126, count: 24, type: 'VEC3', min: [-1, -1, -1], max: [1, 1, 1] }],
      bufferViews: [{ buffer: 0, byteLength: bin.byteLength }],
      buffers: [{ byteLength: bin.byteLength, uri: `data:application/octet-stream;base64,${base64}` }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      materials: [
        {
          doubleSided: true,
          extensions: { KHR_materials_unlit: {} },
          pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] },
        },
      ],
      extensionsUsed: ['KHR_materials_unlit'],
    },
  })
  return { base64: Buffer.from(bytes).toString('base64') }
}

/** Resizes the element around the first viewer. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.locator('#one').evaluate(
    (element, size) => {
      element.style.inlineSize = `${size.width}px`
      element.style.blockSize = `${size.height}px`
    },
    { width, height },
  )
}

/**
 * Returns the bounds of the red area in a screenshot (left, top, right, bottom), as fractions of the screenshot's width and
 * height. Returns `null` without red.
 */
async function findRedBounds(element: Locator): Promise<number[] | null> {
  const { data, info } = await sharp(await element.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const red = Array.from({ length: info.width * info.height }, (_, at) => at).filter((at) => {
    const [r = 0, g = 0, b = 0] = data.subarray(at * info.channels, at * info.channels + 3)
    return r > g + 60 && r > b + 60
  })
  if (red.length === 0) return null
  const [xs, ys] = [red.map((at) => at % info.width), red.map((at) => Math.floor(at / info.width))]
  const minimum = (all: number[]) => all.reduce((a, b) => Math.min(a, b))
  const maximum = (all: number[]) => all.reduce((a, b) => Math.max(a, b))
  return [minimum(xs) / info.width, minimum(ys) / info.height, maximum(xs) / info.width, maximum(ys) / info.height]
}

for (const turntable of [true, false])
  test(
    `fits a model ${turntable ? 'with' : 'without'} turntable to each new size of the viewer`,
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      const model = { source: buildCross(), fit: true, turntable }
      await stage.show({ ...model, width: 0, height: 0 })
      await stage.waitForState('finished')
      for (const [width, height] of [
        [400, 520],
        [160, 520],
        [600, 200],
        [400, 520],
      ] as const) {
        await resize(page, width, height)
        await stage.showUntilFinished({ ...model, width, height }, 'fresh')
        const fresh = await findRedBounds(page.locator('#fresh'))
        await expect.poll(() => findRedBounds(page.locator('#one')), `${width}×${height}`).toEqual(fresh)
        const [left = 0, top = 0, right = 1, bottom = 1] = fresh ?? []
        expect(left, `${width}×${height}`).toBeGreaterThan(0)
        expect(top, `${width}×${height}`).toBeGreaterThan(0)
        expect(right, `${width}×${height}`).toBeLessThan(1 - 1 / width)
        expect(bottom, `${width}×${height}`).toBeLessThan(1 - 1 / height)
        expect(Math.max(right - left, bottom - top), `${width}×${height}`).toBeGreaterThan(0.3)
        await stage.remove('fresh')
      }
    },
  )

test(
  'renders a viewer with a still picture again when the aspect ratio of the viewer changes',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    const model = { source: buildCross(), fit: true, turntable: false, width: 120, height: 120 }
    await stage.showUntilFinished(model)
    const readCanvasSize = () =>
      page
        .locator('#one canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])
    await expect.poll(readCanvasSize).toEqual([120, 120])
    const others = Array.from({ length: 8 }, (_, index) => `other${index}`)
    for (const name of others) await stage.showUntilFinished(model, name)
    await expect(page.locator('#one canvas[data-still]')).toHaveCount(1)
    await resize(page, 200, 120)
    await expect.poll(readCanvasSize).toEqual([200, 120])
    await expect(page.locator('#one canvas[data-still]')).toHaveCount(0)
  },
)
