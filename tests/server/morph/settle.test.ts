import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { morphModel } from '../../../server/morph/morph.ts'
import { depths } from '../../support/mesh-sides.ts'
import { bodyOf } from '../../support/morph-garments.ts'
import { restMesh } from '../../support/morph-judge.ts'
import { sampledTest } from '../../support/sampled-test.ts'

const demo = async (path: string) =>
  new Uint8Array(await readFile(new URL(`../../../demo/${path}.glb`, import.meta.url)))

sampledTest(
  'a whole avatar, in clothes over clothes, is settled until nothing is newly inside the other body, and nothing is turned over',
  async () => {
    const model = await demo('models/kofi')
    const [fromBody, toBody] = [await bodyOf('neutral'), await bodyOf('male')]
    const cages = { fromCage: await demo('cages/neutral-whole'), toCage: await demo('cages/male-whole') }
    const { glb, report } = await morphModel({ model, ...cages, fromBody, toBody })
    expect(report).toMatchObject({ newlyInside: 0, turnedOver: 0 })
    const before = depths((await restMesh(model)).points, await restMesh(fromBody))
    const after = depths((await restMesh(glb)).points, await restMesh(toBody))
    expect(after.filter((depth, v) => before[v]! >= 0.0001 && depth < -0.0006).length).toBe(0)
  },
)
