import type { Material, MeshStandardMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { createMaterial, decodeTextures } from '../../../../src/ui/viewer/load/fbx-material.ts'
import { buildTextFbx } from '../../../support/fbx.ts'
import { listMeshes, readFbxInWorker } from '../../../support/read-fbx.ts'

const materialOf = async (parts: Parameters<typeof buildTextFbx>[0]) =>
  listMeshes((await readFbxInWorker(buildTextFbx(parts))).scene)[0]?.material as
    | Material[]
    | Material
    | undefined as MeshStandardMaterial

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
