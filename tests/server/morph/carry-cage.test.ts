import { expect, test } from 'vitest'
import type { BodyShape } from '../../../demo/make/figure.ts'
import { readBody } from '../../../server/morph/body.ts'
import { checkCage, readCage } from '../../../server/morph/cage.ts'
import { carryCage } from '../../../server/morph/carry-cage.ts'
import { readBodyGlb, readCageGlb } from '../../support/morph-garments.ts'
import { measureSignedDistances } from '../../support/signed-distance.ts'
import { buildMeshGlb, createSphereMesh } from '../../support/sphere-mesh.ts'

const millimetres = (values: number[]) => values.map((value) => Math.abs(value) * 1000).sort((a, b) => a - b)

const transferDemoCage = async (key: string, to: BodyShape) =>
  carryCage({
    template: await readCageGlb(key, 'neutral'),
    fromBody: await readBodyGlb('neutral'),
    toBody: await readBodyGlb(to),
  })

test('gives a transferred cage the same topology and skin distance, so that it encloses the target body', async () => {
  const template = await readCageGlb('lark-bag', 'neutral')
  const [fromBody, toBody] = [await readBodyGlb('neutral'), await readBodyGlb('male')]
  const { glb, report } = await carryCage({ template, fromBody, toBody })
  const [before, after] = [await readCage(template), await readCage(glb)]
  expect(after.topology).toBe(before.topology)
  expect(report).toMatchObject({ topology: before.topology, vertices: 534, triangles: 1064 })
  const [from, to] = [await readBody(fromBody), await readBody(toBody)]
  expect(() => checkCage(after, to.mesh)).not.toThrow()
  const [then, now] = [
    measureSignedDistances(before.positions, from.mesh),
    measureSignedDistances(after.positions, to.mesh),
  ]
  const errors = millimetres([...then].flatMap((d, v) => (d < 0.05 ? [d - now[v]!] : [])))
  expect(errors.length).toBeGreaterThan(10)
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1)
  expect(errors.at(-1)).toBeLessThan(5)
})

test('keeps the waist height of a cage for bottoms on a body with a longer torso', async () => {
  const template = await readCageGlb('mill-jeans', 'neutral')
  const { glb } = await transferDemoCage('mill-jeans', 'male')
  const top = async (file: Uint8Array) => Math.max(...(await readCage(file)).positions.filter((_, i) => i % 3 === 1))
  expect(Math.abs((await top(glb)) - (await top(template)))).toBeLessThan(0.005)
})

test('keeps the waist of an outfit cage on the hips and raises its shoulders, despite nearby arms', async () => {
  const before = (await readCage(await readCageGlb('loam-dungarees', 'neutral'))).positions
  const after = (await readCage((await transferDemoCage('loam-dungarees', 'male')).glb)).positions
  const rises = (low: number, high: number) =>
    Array.from(
      before.filter((_, i) => i % 3 === 0),
      (x, v) => ({ x, y: before[v * 3 + 1]!, rise: after[v * 3 + 1]! - before[v * 3 + 1]! }),
    )
      .filter(({ x, y }) => y > low && y < high && Math.abs(x) < 0.18)
      .map(({ rise }) => rise)
  const [waist, shoulders] = [rises(0.6, 0.69), rises(0.84, 0.92)]
  expect(Math.min(waist.length, shoulders.length)).toBeGreaterThan(8)
  expect(Math.max(...waist)).toBeLessThan(0.012)
  expect(Math.min(...shoulders)).toBeGreaterThan(0.05)
})

test('refuses a template that is not a valid cage', async () => {
  const ball = createSphereMesh(2)
  const template = buildMeshGlb({ ...ball, triangles: ball.triangles.slice(3) })
  const body = await readBodyGlb('neutral')
  await expect(carryCage({ template, fromBody: body, toBody: body })).rejects.toMatchObject({ code: 'CAGE_OPEN' })
})
