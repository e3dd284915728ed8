import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type IconOptions, renderIcon } from '../../../server/render/icon.ts'
import { buildQuadGlb, renderFront } from '../../support/render-quad.ts'

const satchel = () => readFile(new URL('../../../demo/models/moss-satchel.glb', import.meta.url))

async function renderPixels(glb: Uint8Array, options: IconOptions) {
  const { data, info } = await sharp(await renderIcon(glb, options))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns one frame of a strip as raw pixels. */
function frameOf({ data, width, height }: Awaited<ReturnType<typeof renderPixels>>, index: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray((y * width + index * height) * 4, (y * width + (index + 1) * height) * 4),
  )
  return Buffer.concat(rows)
}

/** Returns the first and last visible column of a frame. */
function columns(frame: Buffer, size: number): [number, number] {
  const visibleColumns = Array.from({ length: size }, (_, x) => x).filter((x) =>
    Array.from({ length: size }, (_, y) => frame[(y * size + x) * 4 + 3]!).some((alpha) => alpha > 0),
  )
  return [visibleColumns[0]!, visibleColumns.at(-1)!]
}

test('renders a picture of 512 × 512 pixels by default, or of the requested size', async () => {
  expect(await renderPixels(buildQuadGlb(), {})).toMatchObject({ width: 512, height: 512 })
  expect(await renderPixels(buildQuadGlb(), { size: 48 })).toMatchObject({ width: 48, height: 48 })
})

test('renders different pictures from the front, the three-quarter view and the back', async () => {
  const model = await satchel()
  const pictures = await Promise.all(
    (['front', 'three-quarter', 'back'] as const).map((view) => renderIcon(model, { size: 64, view })),
  )
  expect(new Set(pictures.map((it) => Buffer.from(it).toString('base64'))).size).toBe(3)
  // A single-sided quad is visible from its front only.
  expect((await renderPixels(buildQuadGlb(), { size: 32, view: 'front' })).data.some((it) => it > 0)).toBe(true)
  expect((await renderPixels(buildQuadGlb(), { size: 32, view: 'back' })).data.some((it) => it > 0)).toBe(false)
})

test('renders a strip of 24 frames side by side, each with a different view of the model', async () => {
  const strip = await renderPixels(await satchel(), { size: 32, frames: 24, view: 'front' })
  expect([strip.width, strip.height]).toEqual([24 * 32, 32])
  const frames = Array.from({ length: 24 }, (_, i) => frameOf(strip, i).toString('base64'))
  expect(new Set(frames).size).toBe(24)
})

test('keeps the size and centre of a model in all frames of a strip', async () => {
  const board = buildQuadGlb({ material: { doubleSided: true } })
  const strip = await renderPixels(board, { size: 64, frames: 8, view: { yaw: 0, pitch: 0 } })
  const [ahead, behind] = [columns(frameOf(strip, 0), 64), columns(frameOf(strip, 4), 64)]
  expect(ahead).toEqual(behind)
  expect(ahead[0] + ahead[1]).toBe(63)
  const turnedColumns = columns(frameOf(strip, 1), 64)
  expect(turnedColumns[1] - turnedColumns[0]).toBeLessThan((ahead[1] - ahead[0]) * 0.8)
})

test('limits the number of frames of a strip', async () => {
  expect((await renderPixels(buildQuadGlb(), { size: 2, frames: 1000 })).width).toBe(128)
  expect((await renderPixels(buildQuadGlb(), { size: 8, frames: 0 })).width).toBe(8)
})

test('renders a mesh at each of its GPU instances, moved and scaled', async () => {
  const translations = Float32Array.of(-2, 0, 0, 2, 0, 0)
  const scales = Float32Array.of(1, 1, 1, 0.5, 0.5, 0.5)
  const glb = buildQuadGlb({
    pictures: [{ bytes: new Uint8Array(translations.buffer) }, { bytes: new Uint8Array(scales.buffer) }],
    change: (json) => {
      Object.assign(json, { images: [], textures: [] })
      json.accessors!.push(
        { bufferView: 3, componentType: 5126, count: 2, type: 'VEC3' },
        { bufferView: 4, componentType: 5126, count: 2, type: 'VEC3' },
      )
      json.nodes![0]!.extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 3, SCALE: 4 } } }
    },
  })
  const at = await renderFront(glb)
  expect([at(0.15, 0.85)[3], at(0.5, 0.85)[3], at(0.88, 0.88)[3]]).toEqual([255, 0, 255])
  expect(at(0.88, 0.75)[3]).toBe(0)
})

test('shows the outside of a mirrored mesh, lit like the mesh that is not mirrored', async () => {
  const scaled = (scale: number[]) =>
    renderFront(buildQuadGlb({ change: (json) => Object.assign(json.nodes![0]!, { scale }) }))
  const [plain, mirrored] = [await scaled([1, 1, 1]), await scaled([-1, 1, 1])]
  expect(mirrored(0.5, 0.5)).toEqual(plain(0.5, 0.5))
})

test('shades a non-uniformly scaled surface like the same surface without scale', async () => {
  const sloped = (corners: number[], scale: number[], normal: number[]) =>
    renderFront(
      buildQuadGlb({
        pictures: [
          { bytes: new Uint8Array(Float32Array.from(corners).buffer) },
          { bytes: new Uint8Array(Float32Array.from([normal, normal, normal, normal].flat()).buffer) },
        ],
        change: (json) => {
          Object.assign(json, { images: [], textures: [] })
          json.accessors!.push(
            { bufferView: 3, componentType: 5126, count: 4, type: 'VEC3' },
            { bufferView: 4, componentType: 5126, count: 4, type: 'VEC3' },
          )
          json.meshes![0]!.primitives[0]!.attributes = { POSITION: 3, NORMAL: 4 }
          json.nodes![0]!.scale = scale
        },
      }),
    )
  const slope = (depth: number) => [-0.5, 0, 0, 0.5, 0, 0, 0.5, 1, -depth, -0.5, 1, -depth]
  const half = Math.SQRT1_2
  const expected = await sloped(slope(3), [1, 1, 1], [0, 3 / Math.sqrt(10), 1 / Math.sqrt(10)])
  const scaled = await sloped(slope(1), [1, 1, 3], [0, half, half])
  expect(scaled(0.5, 0.6)).toEqual(expected(0.5, 0.6))
})
