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

/** How many times a closed net winds around a point: 1 inside, 0 outside (solid angles). */
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

test('cages are closed nets of 200 to 600 vertices', async () => {
  for (const { cage } of list.bodies) {
    const [{ indices, positions }] = (await surfaces(cage)) as [Awaited<ReturnType<typeof surfaces>>[number]]
    expect(positions.length / 3, cage).toBeGreaterThanOrEqual(200)
    expect(positions.length / 3, cage).toBeLessThanOrEqual(600)
    const edges = new Map<string, number>()
    for (let t = 0; t < indices.length; t += 3)
      for (let k = 0; k < 3; k++) {
        const [from, to] = [indices[t + k]!, indices[t + ((k + 1) % 3)]!]
        edges.set(`${from}-${to}`, (edges.get(`${from}-${to}`) ?? 0) + 1)
      }
    for (const [edge, count] of edges)
      expect([count, edges.get(edge.split('-').reverse().join('-'))], `${cage} ${edge}`).toEqual([1, 1])
  }
})

test('each cage encloses its body and all that is fitted to it', async () => {
  for (const { gender, model, cage } of list.bodies) {
    const [net] = (await surfaces(cage)) as [Awaited<ReturnType<typeof surfaces>>[number]]
    const worn = list.assets
      .filter((asset) => asset.body === gender && asset.type !== 'custom' && asset.type !== 'costume')
      .map((asset) => asset.model)
    for (const path of new Set([model, ...worn])) {
      const outside: number[] = []
      for (const { positions } of await surfaces(path))
        for (let v = 0; v < positions.length; v += 3 * 17)
          if (winding(net.positions, net.indices, [...positions.slice(v, v + 3)]) < 0.5) outside.push(v)
      expect(outside, `${path} in ${cage}`).toEqual([])
    }
  }
})
