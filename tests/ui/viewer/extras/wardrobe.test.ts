// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { KHRMaterialsVariants } from '@gltf-transform/extensions'
import { Mesh, type MeshDepthMaterial, type MeshStandardMaterial, Texture, type WebGLRenderer } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { wardrobeOf } from '../../../../src/ui/viewer/extras/wardrobe.ts'
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
    const { wear, leave } = wardrobeOf(model)
    expect(await wear('Blue', {})).toBe(true)
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#0000ff', '#ffffff'])
    expect(materialOf(model, 'Upper').roughness).toBe(0.9)
    await wear(null, {})
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
    await wear('Red', {})
    leave()
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
  })

  it('follow one on another without a look at what is under them, the last asked for last', async () => {
    const model = await shoe()
    const { wear } = wardrobeOf(model)
    await wear('Red', {})
    const blue = wear('Blue', {})
    expect(colorOf(model, 'Upper')).toBe('#ff0000')
    await blue
    expect(await Promise.all([wear('Red', {}), wear('Blue', {}), wear('Red', {})])).toEqual([false, false, true])
    expect(colorOf(model, 'Upper')).toBe('#ff0000')
  })

  it('are not worn by who is gone meanwhile, nor under a name that there is not', async () => {
    const model = await shoe()
    const { wear, leave } = wardrobeOf(model)
    const late = wear('Red', {})
    leave()
    expect(await late).toBe(false)
    await wear('toString', {})
    expect(colorOf(model, 'Upper')).toBe('#ffffff')
  })

  it('leave no pictures of their own on the graphics card', async () => {
    const model = await shoe()
    const { wear, leave } = wardrobeOf(model)
    await wear('Red', {})
    const [own, shared] = [new Texture(), new Texture()]
    const ended: string[] = []
    own.addEventListener('dispose', () => ended.push('own'))
    shared.addEventListener('dispose', () => ended.push('shared'))
    Object.assign(materialOf(model, 'Upper'), { map: own, aoMap: shared })
    materialOf(model, 'Sole').map = shared
    await wear('Blue', {})
    leave()
    expect(ended).toEqual(['own'])
  })
})

describe('paint', () => {
  it('colours a slot by its name, and is taken off again', async () => {
    const model = await shoe()
    const { wear, leave } = wardrobeOf(model)
    await wear(null, { Upper: { color: '#102030', roughness: 0.2 }, Nothing: { color: 'red' } })
    expect([colorOf(model, 'Upper'), materialOf(model, 'Upper').roughness, colorOf(model, 'Sole')]).toEqual([
      '#102030',
      0.2,
      '#ffffff',
    ])
    leave()
    expect([colorOf(model, 'Upper'), materialOf(model, 'Upper').roughness]).toEqual(['#ffffff', 1])
  })

  it('lies on a variant, whose slots have names of their own', async () => {
    const model = await shoe()
    const { wear } = wardrobeOf(model)
    await wear('Blue', { 'Upper Blue hair': { color: '#102030' } })
    expect(colorOf(model, 'Upper')).toBe('#102030')
    await wear('Blue', {})
    expect(colorOf(model, 'Upper')).toBe('#0000ff')
  })

  it('takes colours as CSS writes them, and lets one be that makes no sense, which it says', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const model = await shoe()
    const { wear } = wardrobeOf(model)
    await wear(null, { Upper: { color: 'rgb(0, 0, 255)' }, Sole: { color: 'hsl(120, 100%, 50%)' } })
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#0000ff', '#00ff00'])
    expect(warn).not.toHaveBeenCalled()
    await wear(null, { Upper: { color: 'url(x)' }, Sole: { color: 'ToString' } })
    expect([colorOf(model, 'Upper'), colorOf(model, 'Sole')]).toEqual(['#ffffff', '#ffffff'])
    expect(warn.mock.calls.map(([told]) => told)).toEqual([
      'The paint url(x) is no color: say #rrggbb, rgb() or a name',
      'The paint ToString is no color: say #rrggbb, rgb() or a name',
    ])
  })

  it('lays a picture on a slot, and lets go of it', async () => {
    const picture = { width: 1, height: 1, close: vi.fn() }
    vi.stubGlobal('fetch', async () => new Response('x'))
    vi.stubGlobal('createImageBitmap', async () => picture)
    const model = await shoe()
    const { wear, leave } = wardrobeOf(model)
    await wear(null, { Sole: { texture: '/sole.png' } })
    const { map } = materialOf(model, 'Sole')
    expect([map instanceof Texture, map?.image, map?.flipY]).toEqual([true, picture, false])
    leave()
    expect([materialOf(model, 'Sole').map, picture.close.mock.calls.length]).toEqual([null, 1])
    const late = wear(null, { Sole: { texture: '/sole.png' } })
    leave()
    await late
    expect([materialOf(model, 'Sole').map, picture.close.mock.calls.length]).toEqual([null, 2])
  })

  it('keeps a picture while another colour is tried on it, and until another picture is there', async () => {
    const pictures = ['one', 'other'].map((name) => ({ name, width: 1, height: 1, close: vi.fn() }))
    const asked = vi.fn(async () => new Response('x'))
    vi.stubGlobal('fetch', asked)
    vi.stubGlobal('createImageBitmap', async () => pictures[asked.mock.calls.length - 1])
    const model = await shoe()
    const { wear } = wardrobeOf(model)
    const image = () => (materialOf(model, 'Sole').map?.image as { name: string } | undefined)?.name
    await wear(null, { Sole: { texture: '/one.png' } })
    await wear(null, { Sole: { texture: '/one.png', color: '#ff0000' } })
    expect([image(), colorOf(model, 'Sole'), asked.mock.calls.length]).toEqual(['one', '#ff0000', 1])
    const next = wear(null, { Sole: { texture: '/other.png' } })
    expect(image()).toBe('one')
    await next
    expect([image(), ...pictures.map(({ close }) => close.mock.calls.length)]).toEqual(['other', 1, 0])
  })

  it('that is taken off is drawn no more, in a shadow neither', async () => {
    vi.stubGlobal('fetch', async () => new Response('x'))
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: vi.fn() }))
    const model = await shoe()
    const depth = (model.root.getObjectByName('Sole') as Mesh).customDepthMaterial as MeshDepthMaterial
    const { wear } = wardrobeOf(model)
    await wear(null, { Sole: { texture: '/sole.png' } })
    // As the renderer does where it draws a shadow.
    depth.map = materialOf(model, 'Sole').map
    const { version } = depth
    await wear(null, { Sole: { color: 'red' } })
    expect([depth.map, depth.version > version]).toEqual([null, true])
  })

  it('stays away and says so where the picture cannot be had', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const model = await shoe()
    await wardrobeOf(model).wear(null, { Sole: { texture: '/sole.png', color: '#ff0000' } })
    expect([materialOf(model, 'Sole').map, colorOf(model, 'Sole')]).toEqual([null, '#ff0000'])
    expect(warn.mock.calls).toEqual([['The texture /sole.png was not had: Error: 404']])
  })
})
