import { expect, test } from 'vitest'
import { readBody } from '../../../server/morph/body.ts'
import { checkCage, readCage } from '../../../server/morph/cage.ts'
import { carryCage } from '../../../server/morph/carry.ts'
import { ballMesh, meshGlb } from '../../support/ball-mesh.ts'
import { bodyOf, cageFor } from '../../support/morph-garments.ts'
import { depths } from '../../support/morph-judge.ts'

const millimetres = (values: number[]) => values.map((value) => Math.abs(value) * 1000).sort((a, b) => a - b)

test('a template carried to another body is of its family, encloses the body and keeps its distance from the skin', async () => {
  const template = await cageFor('slip-dress', 'neutral')
  const [fromBody, toBody] = [await bodyOf('neutral'), await bodyOf('male')]
  const { glb, report } = await carryCage({ template, fromBody, toBody })
  const [before, after] = [await readCage(template), await readCage(glb)]
  expect(after.topology).toBe(before.topology)
  expect(report).toMatchObject({ topology: before.topology, vertices: 534, triangles: 1064 })
  const [from, to] = [await readBody(fromBody), await readBody(toBody)]
  expect(() => checkCage(after, to.mesh)).not.toThrow()
  const [then, now] = [depths(before.positions, from.mesh), depths(after.positions, to.mesh)]
  const errors = millimetres([...then].flatMap((d, v) => (d < 0.05 ? [d - now[v]!] : [])))
  expect(errors.length).toBeGreaterThan(10)
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1)
  expect(errors.at(-1)).toBeLessThan(5)
})

test('a cage for bottoms holds the waist, though the torso above it is longer', async () => {
  const template = await cageFor('mill-jeans', 'neutral')
  const { glb } = await carryCage({ template, fromBody: await bodyOf('neutral'), toBody: await bodyOf('male') })
  const top = async (file: Uint8Array) => Math.max(...(await readCage(file)).positions.filter((_, i) => i % 3 === 1))
  expect(Math.abs((await top(glb)) - (await top(template)))).toBeLessThan(0.005)
})

test('a template that is no cage is refused', async () => {
  const ball = ballMesh(2)
  const template = meshGlb({ ...ball, triangles: ball.triangles.slice(3) })
  const body = await bodyOf('neutral')
  await expect(carryCage({ template, fromBody: body, toBody: body })).rejects.toMatchObject({ code: 'CAGE_OPEN' })
})
