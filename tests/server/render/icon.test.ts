import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writeGlb } from '../../../server/render/glb.ts'
import type { Gltf } from '../../../server/render/gltf.ts'
import { renderIcon } from '../../../server/render/icon.ts'
import { buildGlb } from '../../support/glb.ts'

const beanie = () => readFile(new URL('../../../demo/models/pebble-beanie.glb', import.meta.url))

/**
 * Creates a GLB with a triangle in front of the camera, one metre a side. It has no indices and normals unless `change` adds
 * them.
 */
function triangle(change: (json: Gltf) => void = () => {}, corners = [-0.5, 0, 0, 0.5, 0, 0, 0, 1, 0]): Uint8Array {
  const json: Gltf = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: corners.length / 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: corners.length * 4 }],
    buffers: [{ byteLength: corners.length * 4 }],
  }
  change(json)
  return writeGlb({ json, bin: new Uint8Array(Float32Array.from(corners).buffer) })
}

async function pixels(file: Uint8Array): Promise<{ at: (x: number, y: number) => number[]; size: number }> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { at: (x, y) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)], size: info.width }
}

test('renders an icon with transparent corners, an opaque middle and an empty margin on every side', async () => {
  const { at, size } = await pixels(await renderIcon(await beanie(), { size: 128, view: { rest: 'middle' } }))
  expect(size).toBe(128)
  for (const [x, y] of [
    [0, 0],
    [127, 0],
    [0, 127],
    [127, 127],
  ] as const)
    expect(at(x, y)[3]).toBe(0)
  expect(at(64, 70)[3]).toBe(255)
  const edge = Array.from({ length: 128 }, (_, i) => [at(i, 8)[3], at(i, 119)[3], at(8, i)[3], at(119, i)[3]]).flat()
  expect(Math.max(...edge.map((alpha) => alpha!))).toBe(0)
})

test('renders a model to the same bytes twice, as PNG and as WebP', async () => {
  const model = await beanie()
  for (const format of ['png', 'webp'] as const) {
    const [first, second] = [
      await renderIcon(model, { size: 96, format }),
      await renderIcon(model, { size: 96, format }),
    ]
    expect(Buffer.compare(Buffer.from(first), Buffer.from(second))).toBe(0)
  }
})

test('renders a model without normals and indices, visible from its front only', async () => {
  const front = await pixels(await renderIcon(triangle(), { size: 64 }))
  expect(front.at(32, 50)[3]).toBe(255)
  const rearView = await pixels(await renderIcon(triangle(), { size: 64, view: { yaw: Math.PI } }))
  expect(rearView.at(32, 50)[3]).toBe(0)
})

test('lights a model from the upper left', async () => {
  const { at } = await pixels(await renderIcon(await beanie(), { size: 128, view: { yaw: 0 } }))
  const brightness = (from: number, to: number) => {
    let sum = 0
    for (let x = from; x < to; x++) for (let y = 50; y < 80; y++) sum += at(x, y)[0]! + at(x, y)[1]! + at(x, y)[2]!
    return sum / ((to - from) * 30)
  }
  expect(brightness(36, 60)).toBeGreaterThan(brightness(68, 92) + 10)
})

test('shows base colours in sRGB and keeps the alpha of blended materials', async () => {
  const glass = triangle((json) => {
    json.materials = [
      { alphaMode: 'BLEND', doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0, 0, 1, 1 / 3] } },
    ]
    json.meshes![0]!.primitives[0]!.material = 0
  })
  const { at } = await pixels(await renderIcon(glass, { size: 64, view: { yaw: 0 } }))
  const [r, , b, a] = at(32, 50) as [number, number, number, number]
  expect(b).toBeGreaterThan(r)
  expect(a).toBe(85)
})

test('refuses a model without triangles or with data outside its file, with a message', async () => {
  const empty = triangle((json) => {
    json.meshes = []
    json.nodes = [{}]
  })
  await expect(renderIcon(empty, { size: 32 })).rejects.toThrow('The model has no triangles to render.')
  const outside = triangle((json) => {
    json.accessors![0]!.count = 999
  })
  await expect(renderIcon(outside, { size: 32 })).rejects.toThrow('The model refers to data that is not in the file.')
})

test('refuses a model with thousands of triangles as large as the picture as too costly', async () => {
  const count = 5000
  const positions = new Float32Array(count * 9)
  for (let i = 0; i < count; i++) positions.set([-1, -1, i / count, 1, -1, i / count, 0, 1, i / count], i * 9)
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: count * 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: positions.byteLength }],
    buffers: [{ byteLength: positions.byteLength }],
  }
  const glb = buildGlb(JSON.stringify(json), new Uint8Array(positions.buffer))
  await expect(renderIcon(glb, { size: 512 })).rejects.toMatchObject({ code: 'too_costly' })
})
