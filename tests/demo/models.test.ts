import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Catalogue } from '../../demo/make/catalogue.ts'
import { TARGETS } from '../../demo/make/face-moves.ts'
import { figure } from '../../demo/make/figure.ts'
import { PREFIX } from '../../demo/make/write.ts'
import { readAccessor } from '../../server/render/accessor.ts'
import { type Glb, readGlb } from '../../server/render/glb.ts'
import { readScene } from '../../server/render/scene.ts'

interface Report {
  issues: { numErrors: number; numWarnings: number; messages: { message: string }[] }
}

/** The Khronos validator ships without types. */
const validator = createRequire(import.meta.url)('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<Report>
}

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url))
const list = JSON.parse(await readFile(join(DEMO, 'catalogue.json'), 'utf8')) as Catalogue
const open = async (path: string) => readGlb(await readFile(join(DEMO, path)))
const JOINTS = [...figure('neutral').joints.keys()].map((name) => PREFIX + name)

const jointNames = ({ json }: Glb) => json.skins?.map((skin) => skin.joints.map((joint) => json.nodes?.[joint]?.name))
const dressed = list.assets.filter((asset) => asset.type === 'costume' || asset.type === 'bodyshape')

test('the Khronos validator finds no error and no warning in any model', async () => {
  const found: string[] = []
  for (const folder of ['models', 'clips', 'cages', 'effects'])
    for (const file of await readdir(join(DEMO, folder))) {
      const { issues } = await validator.validateBytes(new Uint8Array(await readFile(join(DEMO, folder, file))))
      if (issues.numErrors + issues.numWarnings > 0) found.push(`${file}: ${issues.messages[0]?.message}`)
    }
  expect(found).toEqual([])
})

test("everything worn hangs on Mixamo's joints", async () => {
  for (const path of new Set(list.assets.map((asset) => asset.model))) {
    const skins = jointNames(await open(path))
    for (const names of skins ?? []) expect(names, path).toEqual(JOINTS)
    expect(
      skins !== undefined ||
        ['models/north-plinth.glb', 'models/attic-fern.glb', 'models/moon-lamp.glb'].includes(path),
      path,
    ).toBe(true)
  }
})

test('bodies and characters move their faces by every ARKit target of ours', async () => {
  for (const path of new Set(dressed.map((asset) => asset.model))) {
    const glb = await open(path)
    const moved = new Set<string>()
    for (const mesh of glb.json.meshes ?? [])
      for (const primitive of mesh.primitives)
        for (const [i, target] of (primitive.targets ?? []).entries())
          if (readAccessor(glb, target.POSITION!).some((d) => Math.abs(d) > 0.001))
            moved.add(mesh.extras!.targetNames![i]!)
    expect([...moved].sort(), path).toEqual([...TARGETS].sort())
  }
})

test('weights add up to one and feet stand on the floor', async () => {
  for (const { model } of list.bodies) {
    const glb = await open(model)
    for (const mesh of glb.json.meshes ?? [])
      for (const { attributes } of mesh.primitives) {
        const weights = readAccessor(glb, attributes.WEIGHTS_0!)
        for (let v = 0; v < weights.length; v += 4)
          expect(Math.abs(weights[v]! + weights[v + 1]! + weights[v + 2]! + weights[v + 3]! - 1)).toBeLessThan(0.005)
      }
    const lowest = Math.min(
      ...(await readScene(glb)).map(({ positions }) => Math.min(...positions.filter((_, i) => i % 3 === 1))),
    )
    expect(Math.abs(lowest)).toBeLessThan(0.01)
  }
})

test('clips move joints of the skeleton, and idle ends as it begins', async () => {
  for (const clip of list.clips) {
    const glb = await open(clip.model)
    const { channels, samplers } = glb.json.animations![0]!
    for (const { target } of channels) expect(JOINTS).toContain(glb.json.nodes?.[target.node!]?.name)
    if (clip.key !== 'idle') continue
    for (const { output } of samplers) {
      const values = [...readAccessor(glb, output)]
      const size = glb.json.accessors?.[output]?.type === 'VEC4' ? 4 : 3
      expect(values.slice(-size)).toEqual(values.slice(0, size))
    }
  }
  for (const { model } of list.bodies)
    expect((await open(model)).json.animations?.map(({ name }) => name)).toEqual(['idle'])
})
