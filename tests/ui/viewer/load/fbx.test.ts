import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Box3, type Mesh, type MeshStandardMaterial, type Object3D, type SkinnedMesh, Vector3 } from 'three'
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js'
import { describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { readFbx } from '../../../../src/ui/viewer/load/fbx.ts'
import { parseFbx } from '../../../../src/ui/viewer/load/fbx-parse.ts'
import { createLocalLoadingManager } from '../../../../src/ui/viewer/load/local-loading-manager.ts'
import { buildBinaryFbx, buildTextFbx, connectionRecord } from '../../../support/fbx.ts'
import { TINY_PNG } from '../../../support/glb.ts'
import { expectOutput } from '../../../support/output.ts'
import { listMeshes, readFbxInWorker } from '../../../support/read-fbx.ts'
import { findSharedFolder } from '../../../support/shared-folder.ts'

describe('an FBX file', () => {
  it('becomes a mesh in metres, with computed normals if it has none', async () => {
    const { scene, isFbx } = await readFbxInWorker(buildTextFbx())
    const size = new Box3().setFromObject(scene).getSize(new Vector3())
    expect([isFbx, size.x, size.y, size.z]).toEqual([true, 1, 1, 0])
    const normal = listMeshes(scene)[0]?.geometry.getAttribute('normal')
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
      const [mesh] = listMeshes((await readFbxInWorker(buildTextFbx({ layers: layer(rgba) }))).scene)
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
          await expect(readFbxInWorker(bytes), name).rejects.toThrow()
          continue
        } finally {
          URL.createObjectURL = createObjectURL
          vi.unstubAllGlobals()
        }
        compared += 1
        const { scene, clips } = await readFbxInWorker(bytes)
        scene.scale.setScalar(1)
        const summarize = (root: Object3D) => {
          root.updateMatrixWorld(true)
          const box = new Box3().setFromObject(root, true)
          return {
            box: [...box.min.toArray(), ...box.max.toArray()].map((value) => value.toPrecision(4)),
            bones: listMeshes(root).map((mesh) => (mesh as SkinnedMesh).skeleton?.bones.map((bone) => bone.name)),
            counts: listMeshes(root).map(({ geometry }) => geometry.getAttribute('position').count),
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
  const meshOf = async (bytes: ArrayBuffer) => listMeshes((await readFbxInWorker(bytes)).scene)[0]
  const [text, binary] = [await meshOf(buildTextFbx()), await meshOf(buildBinaryFbx())]
  const corners = (mesh: Mesh | undefined) => [...mesh!.geometry.getAttribute('position').array]
  expect(corners(binary)).toHaveLength(18)
  expect(corners(binary)).toEqual(corners(text))
})
