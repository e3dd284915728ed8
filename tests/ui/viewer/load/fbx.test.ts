import { readdirSync, readFileSync } from 'node:fs'
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
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { readFbx } from '../../../../src/ui/viewer/load/fbx.ts'
import { createMaterial, decodeTextures } from '../../../../src/ui/viewer/load/fbx-material.ts'
import { parseFbx } from '../../../../src/ui/viewer/load/fbx-parse.ts'
import { transferablesOf } from '../../../../src/ui/viewer/load/fbx-transfer.ts'
import { FBX_PARSE_TIMEOUT_MS, parseInWorker } from '../../../../src/ui/viewer/load/fbx-worker-client.ts'
import { createLocalLoadingManager } from '../../../../src/ui/viewer/load/local-loading-manager.ts'
import { buildBinaryFbx, buildTextFbx, connectionRecord } from '../../../support/fbx.ts'
import { TINY_PNG } from '../../../support/glb.ts'
import { expectOutput } from '../../../support/output.ts'
import { findSharedFolder } from '../../../support/shared-folder.ts'

/** Reads a file as in a worker: values are cloned, buffers are transferred. */
const read = (bytes: ArrayBuffer) =>
  readFbx(bytes, MODEL_BUDGET, async (fileBytes) => {
    const parcel = parseFbx(fileBytes)
    return structuredClone(parcel, { transfer: transferablesOf(parcel) })
  })

const meshesUnder = (root: Object3D) => {
  const meshes: Mesh[] = []
  root.traverse((object) => (object as Mesh).isMesh && meshes.push(object as Mesh))
  return meshes
}
const materialOf = async (parts: Parameters<typeof buildTextFbx>[0]) =>
  meshesUnder((await read(buildTextFbx(parts))).scene)[0]?.material as
    | Material[]
    | Material
    | undefined as MeshStandardMaterial

describe('an FBX file in a worker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const worker = () => ({
    postMessage: vi.fn(),
    terminate: vi.fn(),
    onmessage: null as null | ((event: { data: unknown }) => void),
    onerror: null as null | (() => void),
  })
  const parcel = parseFbx(buildTextFbx())
  const startParse = (fakeWorker = worker()) => {
    const parseOnPage = vi.fn(async () => parcel)
    const result = parseInWorker(new ArrayBuffer(8), {
      start: async () => fakeWorker as unknown as Worker,
      parseOnPage,
    })
    result.catch(() => {})
    return { fakeWorker, parseOnPage, result }
  }
  const startWorker = async (started: ReturnType<typeof startParse>) => {
    await vi.advanceTimersByTimeAsync(0)
    started.fakeWorker.onmessage?.({ data: 'ready' })
    await vi.advanceTimersByTimeAsync(0)
    expect(started.fakeWorker.postMessage).toHaveBeenCalledTimes(1)
    return started
  }

  it('fails as too large after the time limit, which also terminates the worker', async () => {
    const { fakeWorker, result, parseOnPage } = await startWorker(startParse())
    await vi.advanceTimersByTimeAsync(FBX_PARSE_TIMEOUT_MS - 1)
    expect(fakeWorker.terminate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(result).rejects.toMatchObject({ name: 'ViewerError', reason: 'toolarge' })
    expect([fakeWorker.terminate.mock.calls.length, parseOnPage.mock.calls.length]).toEqual([1, 0])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['the parsed model', { parcel }, { resolves: parcel }],
    [
      'the error message of the parser',
      { fault: 'No such version' },
      { rejects: { reason: 'unreadable', message: 'No such version' } },
    ],
    ['a "too large" error if memory is exhausted', null, { rejects: { reason: 'toolarge' } }],
  ])('results in %s, and terminates the worker', async (_, data, expected) => {
    const { fakeWorker, result } = await startWorker(startParse())
    if (data) fakeWorker.onmessage?.({ data })
    else fakeWorker.onerror?.()
    const outcome = await result.then(
      (resolves) => ({ resolves }),
      (rejects) => ({ rejects }),
    )
    expect(outcome).toMatchObject(expected)
    // The worker is terminated only once, because its timeout has been cancelled.
    await vi.advanceTimersByTimeAsync(2 * FBX_PARSE_TIMEOUT_MS)
    expect(fakeWorker.terminate).toHaveBeenCalledTimes(1)
  })

  it('is parsed on the page if its worker fails to start: exception, error event or no response', async () => {
    const parseOnPage = vi.fn(async () => parcel)
    const refused = parseInWorker(new ArrayBuffer(8), {
      start: () => Promise.reject(new Error('SecurityError')),
      parseOnPage,
    })
    expect(await refused).toBe(parcel)
    const forbidden = startParse()
    await vi.advanceTimersByTimeAsync(0)
    forbidden.fakeWorker.onerror?.()
    expect(await forbidden.result).toBe(parcel)
    const silent = startParse()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await silent.result).toBe(parcel)
    expect([forbidden, silent].map(({ fakeWorker }) => fakeWorker.terminate.mock.calls.length)).toEqual([1, 1])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an FBX file', () => {
  it('becomes a mesh in metres, with computed normals if it has none', async () => {
    const { scene, isFbx } = await read(buildTextFbx())
    const size = new Box3().setFromObject(scene).getSize(new Vector3())
    expect([isFbx, size.x, size.y, size.z]).toEqual([true, 1, 1, 0])
    const normal = meshesUnder(scene)[0]?.geometry.getAttribute('normal')
    expect(normal?.getZ(0)).toBe(1)
  })

  it('leaves URL.createObjectURL unchanged and no global window after parsing, even if parsing fails', () => {
    const { createObjectURL } = URL
    parseFbx(buildTextFbx())
    expect(() => parseFbx(new ArrayBuffer(9))).toThrow()
    expect(URL.createObjectURL).toBe(createObjectURL)
    expect('window' in globalThis).toBe(false)
  })

  it('above the budget for vertices or bytes is rejected as too large', async () => {
    const parse = async () => parseFbx(buildTextFbx())
    await expect(readFbx(buildTextFbx(), { ...MODEL_BUDGET, vertices: 5 }, parse)).rejects.toMatchObject({
      reason: 'toolarge',
    })
    await expect(readFbx(buildTextFbx(), { ...MODEL_BUDGET, bytes: 100 }, parse)).rejects.toMatchObject({
      reason: 'toolarge',
    })
  })

  it('is read without vertex colours if all are black, because exporters write black for empty layers', async () => {
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
      const [mesh] = meshesUnder((await read(buildTextFbx({ layers: layer(rgba) }))).scene)
      return mesh && [mesh.geometry.hasAttribute('color'), (mesh.material as MeshStandardMaterial).vertexColors]
    }
    expect(await coloured('0,0,0,1')).toEqual([false, false])
    expect(await coloured('0,0.5,0,1')).toEqual([true, true])
  })

  const folder = findSharedFolder('data/models/fbx')
  it.skipIf(!folder)(
    'has the bounds, bones, vertex counts and tracks that FBXLoader reads, for real files',
    async () => {
      // three.js's loader warns about parts of these files that it ignores.
      expectOutput(/^THREE\.FBXLoader: /, { isOptional: true })
      let compared = 0
      for (const name of readdirSync(folder!).filter((file) => file.endsWith('.fbx'))) {
        const bytes = new Uint8Array(readFileSync(join(folder!, name))).buffer
        const { createObjectURL } = URL
        URL.createObjectURL = () => 'blob:none'
        vi.stubGlobal('window', { innerWidth: 1, innerHeight: 1 })
        vi.stubGlobal('document', { createElementNS: () => ({ addEventListener: () => {} }) })
        let loaderResult: ReturnType<FBXLoader['parse']>
        try {
          loaderResult = new FBXLoader(createLocalLoadingManager()).parse(bytes, '')
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
        const summarize = (root: Object3D) => {
          root.updateMatrixWorld(true)
          const box = new Box3().setFromObject(root, true)
          return {
            box: [...box.min.toArray(), ...box.max.toArray()].map((value) => value.toPrecision(4)),
            bones: meshesUnder(root).map((mesh) => (mesh as SkinnedMesh).skeleton?.bones.map((bone) => bone.name)),
            counts: meshesUnder(root).map(({ geometry }) => geometry.getAttribute('position').count),
          }
        }
        expect(summarize(scene), name).toEqual(summarize(loaderResult))
        const tracks = (animationClips: typeof clips) =>
          animationClips.map((clip) => [clip.name, clip.duration, clip.tracks.map((track) => track.name)])
        expect(tracks(clips), name).toEqual(tracks(loaderResult.animations))
      }
      expect(compared).toBeGreaterThan(5)
    },
  )
})

describe('an image of an FBX file', () => {
  const picturesOf = async (bytes: ArrayBuffer) =>
    Promise.all(
      parseFbx(bytes).textures.map(async ({ name, picture }) => [
        name,
        picture && [picture.type, Buffer.from(await picture.arrayBuffer()).toString('base64')],
      ]),
    )
  const base64 = Buffer.from(TINY_PNG).toString('base64')

  /** Returns an FBX text file with a colour texture. `content` is the line after `Content: ,`. */
  const textWithPicture = (content?: string) =>
    buildTextFbx({
      objects: `\tTexture: 4, "Texture::cloth", "" {
\t\tFileName: "cloth.png"
\t}
\tVideo: 5, "Video::cloth", "Clip" {
\t\tRelativeFilename: "cloth.png"
${content === undefined ? '' : `\t\tContent: ,\n\t\t ${content}\n`}\t}
`,
      connections: ['C: "OP",4,3, "DiffuseColor"', 'C: "OO",5,4'],
    })

  it('embedded in a text file as base64 keeps its bytes and type', async () => {
    expect(await picturesOf(textWithPicture(`"${base64}",`))).toEqual([['cloth', ['image/png', base64]]])
  })

  it.each([
    ['is not base64', textWithPicture('"*",')],
    ['is stored outside the file', textWithPicture()],
  ])('that %s is left out, and the file is read', async (_, bytes) => {
    expect(await picturesOf(bytes)).toEqual([['cloth', null]])
  })

  it('embedded in a binary file keeps its bytes and type, and is assigned to its own texture', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)
    const withPicture = (id: number, file: string, content: Uint8Array) =>
      [
        ['Texture', [id, `${file}\0\x01Texture`, ''], [['FileName', [file]]]],
        [
          'Video',
          [id + 1, `${file}\0\x01Video`, 'Clip'],
          [
            ['RelativeFilename', [file]],
            ['Content', [content]],
          ],
        ],
      ] as const
    const bytes = buildBinaryFbx(
      [...withPicture(4, 'cloth.png', TINY_PNG), ...withPicture(6, 'shine.jpg', jpeg)],
      [
        ...[connectionRecord('OP', 4, 3, 'DiffuseColor'), connectionRecord('OO', 5, 4)],
        ...[connectionRecord('OP', 6, 3, 'EmissiveColor'), connectionRecord('OO', 7, 6)],
      ],
    )
    expect(await picturesOf(bytes)).toEqual([
      ['cloth.png', ['image/png', base64]],
      ['shine.jpg', ['image/jpeg', Buffer.from(jpeg).toString('base64')]],
    ])
    expect(parseFbx(bytes).materials).toMatchObject([{ maps: { map: 0, emissiveMap: 1 } }])
  })
})

it('reads the same square from a binary FBX file as from a text file', async () => {
  const meshOf = async (bytes: ArrayBuffer) => meshesUnder((await read(bytes)).scene)[0]
  const [text, binary] = [await meshOf(buildTextFbx()), await meshOf(buildBinaryFbx())]
  const corners = (mesh: Mesh | undefined) => [...mesh!.geometry.getAttribute('position').array]
  expect(corners(binary)).toHaveLength(18)
  expect(corners(binary)).toEqual(corners(text))
})

describe('an FBX material', () => {
  it.each<[string, string[], Partial<Record<'opacity' | 'transparent', unknown>> & { color?: string }]>([
    ['plain', ['P: "DiffuseColor", "Color", "", "A",1,0,0'], { color: 'ff0000', opacity: 1, transparent: false }],
    ['intentionally black', ['P: "DiffuseColor", "Color", "", "A",0,0,0'], { color: '000000', opacity: 1 }],
    ['half transparent', ['P: "TransparencyFactor", "Number", "", "A",0.5'], { opacity: 0.5, transparent: true }],
    [
      'opaque by an inverted transparency',
      ['P: "TransparencyFactor", "Number", "", "A",1'],
      { opacity: 1, transparent: false },
    ],
    [
      'opaque despite an opacity of 0',
      ['P: "TransparencyFactor", "Number", "", "A",1', 'P: "Opacity", "double", "Number", "",0'],
      { opacity: 1, transparent: false },
    ],
  ])('that is %s keeps the colour and opacity of its authoring tool', async (_, material, expected) => {
    const { color, opacity, transparent } = await materialOf({ material })
    const drawn = { color: color.getHexString(), opacity, transparent }
    expect(drawn).toMatchObject(expected)
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

  it('does not darken its colour and emissive textures by a black colour in the file', async () => {
    const textures = await decodeTextures([{ ...texture, picture: first }], decode)
    const material = createMaterial({ ...packed, maps: { map: 0, emissiveMap: 0 } }, textures)
    expect([material.color.getHex(), material.map, material.emissive.getHex()]).toEqual([
      0xffffff,
      textures[0],
      0xffffff,
    ])
    expect([material.map?.flipY, material.map?.colorSpace, material.metalness]).toEqual([false, 'srgb', 0])
  })

  it.each([
    ['is broken', second],
    ['is stored outside the file', null],
  ])('that has a texture which %s is plain grey, not black', async (_, picture) => {
    const textures = await decodeTextures([{ ...texture, picture }], decode)
    const material = createMaterial(
      { ...packed, maps: { map: 0, normalMap: 0, alphaMap: 0 }, isTransparent: true },
      textures,
    )
    expect([material.map, material.normalMap, material.alphaMap, material.transparent]).toEqual([
      null,
      null,
      null,
      false,
    ])
    expect(material.color.toArray()).toEqual([0.8, 0.8, 0.8])
    const red = createMaterial({ ...packed, colour: [1, 0, 0], maps: { map: 0 } }, textures)
    expect(red.color.getHex()).toBe(0xff0000)
  })

  it('with one image for colour and transparency uses its alpha channel and no separate alpha map', async () => {
    const both = [
      { ...texture, picture: first },
      { ...texture, picture: first },
    ]
    const textures = await decodeTextures(both, decode)
    const material = createMaterial({ ...packed, maps: { map: 0, alphaMap: 1 }, isTransparent: true }, textures)
    expect([material.alphaMap, material.transparent]).toEqual([null, true])
  })
})

it('createLocalLoadingManager resolves URLs outside the FBX file to an empty data URL', () => {
  expect(createLocalLoadingManager().resolveURL('https://elsewhere.example/skin.png')).toBe('data:,')
  expect(createLocalLoadingManager().resolveURL('data:image/png;base64,AA==')).toBe('data:image/png;base64,AA==')
})
