import { type Object3D, SkinnedMesh } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { describe, expect, it } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { readGlb } from '../../../../src/ui/viewer/load/glb.ts'
import { createPacedParserPlugin } from '../../../../src/ui/viewer/load/paced-gltf-parser.ts'
import { TIME_SLICE_MS, yieldToPage } from '../../../../src/ui/viewer/load/yield-to-page.ts'
import { buildGlb } from '../../../support/glb.ts'
import { buildHeavyGlb } from '../../../support/heavy-models.ts'
import { expectOutput } from '../../../support/output.ts'

async function read(bytes: ArrayBuffer, isPaced: boolean) {
  const loader = new GLTFLoader()
  if (!isPaced) return loader.parseAsync(bytes, '')
  const { json, bin } = readGlb(bytes, MODEL_BUDGET)
  loader.register(createPacedParserPlugin(bin))
  return loader.parseAsync(json as unknown as ArrayBuffer, '')
}

/** Lists the objects of a model in the order of the scene graph, with their data. */
function describeScene(root: Object3D) {
  const descriptions: unknown[] = []
  root.traverse((object) => {
    const { geometry } = object as SkinnedMesh
    const attributes = Object.entries(geometry?.attributes ?? {}).map(([name, { array }]) => [name, [...array]])
    const bones = object instanceof SkinnedMesh ? object.skeleton.bones.map(({ name }) => name) : []
    descriptions.push([object.type, object.name, attributes, geometry?.index && [...geometry.index.array], bones])
  })
  return descriptions
}

describe('a GLB read part by part', () => {
  it('has the same content as when read in one piece', async () => {
    const bytes = buildHeavyGlb({ vertices: 60, parts: 3, joints: 5, nodes: 4, targets: 2, clips: 2, keys: 3 }).buffer
    const [paced, plain] = [await read(bytes, true), await read(bytes, false)]
    expect(describeScene(paced.scene)).toEqual(describeScene(plain.scene))
    const tracks = ({ animations }: typeof paced) =>
      animations.map((clip) => clip.tracks.map(({ name, times, values }) => [name, [...times], [...values]]))
    expect(tracks(paced)).toEqual(tracks(plain))
  })

  it('gives duplicate node names the same suffixes as when read in one piece', async () => {
    const nodes = [
      { name: 'arm', children: [3] },
      { name: 'arm', children: [2] },
      { name: 'arm' },
      { name: 'arm', children: [4, 5] },
      { name: 'arm' },
      { name: 'hand' },
    ]
    const document = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0, 1] }, { nodes: [1] }],
      nodes,
      animations: [
        {
          samplers: [{ input: 0, output: 1 }],
          channels: [2, 5, 4].map((node) => ({ sampler: 0, target: { node, path: 'translation' } })),
        },
      ],
      accessors: [
        { count: 2, type: 'SCALAR', componentType: 5126 },
        { count: 2, type: 'VEC3', componentType: 5126 },
      ],
    }
    const bytes = buildGlb(JSON.stringify(document)).buffer
    const [paced, plain] = [await read(bytes, true), await read(bytes, false)]
    expect(describeScene(paced.scene)).toEqual(describeScene(plain.scene))
    expect(paced.animations[0]?.tracks.map(({ name }) => name)).toEqual(
      plain.animations[0]?.tracks.map(({ name }) => name),
    )
  })

  it.each([
    ['an accessor', {}],
    ['a mesh', { meshes: [] }],
    ['a buffer view', { accessors: [{ bufferView: 3, count: 1, type: 'VEC3', componentType: 5126 }] }],
    [
      'a buffer',
      { accessors: [{ bufferView: 0, count: 1, type: 'VEC3', componentType: 5126 }], bufferViews: [{ buffer: 4 }] },
    ],
  ])('fails if %s is missing, without an unhandled rejection', async (_, overrides) => {
    expectOutput('Missing min/max properties for accessor POSITION', { isOptional: true })
    const document = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      ...overrides,
    }
    await expect(read(buildGlb(JSON.stringify(document)).buffer, true)).rejects.toThrow()
  })
})

describe('yieldToPage', () => {
  it('resolves in the order of the calls, and yields to the event loop between time slices', async () => {
    const order: number[] = []
    let pageTicks = 0
    let isDone = false
    const page = () => {
      pageTicks += 1
      if (!isDone) setImmediate(page)
    }
    setImmediate(page)
    const work = async (part: number) => {
      await yieldToPage()
      order.push(part)
      for (const until = performance.now() + TIME_SLICE_MS; performance.now() < until; );
    }
    await Promise.all(Array.from({ length: 8 }, (_, part) => work(part)))
    isDone = true
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(pageTicks).toBeGreaterThanOrEqual(4)
  })
})
