import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { morphModel } from '../../../server/morph/morph-model.ts'
import { readBodyGlb } from '../../support/morph-garments.ts'
import { readWeldedMesh } from '../../support/morph-quality.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { measureSignedDistances } from '../../support/signed-distance.ts'

const demo = async (path: string) =>
  new Uint8Array(await readFile(new URL(`../../../demo/${path}.glb`, import.meta.url)))

sampledTest(
  'morphs an avatar in layered clothes without vertices newly inside the body or flipped triangles',
  async () => {
    const model = await demo('models/kofi')
    const [fromBody, toBody] = [await readBodyGlb('neutral'), await readBodyGlb('male')]
    const cages = { fromCage: await demo('cages/neutral-whole'), toCage: await demo('cages/male-whole') }
    const { glb, report } = await morphModel({ model, ...cages, fromBody, toBody })
    expect(report).toMatchObject({ newlyInside: 0, turnedOver: 0 })
    const before = measureSignedDistances((await readWeldedMesh(model)).points, await readWeldedMesh(fromBody))
    const after = measureSignedDistances((await readWeldedMesh(glb)).points, await readWeldedMesh(toBody))
    expect(after.filter((depth, v) => before[v]! >= 0.0001 && depth < -0.0006).length).toBe(0)
  },
)
