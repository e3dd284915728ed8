import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { computeWindingNumber, readCage } from '../../../server/morph/cage.ts'
import { readWeldedMesh } from '../../support/morph-quality.ts'
import { sampledTest } from '../../support/sampled-test.ts'

const DEMO = new URL('../../../demo/', import.meta.url)
const read = async (path: string) => new Uint8Array(await readFile(new URL(path, DEMO)))

interface Catalogue {
  assets: { type: string; model: string; body?: string }[]
  cages: { body: string; assetType?: string; model: string }[]
}

sampledTest(
  'every demo asset made for a body is inside the cage for its type, even bags and whole avatars',
  async () => {
    const { assets, cages } = JSON.parse(new TextDecoder().decode(await read('catalogue.json'))) as Catalogue
    const wornAssets = new Map(
      assets.flatMap((asset) => (asset.body ? [[`${asset.model} ${asset.body}`, asset] as const] : [])),
    )
    expect([...wornAssets.values()].map(({ model }) => model)).toEqual(
      expect.arrayContaining(['moss-satchel', 'lark-bag', 'cove-tee', 'juno'].map((name) => `models/${name}.glb`)),
    )
    for (const { type, model, body } of wornAssets.values()) {
      const bodyCages = cages.filter((cage) => cage.body === body)
      const file =
        bodyCages.find(({ assetType }) => assetType === type) ?? bodyCages.find(({ assetType }) => !assetType)
      const cage = await readCage(await read(file!.model))
      const { positions: p } = await readWeldedMesh(await read(model))
      const outside = Array.from({ length: p.length / 3 }, (_, v) => [p[v * 3]!, p[v * 3 + 1]!, p[v * 3 + 2]!] as const)
      expect(
        outside.filter((point) => computeWindingNumber(cage, ...point) < 0.5).length,
        `${model} in ${file!.model}`,
      ).toBe(0)
    }
  },
)
