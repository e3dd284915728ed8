import { type Object3D, SkinnedMesh } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { describe, expect, it } from 'vitest'
import { MODEL_BUDGET } from '../../../src/files/model-budget.ts'
import { readGlb } from '../../../src/ui/viewer/glb.ts'
import { partByPart } from '../../../src/ui/viewer/glb-parts.ts'
import { breathe, STRETCH } from '../../../src/ui/viewer/pace.ts'
import { glbOf } from '../../support/glb.ts'
import { weigh } from '../../support/heavy-models.ts'

async function read(bytes: ArrayBuffer, isPaced: boolean) {
  const loader = new GLTFLoader()
  if (!isPaced) return loader.parseAsync(bytes, '')
  const { json, bin } = readGlb(bytes, MODEL_BUDGET)
  loader.register(partByPart(bin))
  return loader.parseAsync(json as unknown as ArrayBuffer, '')
}

/** What a model holds, in the order of its tree. */
function told(root: Object3D) {
  const held: unknown[] = []
  root.traverse((object) => {
    const { geometry } = object as SkinnedMesh
    const attributes = Object.entries(geometry?.attributes ?? {}).map(([name, { array }]) => [name, [...array]])
    const bones = object instanceof SkinnedMesh ? object.skeleton.bones.map(({ name }) => name) : []
    held.push([object.type, object.name, attributes, geometry?.index && [...geometry.index.array], bones])
  })
  return held
}

describe('a GLB that is read part by part', () => {
  it('holds what it holds when it is read in one go', async () => {
    const bytes = weigh({ vertices: 60, parts: 3, joints: 5, nodes: 4, targets: 2, clips: 2, keys: 3 }).buffer
    const [paced, known] = [await read(bytes, true), await read(bytes, false)]
    expect(told(paced.scene)).toEqual(told(known.scene))
    const tracks = ({ animations }: typeof paced) =>
      animations.map((clip) => clip.tracks.map(({ name, times, values }) => [name, [...times], [...values]]))
    expect(tracks(paced)).toEqual(tracks(known))
  })

  it('gives nodes of one name the same further names, wherever its clips and skins ask for them', async () => {
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
    const bytes = glbOf(JSON.stringify(document)).buffer
    const [paced, known] = [await read(bytes, true), await read(bytes, false)]
    expect(told(paced.scene)).toEqual(told(known.scene))
    expect(paced.animations[0]?.tracks.map(({ name }) => name)).toEqual(
      known.animations[0]?.tracks.map(({ name }) => name),
    )
  })

  it.each([
    ['an accessor', {}],
    ['a mesh', { meshes: [] }],
    ['a view', { accessors: [{ bufferView: 3, count: 1, type: 'VEC3', componentType: 5126 }] }],
    [
      'a buffer',
      { accessors: [{ bufferView: 0, count: 1, type: 'VEC3', componentType: 5126 }], bufferViews: [{ buffer: 4 }] },
    ],
  ])('is refused where %s is not there, and leaves no promise that nobody hears', async (_, over) => {
    const document = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      ...over,
    }
    await expect(read(glbOf(JSON.stringify(document)).buffer, true)).rejects.toThrow()
  })
})

describe('the pace', () => {
  it('answers in the order it was asked, and gives the page a turn after each stretch', async () => {
    const order: number[] = []
    let turns = 0
    let isDone = false
    const page = () => {
      turns += 1
      if (!isDone) setImmediate(page)
    }
    setImmediate(page)
    const work = async (part: number) => {
      await breathe()
      order.push(part)
      for (const until = performance.now() + STRETCH; performance.now() < until; );
    }
    await Promise.all(Array.from({ length: 8 }, (_, part) => work(part)))
    isDone = true
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
