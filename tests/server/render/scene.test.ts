import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readGlb } from '../../../server/render/glb.ts'
import { readScene, type Surface } from '../../../server/render/scene.ts'

const body = async () => readGlb(await readFile(new URL('../../../demo/models/body-neutral.glb', import.meta.url)))

function heights(surfaces: readonly Surface[]): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const { positions } of surfaces)
    for (let at = 1; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]!)
      high = Math.max(high, positions[at]!)
    }
  return { low, high }
}

test('places a skinned, quantised body on the floor, in metres', async () => {
  const { low, high } = heights(await readScene(await body()))
  expect(low).toBeCloseTo(0, 2)
  expect(high).toBeGreaterThan(1.3)
  expect(high).toBeLessThan(1.4)
})

test('moves skinned vertices with a rotated joint', async () => {
  const glb = await body()
  const rest = heights(await readScene(glb))
  const s = Math.sin(Math.PI / 4)
  const turned = await readScene(glb, {
    nodes: new Map([['mixamorig:Hips', { translation: [0, 0.57, 0], rotation: [s, 0, 0, s] }]]),
  })
  expect(heights(turned).high).toBeLessThan(rest.high / 1.5)
})

test('moves the vertices of a mesh by its morph target', async () => {
  const glb = await body()
  const mouth = (surfaces: Surface[]) => surfaces.find(({ material }) => material.name === 'Lips')!.positions
  const [shut, open] = [mouth(await readScene(glb)), mouth(await readScene(glb, { morphs: { jawOpen: 1 } }))]
  expect(Math.min(...open.map((value, i) => value - shut[i]!))).toBeLessThan(-0.02)
})
