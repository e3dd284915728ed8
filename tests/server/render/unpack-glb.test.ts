import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Logger, NodeIO, type Transform } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { draco, meshopt } from '@gltf-transform/functions'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { beforeAll, expect, test } from 'vitest'
import { readGlb, writeGlb } from '../../../server/render/glb.ts'
import { renderIcon } from '../../../server/render/icon.ts'
import { readScene } from '../../../server/render/scene.ts'
import { unpackGlb } from '../../../server/render/unpack-glb.ts'

const model = () => readFile(new URL('../../../demo/models/bram.glb', import.meta.url))

let packed: Record<'draco' | 'meshopt', Uint8Array>
beforeAll(async () => {
  const require = createRequire(import.meta.url)
  await MeshoptEncoder.ready
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS)
  io.registerDependencies({
    'draco3d.encoder': await require('draco3d').createEncoderModule(),
    'draco3d.decoder': await require('draco3d').createDecoderModule(),
    'meshopt.encoder': MeshoptEncoder,
    'meshopt.decoder': MeshoptDecoder,
  })
  const pack = async (transform: Transform) => {
    const document = await io.readBinary(new Uint8Array(await model()))
    document.setLogger(new Logger(Logger.Verbosity.SILENT))
    await document.transform(transform)
    return io.writeBinary(document)
  }
  packed = {
    draco: await pack(draco({ method: 'edgebreaker' })),
    meshopt: await pack(meshopt({ encoder: MeshoptEncoder, level: 'high' })),
  }
})

/** Returns the total area of all triangles and the corners of the bounding box. */
async function measures(glb: Uint8Array): Promise<number[]> {
  let area = 0
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (const { positions: p, indices } of await readScene(readGlb(glb)))
    for (let t = 0; t < indices.length; t += 3) {
      const corner = (k: number) => [0, 1, 2].map((i) => p[indices[t + k]! * 3 + i]!) as [number, number, number]
      const [a, b, c] = [corner(0), corner(1), corner(2)]
      const [u, v] = [b.map((x, i) => x - a[i]!), c.map((x, i) => x - a[i]!)] as [number[], number[]]
      area +=
        Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2
      for (let i = 0; i < 3; i++) box[i] = Math.min(box[i]!, a[i]!, b[i]!, c[i]!)
      for (let i = 0; i < 3; i++) box[i + 3] = Math.max(box[i + 3]!, a[i]!, b[i]!, c[i]!)
    }
  return [area, ...box]
}

test.each(['draco', 'meshopt'] as const)(
  'decodes a %s mesh to the same triangles at the same positions',
  async (compression) => {
    expect(readGlb(packed[compression]).json.extensionsRequired?.join()).toMatch(compression)
    const [before, after] = [await measures(await model()), await measures(packed[compression])]
    expect(after[0]).toBeCloseTo(before[0]!, 1)
    for (const [i, value] of after.entries())
      if (i > 0) expect(Math.abs(value - before[i]!), String(i)).toBeLessThan(0.002)
  },
)

test.each(['draco', 'meshopt'] as const)('refuses a broken %s stream as broken_glb', async (compression) => {
  const { json, bin } = readGlb(packed[compression])
  const broken = writeGlb({ json, bin: bin.map((byte, i) => (i % 3 ? byte : 255)) })
  await expect(renderIcon(broken, { size: 32 })).rejects.toMatchObject({ code: 'broken_glb' })
})

test('refuses oversized or invalid meshopt buffer views as broken_glb', async () => {
  const claiming = async (change: (view: Record<string, unknown>) => void) => {
    const { json, bin } = readGlb(packed.meshopt)
    for (const { extensions } of json.bufferViews!)
      for (const name of ['EXT_meshopt_compression', 'KHR_meshopt_compression'])
        if (extensions?.[name]) change(extensions[name] as Record<string, unknown>)
    return renderIcon(writeGlb({ json, bin }), { size: 32 })
  }
  for (const wrong of [
    { count: 4e9 },
    { count: -1 },
    { count: 1.5 },
    { byteLength: 1e9 },
    { mode: 'NONE' },
    { buffer: 7 },
  ])
    await expect(
      claiming((view) => Object.assign(view, wrong)),
      JSON.stringify(wrong),
    ).rejects.toMatchObject({
      code: 'broken_glb',
    })
})

test('returns an uncompressed model unchanged', async () => {
  const glb = readGlb(await model())
  expect(await unpackGlb(glb)).toBe(glb)
})
