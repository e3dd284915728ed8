import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Box3,
  type Material,
  type Mesh,
  type MeshStandardMaterial,
  type Object3D,
  type SkinnedMesh,
  Vector3,
} from 'three'
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../src/files/model-budget.ts'
import { readFbx } from '../../../src/ui/viewer/fbx.ts'
import { materialFrom, texturesFrom } from '../../../src/ui/viewer/fbx-material.ts'
import { movable } from '../../../src/ui/viewer/fbx-parcel.ts'
import { parseFbx } from '../../../src/ui/viewer/fbx-parse.ts'
import { FBX_PATIENCE, parseApart } from '../../../src/ui/viewer/fbx-reader.ts'
import { sealedManager } from '../../../src/ui/viewer/sealed-manager.ts'
import { textFbx } from '../../support/fbx.ts'
import { SHARED_MODELS } from '../../support/viewer-site.ts'

/** Reads a file as a worker would hand it over: every value copied, its memory moved. */
const read = (bytes: ArrayBuffer) =>
  readFbx(bytes, MODEL_BUDGET, async (given) => {
    const parcel = parseFbx(given)
    return structuredClone(parcel, { transfer: movable(parcel) })
  })

const meshesUnder = (root: Object3D) => {
  const meshes: Mesh[] = []
  root.traverse((object) => (object as Mesh).isMesh && meshes.push(object as Mesh))
  return meshes
}
const materialOf = async (parts: Parameters<typeof textFbx>[0]) =>
  meshesUnder((await read(textFbx(parts))).scene)[0]?.material as
    | Material[]
    | Material
    | undefined as MeshStandardMaterial

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

describe('an FBX file in a worker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const worker = () => ({
    postMessage: vi.fn(),
    terminate: vi.fn(),
    onmessage: null as null | ((event: { data: unknown }) => void),
    onerror: null as null | (() => void),
  })
  const parcel = parseFbx(textFbx())
  const begin = (given = worker()) => {
    const parseHere = vi.fn(async () => parcel)
    const answer = parseApart(new ArrayBuffer(8), { start: async () => given as unknown as Worker, parseHere })
    answer.catch(() => {})
    return { given, parseHere, answer }
  }
  const ready = async (begun: ReturnType<typeof begin>) => {
    await vi.advanceTimersByTimeAsync(0)
    begun.given.onmessage?.({ data: 'ready' })
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.given.postMessage).toHaveBeenCalledTimes(1)
    return begun
  }

  it('is ended when it takes too long, and told as too large', async () => {
    const { given, answer, parseHere } = await ready(begin())
    await vi.advanceTimersByTimeAsync(FBX_PATIENCE - 1)
    expect(given.terminate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(answer).rejects.toMatchObject({ name: 'ViewerError', reason: 'toolarge' })
    expect([given.terminate.mock.calls.length, parseHere.mock.calls.length]).toEqual([1, 0])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['what was read', { parcel }, { resolves: parcel }],
    [
      'what went wrong',
      { fault: 'No such version' },
      { rejects: { reason: 'unreadable', message: 'No such version' } },
    ],
    ['that its memory ran out', null, { rejects: { reason: 'toolarge' } }],
  ])('tells %s, and ends with it', async (_, data, expected) => {
    const { given, answer } = await ready(begin())
    if (data) given.onmessage?.({ data })
    else given.onerror?.()
    const outcome = await answer.then(
      (resolves) => ({ resolves }),
      (rejects) => ({ rejects }),
    )
    expect(outcome).toMatchObject(expected)
    // Its patience ended with it: nothing is ended again later.
    await vi.advanceTimersByTimeAsync(2 * FBX_PATIENCE)
    expect(given.terminate).toHaveBeenCalledTimes(1)
  })

  it('is parsed on the page where no worker may start, however the page says so', async () => {
    const here = vi.fn(async () => parcel)
    const refused = parseApart(new ArrayBuffer(8), {
      start: () => Promise.reject(new Error('SecurityError')),
      parseHere: here,
    })
    expect(await refused).toBe(parcel)
    const forbidden = begin()
    await vi.advanceTimersByTimeAsync(0)
    forbidden.given.onerror?.()
    expect(await forbidden.answer).toBe(parcel)
    const silent = begin()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await silent.answer).toBe(parcel)
    expect([forbidden, silent].map(({ given }) => given.terminate.mock.calls.length)).toEqual([1, 1])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what an FBX file becomes', () => {
  it('is a mesh in metres, lit where it brings no normals', async () => {
    const { scene, isFbx } = await read(textFbx())
    const size = new Box3().setFromObject(scene).getSize(new Vector3())
    expect([isFbx, size.x, size.y, size.z]).toEqual([true, 1, 1, 0])
    const normal = meshesUnder(scene)[0]?.geometry.getAttribute('normal')
    expect(normal?.getZ(0)).toBe(1)
  })

  it('leaves nothing of its own on the page: no address, no window', () => {
    const { createObjectURL } = URL
    parseFbx(textFbx())
    expect(() => parseFbx(new ArrayBuffer(9))).toThrow()
    expect(URL.createObjectURL).toBe(createObjectURL)
    expect('window' in globalThis).toBe(false)
  })

  it('is refused over the budget', async () => {
    const parse = async () => parseFbx(textFbx())
    await expect(readFbx(textFbx(), { ...MODEL_BUDGET, vertices: 5 }, parse)).rejects.toMatchObject({
      reason: 'toolarge',
    })
    await expect(readFbx(textFbx(), { ...MODEL_BUDGET, bytes: 100 }, parse)).rejects.toMatchObject({
      reason: 'toolarge',
    })
  })

  it('loses colours of its corners that are all black, as an empty layer is written', async () => {
    const layer = (rgba: string) => `\t\tLayerElementColor: 0 {
\t\t\tName: "c"
\t\t\tMappingInformationType: "AllSame"
\t\t\tReferenceInformationType: "IndexToDirect"
\t\t\tColors: *4 {
\t\t\t\ta: ${rgba}
\t\t\t}
\t\t\tColorIndex: *1 {
\t\t\t\ta: 0
\t\t\t}
\t\t}
`
    const coloured = async (rgba: string) => {
      const [mesh] = meshesUnder((await read(textFbx({ layers: layer(rgba) }))).scene)
      return mesh && [mesh.geometry.hasAttribute('color'), (mesh.material as MeshStandardMaterial).vertexColors]
    }
    expect(await coloured('0,0,0,1')).toEqual([false, false])
    expect(await coloured('0,0.5,0,1')).toEqual([true, true])
  })

  it.skipIf(!existsSync(SHARED_MODELS))('is in real files what the loader itself makes of them', async () => {
    const folder = join(SHARED_MODELS, 'fbx')
    let compared = 0
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.fbx'))) {
      const bytes = new Uint8Array(readFileSync(join(folder, name))).buffer
      const { createObjectURL } = URL
      URL.createObjectURL = () => 'blob:none'
      vi.stubGlobal('window', { innerWidth: 1, innerHeight: 1 })
      vi.stubGlobal('document', { createElementNS: () => ({ addEventListener: () => {} }) })
      let own: ReturnType<FBXLoader['parse']>
      try {
        own = new FBXLoader(sealedManager()).parse(bytes, '')
      } catch {
        await expect(read(bytes), name).rejects.toThrow()
        continue
      } finally {
        URL.createObjectURL = createObjectURL
        vi.unstubAllGlobals()
      }
      compared += 1
      const { scene, clips } = await read(bytes)
      scene.scale.setScalar(1)
      const told = (root: Object3D) => {
        root.updateMatrixWorld(true)
        const box = new Box3().setFromObject(root, true)
        return {
          box: [...box.min.toArray(), ...box.max.toArray()].map((value) => value.toPrecision(4)),
          bones: meshesUnder(root).map((mesh) => (mesh as SkinnedMesh).skeleton?.bones.map((bone) => bone.name)),
          counts: meshesUnder(root).map(({ geometry }) => geometry.getAttribute('position').count),
        }
      }
      expect(told(scene), name).toEqual(told(own))
      const tracks = (all: typeof clips) =>
        all.map((clip) => [clip.name, clip.duration, clip.tracks.map((track) => track.name)])
      expect(tracks(clips), name).toEqual(tracks(own.animations))
    }
    expect(compared).toBeGreaterThan(5)
  })
})

describe('an FBX material', () => {
  it.each<[string, string[], Partial<Record<'opacity' | 'transparent', unknown>> & { color?: string }]>([
    ['plain', ['P: "DiffuseColor", "Color", "", "A",1,0,0'], { color: 'ff0000', opacity: 1, transparent: false }],
    ['black on purpose', ['P: "DiffuseColor", "Color", "", "A",0,0,0'], { color: '000000', opacity: 1 }],
    ['half transparent', ['P: "TransparencyFactor", "Number", "", "A",0.5'], { opacity: 0.5, transparent: true }],
    [
      'transparent the other way round',
      ['P: "TransparencyFactor", "Number", "", "A",1'],
      { opacity: 1, transparent: false },
    ],
    [
      'not there at all by its opacity',
      ['P: "TransparencyFactor", "Number", "", "A",1', 'P: "Opacity", "double", "Number", "",0'],
      { opacity: 1, transparent: false },
    ],
  ])('that is %s is drawn as its tool means it', async (_, material, expected) => {
    const { color, opacity, transparent } = await materialOf({ material })
    const told = { color: color.getHexString(), opacity, transparent }
    expect(told).toMatchObject(expected)
  })

  const texture = {
    name: 'skin.png',
    wrap: [1000, 1000] as const,
    repeat: [1, 1] as const,
    offset: [0, 0] as const,
    colorSpace: 'srgb',
  }
  const packed = {
    name: 'skin',
    colour: [0, 0, 0],
    emissive: [0, 0, 0],
    emissiveFactor: 1,
    opacity: 1,
    isTransparent: false,
    shininess: 20,
    bumpScale: 1,
    side: 0 as const,
    hasVertexColours: false,
  }
  const [first, second] = [new Blob(['a']), new Blob(['b'])]
  const decode = async (picture: Blob) => (picture === first ? ({ width: 1, height: 1 } as ImageBitmap) : null)

  it('with a picture takes the picture for its colour, even beside black, and glows where a picture says so', async () => {
    const textures = await texturesFrom([{ ...texture, picture: first }], decode)
    const made = materialFrom({ ...packed, maps: { map: 0, emissiveMap: 0 } }, textures)
    expect([made.color.getHex(), made.map, made.emissive.getHex()]).toEqual([0xffffff, textures[0], 0xffffff])
    expect([made.map?.flipY, made.map?.colorSpace, made.metalness]).toEqual([false, 'srgb', 0])
  })

  it.each([
    ['is broken', second],
    ['lies outside the file', null],
  ])('is plain, not black, where its picture %s', async (_, picture) => {
    const textures = await texturesFrom([{ ...texture, picture }], decode)
    const made = materialFrom({ ...packed, maps: { map: 0, normalMap: 0, alphaMap: 0 }, isTransparent: true }, textures)
    expect([made.map, made.normalMap, made.alphaMap, made.transparent]).toEqual([null, null, null, false])
    expect(made.color.toArray()).toEqual([0.8, 0.8, 0.8])
    const red = materialFrom({ ...packed, colour: [1, 0, 0], maps: { map: 0 } }, textures)
    expect(red.color.getHex()).toBe(0xff0000)
  })

  it('whose one picture serves as colour and as transparency is cut by it, not darkened', async () => {
    const both = [
      { ...texture, picture: first },
      { ...texture, picture: first },
    ]
    const textures = await texturesFrom(both, decode)
    const made = materialFrom({ ...packed, maps: { map: 0, alphaMap: 1 }, isTransparent: true }, textures)
    expect([made.alphaMap, made.transparent]).toEqual([null, true])
  })
})

it('an address outside the file holds nothing, so that its picture fails rather than being black', () => {
  expect(sealedManager().resolveURL('https://elsewhere.example/skin.png')).toBe('data:,')
  expect(sealedManager().resolveURL('data:image/png;base64,AA==')).toBe('data:image/png;base64,AA==')
})
