// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { KHRMaterialsVariants } from '@gltf-transform/extensions'
import { Mesh, type MeshStandardMaterial, Texture, type WebGLRenderer } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { paint, wearVariant } from '../../../../src/ui/viewer/extras/wardrobe.ts'
import { assemble, type Model } from '../../../../src/ui/viewer/model.ts'
import { readModel } from '../../../../src/ui/viewer/read-model.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A shoe of two parts, one of which the file brings along in red and in blue. */
async function shoe(isVaried = true): Promise<Model> {
  const document = new Document()
  const extension = document.createExtension(KHRMaterialsVariants)
  const buffer = document.createBuffer()
  const scene = document.createScene()
  const part = (name: string) => {
    const position = document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]))
      .setBuffer(buffer)
    const material = document.createMaterial(name).setBaseColorFactor([1, 1, 1, 1])
    const primitive = document.createPrimitive().setAttribute('POSITION', position).setMaterial(material)
    scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)))
    return primitive
  }
  const upper = part('Upper')
  part('Sole')
  if (isVaried) {
    const list = extension.createMappingList()
    for (const [name, color] of [
      ['Red', [1, 0, 0, 1]],
      ['Blue', [0, 0, 1, 1]],
    ] as const) {
      const material = document.createMaterial(`Upper ${name} hair`).setBaseColorFactor([...color])
      list.addMapping(extension.createMapping().setMaterial(material).addVariant(extension.createVariant(name)))
    }
    upper.setExtension('KHR_materials_variants', list)
  } else extension.dispose()
  const bytes = await new NodeIO().registerExtensions([KHRMaterialsVariants]).writeBinary(document)
  const read = await readModel(bytes.buffer as ArrayBuffer, {
    gl: {} as WebGLRenderer,
    budget: MODEL_BUDGET,
    decoderPath: undefined,
    base: undefined,
  })
  return assemble([read])
}

const materialOf = (model: Model, name: string) => {
  const mesh = model.root.getObjectByName(name)
  if (!(mesh instanceof Mesh)) throw new Error(`No ${name}`)
  return mesh.material as MeshStandardMaterial
}
const colorOf = (model: Model, name: string) => `#${materialOf(model, name).color.getHexString()}`
const here = () => false

describe('the variants of a file', () => {
  it('are listed with its slots, and not where it has none', async () => {
    const { info } = await shoe()
    expect([info.variants, info.slots]).toEqual([
      ['Red', 'Blue'],
      ['Upper', 'Sole'],
    ])
    const plain = await shoe(false)
    expect([plain.variants, Object.hasOwn(plain.info, 'variants')]).toEqual([null, false])
  })

  it('are worn by what they are made for, as the look asks, and taken off again', async () => {
    const model = await shoe()
    const undo = await wearVariant(model, 'Blue', here)
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#0000ff', '#ffffff'])
    expect(materialOf(model, 'Upper').roughness).toBe(0.9)
    undo()
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
  })

  it('are not worn by who is gone meanwhile, nor under a name that there is not', async () => {
    const model = await shoe()
    await wearVariant(model, 'Red', () => true)
    await wearVariant(model, 'toString', here)
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
  })
})

describe('paint', () => {
  it('colours a slot by its name, and is taken off again', async () => {
    const model = await shoe()
    const undo = await paint(
      model.root,
      { Upper: { color: '#102030', roughness: 0.2 }, Nothing: { color: 'red' } },
      here,
    )
    expect([colorOf(model, 'Upper'), materialOf(model, 'Upper').roughness, colorOf(model, 'Sole')]).toEqual([
      '#102030',
      0.2,
      '#ffffff',
    ])
    undo()
    expect([colorOf(model, 'Upper'), materialOf(model, 'Upper').roughness]).toEqual(['#ffffff', 1])
  })

  it('lets a colour be that makes no sense', async () => {
    const model = await shoe()
    await paint(model.root, { Upper: { color: 'url(x)' }, Sole: { color: 'ToString' } }, here)
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#ffffff', '#ffffff'])
  })

  it('lays a picture on a slot, and lets go of it', async () => {
    const picture = { width: 1, height: 1, close: vi.fn() }
    vi.stubGlobal('fetch', async () => new Response('x'))
    vi.stubGlobal('createImageBitmap', async () => picture)
    const model = await shoe()
    const undo = await paint(model.root, { Sole: { texture: '/sole.png' } }, here)
    const { map } = materialOf(model, 'Sole')
    expect([map instanceof Texture, map?.image, map?.flipY]).toEqual([true, picture, false])
    undo()
    expect([materialOf(model, 'Sole').map, picture.close.mock.calls.length]).toEqual([null, 1])
    await paint(model.root, { Sole: { texture: '/sole.png' } }, () => true)
    expect([materialOf(model, 'Sole').map, picture.close.mock.calls.length]).toEqual([null, 2])
  })

  it('stays away and says so where the picture cannot be had', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const model = await shoe()
    await paint(model.root, { Sole: { texture: '/sole.png', color: '#ff0000' } }, here)
    expect([materialOf(model, 'Sole').map, colorOf(model, 'Sole')]).toEqual([null, '#ff0000'])
    expect(warn.mock.calls).toEqual([['The texture /sole.png was not had: Error: 404']])
  })
})
