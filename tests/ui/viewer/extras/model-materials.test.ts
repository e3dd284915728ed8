// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { KHRMaterialsVariants } from '@gltf-transform/extensions'
import { Mesh, type MeshDepthMaterial, type MeshStandardMaterial, Texture, type WebGLRenderer } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { createModelMaterials } from '../../../../src/ui/viewer/extras/model-materials.ts'
import { assembleModel, type Model } from '../../../../src/ui/viewer/load/model.ts'
import { readModel } from '../../../../src/ui/viewer/load/read-model.ts'

/** Builds a shoe with two material slots. One slot has a red and a blue variant. */
async function createShoe(isVaried = true): Promise<Model> {
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
  const parsed = await readModel(bytes.buffer as ArrayBuffer, {
    gl: {} as WebGLRenderer,
    budget: MODEL_BUDGET,
    decoderPath: undefined,
    base: undefined,
  })
  return assembleModel([parsed])
}

const materialOf = (model: Model, name: string) => {
  const mesh = model.root.getObjectByName(name)
  if (!(mesh instanceof Mesh)) throw new Error(`No ${name}`)
  return mesh.material as MeshStandardMaterial
}
const colorOf = (model: Model, name: string) => `#${materialOf(model, name).color.getHexString()}`

describe('the variants of a file', () => {
  it('appear in the model info together with the slots, and are absent if the file has none', async () => {
    const { info } = await createShoe()
    expect([info.variants, info.slots]).toEqual([
      ['Red', 'Blue'],
      ['Upper', 'Sole'],
    ])
    const plain = await createShoe(false)
    expect([plain.variants, Object.hasOwn(plain.info, 'variants')]).toEqual([null, false])
  })

  it('apply to their meshes, adjusted like all other materials, and can be removed', async () => {
    const model = await createShoe()
    const { apply, reset } = createModelMaterials(model)
    expect(await apply('Blue', {})).toBe(true)
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#0000ff', '#ffffff'])
    expect(materialOf(model, 'Upper').roughness).toBe(0.9)
    await apply(null, {})
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
    await apply('Red', {})
    reset()
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
  })

  it('replace each other without showing the original material; only the latest request applies', async () => {
    const model = await createShoe()
    const { apply } = createModelMaterials(model)
    await apply('Red', {})
    const blue = apply('Blue', {})
    expect(colorOf(model, 'Upper')).toBe('#ff0000')
    await blue
    expect(await Promise.all([apply('Red', {}), apply('Blue', {}), apply('Red', {})])).toEqual([false, false, true])
    expect(colorOf(model, 'Upper')).toBe('#ff0000')
  })

  it('do not apply after a reset, nor for an unknown name', async () => {
    const model = await createShoe()
    const { apply, reset } = createModelMaterials(model)
    const pendingChange = apply('Red', {})
    reset()
    expect(await pendingChange).toBe(false)
    await apply('toString', {})
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
  })

  it('dispose textures that only a variant uses, but keep textures that the model uses too', async () => {
    const model = await createShoe()
    const { apply, reset } = createModelMaterials(model)
    await apply('Red', {})
    const [own, shared] = [new Texture(), new Texture()]
    const disposed: string[] = []
    own.addEventListener('dispose', () => disposed.push('own'))
    shared.addEventListener('dispose', () => disposed.push('shared'))
    Object.assign(materialOf(model, 'Upper'), { map: own, aoMap: shared })
    materialOf(model, 'Sole').map = shared
    await apply('Blue', {})
    reset()
    expect(disposed).toEqual(['own'])
  })
})

describe('paint', () => {
  it('colours a material slot by name, and can be removed', async () => {
    const model = await createShoe()
    const { apply, reset } = createModelMaterials(model)
    await apply(null, { Upper: { color: '#102030', roughness: 0.2 }, Nothing: { color: 'red' } })
    expect([colorOf(model, 'Upper'), materialOf(model, 'Upper').roughness, colorOf(model, 'Sole')]).toEqual([
      '#102030',
      0.2,
      '#ffffff',
    ])
    reset()
    expect([colorOf(model, 'Upper'), materialOf(model, 'Upper').roughness]).toEqual(['#ffffff', 1])
  })

  it('applies on top of a variant, by the slot names of that variant', async () => {
    const model = await createShoe()
    const { apply } = createModelMaterials(model)
    await apply('Blue', { 'Upper Blue hair': { color: '#102030' } })
    expect(colorOf(model, 'Upper')).toBe('#102030')
    await apply('Blue', {})
    expect(colorOf(model, 'Upper')).toBe('#0000ff')
  })

  it('accepts CSS colours, but logs a warning for an invalid colour and does not apply the paint', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const model = await createShoe()
    const { apply } = createModelMaterials(model)
    await apply(null, { Upper: { color: 'rgb(0, 0, 255)' }, Sole: { color: 'hsl(120, 100%, 50%)' } })
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#0000ff', '#00ff00'])
    expect(warn).not.toHaveBeenCalled()
    await apply(null, { Upper: { color: 'url(x)' }, Sole: { color: 'ToString' } })
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#ffffff', '#ffffff'])
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      'The paint url(x) is not a color: use #rrggbb, rgb() or a name',
      'The paint ToString is not a color: use #rrggbb, rgb() or a name',
    ])
  })

  it('applies an image to a slot, and closes the image when the paint is removed', async () => {
    const picture = { width: 1, height: 1, close: vi.fn() }
    vi.stubGlobal('fetch', async () => new Response('x'))
    vi.stubGlobal('createImageBitmap', async () => picture)
    const model = await createShoe()
    const { apply, reset } = createModelMaterials(model)
    await apply(null, { Sole: { texture: '/sole.png' } })
    const { map } = materialOf(model, 'Sole')
    expect([map instanceof Texture, map?.image, map?.flipY]).toEqual([true, picture, false])
    reset()
    expect([materialOf(model, 'Sole').map, picture.close.mock.calls.length]).toEqual([null, 1])
    const pendingChange = apply(null, { Sole: { texture: '/sole.png' } })
    reset()
    await pendingChange
    expect([materialOf(model, 'Sole').map, picture.close.mock.calls.length]).toEqual([null, 2])
  })

  it('keeps an image while the colour changes, and until another image is loaded', async () => {
    const pictures = ['one', 'other'].map((name) => ({ name, width: 1, height: 1, close: vi.fn() }))
    const fetchSpy = vi.fn(async () => new Response('x'))
    vi.stubGlobal('fetch', fetchSpy)
    vi.stubGlobal('createImageBitmap', async () => pictures[fetchSpy.mock.calls.length - 1])
    const model = await createShoe()
    const { apply } = createModelMaterials(model)
    const image = () => (materialOf(model, 'Sole').map?.image as { name: string } | undefined)?.name
    await apply(null, { Sole: { texture: '/one.png' } })
    await apply(null, { Sole: { texture: '/one.png', color: '#ff0000' } })
    expect([image(), colorOf(model, 'Sole'), fetchSpy.mock.calls.length]).toEqual(['one', '#ff0000', 1])
    const pendingChange = apply(null, { Sole: { texture: '/other.png' } })
    expect(image()).toBe('one')
    await pendingChange
    expect([image(), ...pictures.map(({ close }) => close.mock.calls.length)]).toEqual(['other', 1, 0])
  })

  it('removes its image from the shadow material too', async () => {
    vi.stubGlobal('fetch', async () => new Response('x'))
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: vi.fn() }))
    const model = await createShoe()
    const depth = (model.root.getObjectByName('Sole') as Mesh).customDepthMaterial as MeshDepthMaterial
    const { apply } = createModelMaterials(model)
    await apply(null, { Sole: { texture: '/sole.png' } })
    // Sets the depth material's map, as three.js does when it draws a shadow.
    depth.map = materialOf(model, 'Sole').map
    const { version } = depth
    await apply(null, { Sole: { color: 'red' } })
    expect([depth.map, depth.version > version]).toEqual([null, true])
  })

  it('skips an image that cannot be loaded, with a warning', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const model = await createShoe()
    await createModelMaterials(model).apply(null, { Sole: { texture: '/sole.png', color: '#ff0000' } })
    expect([materialOf(model, 'Sole').map, colorOf(model, 'Sole')]).toEqual([null, '#ff0000'])
    expect(warn.mock.calls).toEqual([['The texture /sole.png did not load: Error: 404']])
  })
})
