import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildPatches } from '../../demo/make/build-patches.ts'
import { createFigure } from '../../demo/make/figure.ts'
import { ball } from '../../demo/make/signed-distance.ts'
import { addTextureCoordinates, buildWeaveNormalMap, type Weave } from '../../demo/make/weave.ts'

const WEAVES: readonly Weave[] = ['plain', 'twill', 'knit', 'strands', 'curls']

test.each(WEAVES)(
  'the normal map of the weave %s is small, has no average tilt and repeats without a seam',
  async (weave) => {
    const file = buildWeaveNormalMap(weave)
    expect(file.byteLength).toBeLessThan(4500)
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([32, 32])
    const at = (column: number, row: number) =>
      [0, 1, 2].map((k) => data[((((row + 32) % 32) * 32 + ((column + 32) % 32)) as number) * 3 + k]! / 127.5 - 1)
    const mean = [0, 0, 0]
    const steps: number[] = []
    const seams: number[] = []
    for (let row = 0; row < 32; row++)
      for (let column = 0; column < 32; column++) {
        const pixel = at(column, row)
        expect(Math.hypot(...pixel)).toBeCloseTo(1, 1)
        for (const [k, value] of pixel.entries()) mean[k]! += value / 1024
        const step = Math.max(
          Math.hypot(...pixel.map((value, k) => value - at(column + 1, row)[k]!)),
          Math.hypot(...pixel.map((value, k) => value - at(column, row + 1)[k]!)),
        )
        if (row === 31 || column === 31) seams.push(step)
        else steps.push(step)
      }
    expect(Math.abs(mean[0]!)).toBeLessThan(0.02)
    expect(Math.abs(mean[1]!)).toBeLessThan(0.02)
    expect(mean[2]).toBeGreaterThan(0.5)
    expect(Math.max(...seams)).toBeLessThanOrEqual(Math.max(...steps) * 1.05)
    expect(Math.max(...steps)).toBeGreaterThan(0.1)
  },
)

test('mapping a weave texture onto a ball moves no vertex, and stretches 98% of triangles at most twofold', async () => {
  const part = { mesh: 'Ball', material: 'Cloth', field: ball([0, 0.6, 0], 0.1), cell: 0.01, triangles: 2000 }
  const [patch] = await buildPatches(createFigure('neutral'), [part])
  const { positions, indices, uvs } = addTextureCoordinates(patch!, 'plain')
  expect(indices).toHaveLength(patch!.indices.length)
  const corner = (values: Float32Array, width: number, index: number) => [
    ...values.subarray(index * width, index * width + width),
  ]
  for (const [i, index] of indices.entries())
    expect(corner(positions, 3, index)).toEqual(corner(patch!.positions, 3, patch!.indices[i]!))
  for (const value of uvs) expect(value >= 0 && value <= 1).toBe(true)
  const shares: number[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(positions, 3, indices[t + k]!)) as [number[], number[], number[]]
    const [p, q, r] = [0, 1, 2].map((k) => corner(uvs, 2, indices[t + k]!)) as [number[], number[], number[]]
    const [u, v] = [b.map((n, k) => n - a[k]!), c.map((n, k) => n - a[k]!)] as [number[], number[]]
    const cross = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    const flat = (q[0]! - p[0]!) * (r[1]! - p[1]!) - (q[1]! - p[1]!) * (r[0]! - p[0]!)
    shares.push(Math.abs(flat) / Math.hypot(...cross))
  }
  shares.sort((x, y) => x - y)
  const largest = shares.at(-1)!
  expect(shares[Math.floor(shares.length * 0.02)]! / largest).toBeGreaterThan(0.5)
})

test.each(['plain', 'strands'] as const)(
  'tangents of a mesh with the weave %s follow its texture coordinates and its surface',
  async (weave) => {
    const field = ball([0, 1.15, 0], 0.15)
    const [patch] = await buildPatches(createFigure('neutral'), [
      { mesh: 'Ball', material: 'Cloth', field, cell: 0.012, triangles: 4000 },
    ])
    const { positions, normals, indices, uvs, tangents } = addTextureCoordinates(patch!, weave)
    let alike = 0
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!]
      const sub = (values: Float32Array, width: number, one: number, other: number) =>
        Array.from({ length: width }, (_, k) => values[one * width + k]! - values[other * width + k]!)
      const [p, q] = [sub(positions, 3, b, a), sub(positions, 3, c, a)]
      const [u, v] = [sub(uvs, 2, b, a), sub(uvs, 2, c, a)]
      const area = u[0]! * v[1]! - v[0]! * u[1]!
      const right = p.map((value, k) => (value * v[1]! - q[k]! * u[1]!) / area)
      // Texture coordinates run downwards, while the picture's top is up.
      const up = p.map((value, k) => -(q[k]! * u[0]! - value * v[0]!) / area)
      const tangent = [...tangents.subarray(a * 4, a * 4 + 3)]
      const normal = [...normals.subarray(a * 3, a * 3 + 3)]
      expect(Math.hypot(...tangent)).toBeCloseTo(1, 5)
      expect(tangent.reduce((sum, value, k) => sum + value * normal[k]!, 0)).toBeCloseTo(0, 5)
      const side = [1, 2, 0].map((k, i) => normal[k]! * tangent[[2, 0, 1][i]!]! - normal[[2, 0, 1][i]!]! * tangent[k]!)
      const isRight = tangent.reduce((sum, value, k) => sum + value * right[k]!, 0) / Math.hypot(...right) > 0.7
      const isUp = side.reduce((sum, value, k) => sum + value * up[k]!, 0) * tangents[a * 4 + 3]! > 0
      if (isRight && isUp) alike += 1
    }
    // The threshold allows exceptions at the crown, the meeting point of the strands.
    expect(alike / (indices.length / 3)).toBeGreaterThan(0.97)
  },
)
