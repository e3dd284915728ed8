import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Catalogue } from '../../demo/make/catalogue.ts'
import { readGlb } from '../../server/render/glb.ts'
import { readScene } from '../../server/render/scene.ts'

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url))
const list = JSON.parse(await readFile(join(DEMO, 'catalogue.json'), 'utf8')) as Catalogue
const surfaces = async (path: string) => readScene(readGlb(await readFile(join(DEMO, path))))

/** Returns the winding number of a closed mesh around a point, from solid angles: 1 inside, 0 outside. */
function winding(p: Float64Array, indices: Uint32Array, at: readonly number[]): number {
  let sum = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => p[indices[t + k]! * 3 + axis]! - at[axis]!)) as [
      number[],
      number[],
      number[],
    ]
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)]
    const dot = (u: number[], v: number[]) => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
    const triple =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
    sum += 2 * Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
  }
  return sum / (4 * Math.PI)
}

const cages = await Promise.all(
  list.cages.map(async (entry) => {
    const [net] = (await surfaces(entry.model)) as [Awaited<ReturnType<typeof surfaces>>[number]]
    return { ...entry, net }
  }),
)

test('cages are closed meshes of 150 to 600 vertices', () => {
  for (const { model, net } of cages) {
    expect(net.positions.length / 3, model).toBeGreaterThanOrEqual(150)
    expect(net.positions.length / 3, model).toBeLessThanOrEqual(600)
    const edges = new Map<string, number>()
    for (let t = 0; t < net.indices.length; t += 3)
      for (let k = 0; k < 3; k++) {
        const [from, to] = [net.indices[t + k]!, net.indices[t + ((k + 1) % 3)]!]
        edges.set(`${from}-${to}`, (edges.get(`${from}-${to}`) ?? 0) + 1)
      }
    for (const [edge, count] of edges)
      expect([count, edges.get(edge.split('-').reverse().join('-'))], `${model} ${edge}`).toEqual([1, 1])
  }
})

test('every body has a cage for each asset type, and all cages of a type have the same triangles', () => {
  const types = new Set(cages.map(({ assetType }) => assetType))
  expect(types).toContain(undefined)
  for (const type of types) {
    const family = cages.filter(({ assetType }) => assetType === type)
    expect(family.map(({ body }) => body).sort(), type).toEqual(list.bodies.map(({ key }) => key).sort())
    for (const { net, model } of family) expect(net.indices, model).toEqual(family[0]!.net.indices)
  }
})

test("each body's cage encloses the body, and each cage encloses all garments fitted to its body", async () => {
  for (const { gender, model } of list.bodies) {
    const own = cages.filter(({ body }) => body === gender)
    const cageFor = (type: string) =>
      own.find(({ assetType }) => assetType === type) ?? own.find(({ assetType }) => assetType === undefined)!
    const worn = list.assets
      .filter((asset) => asset.body === gender && asset.type !== 'custom' && asset.type !== 'costume')
      .map((asset) => [asset.model, cageFor(asset.type)] as const)
    for (const [path, cage] of new Map([[model, cageFor('bodyshape')], ...worn])) {
      const outside: number[] = []
      for (const { positions } of await surfaces(path))
        for (let v = 0; v < positions.length; v += 3 * 17)
          if (winding(cage.net.positions, cage.net.indices, [...positions.slice(v, v + 3)]) < 0.5) outside.push(v)
      expect(outside, `${path} in ${cage.model}`).toEqual([])
    }
  }
})
