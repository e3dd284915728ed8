import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { GltfMaterial } from '../../../server/render/gltf.ts'
import { buildQuadGlb, encodePng, renderFront } from '../../support/render-quad.ts'

const MIDDLE = [0.5, 0.5] as const
const plain = { pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.5, 1], metallicFactor: 0, roughnessFactor: 1 } }
const one = async (...pixel: number[]) => [{ bytes: await encodePng(1, [pixel]) }]
const light = ([r, g, b]: readonly number[]) => r! + g! + b!

async function brightness(material: GltfMaterial, pixel: number[]): Promise<number> {
  const at = await renderFront(buildQuadGlb({ material: { ...plain, ...material }, pictures: await one(...pixel) }))
  return light(at(...MIDDLE))
}

test('tilts the surface by a normal map: red to the right of the texture, green to its top', async () => {
  const leaning = (...pixel: number[]) => brightness({ normalTexture: { index: 0 } }, pixel)
  const flat = await leaning(128, 128, 255)
  const [left, right] = [await leaning(40, 128, 218), await leaning(216, 128, 218)]
  const [down, up] = [await leaning(128, 40, 218), await leaning(128, 216, 218)]
  // The light comes from the upper left.
  expect(left).toBeGreaterThan(flat)
  expect(right).toBeLessThan(flat)
  expect(up).toBeGreaterThan(flat)
  expect(down).toBeLessThan(flat)
})

test('tilts the surface the opposite way if the texture is mirrored', async () => {
  const pictures = await one(216, 128, 218)
  const material = { ...plain, normalTexture: { index: 0 } }
  const unmappedLight = light((await renderFront(buildQuadGlb({ material, pictures })))(...MIDDLE))
  const mirrored = light((await renderFront(buildQuadGlb({ material, pictures, uv: [1, 1, 0, 0] })))(...MIDDLE))
  expect(mirrored).toBeGreaterThan(unmappedLight + 20)
  const raised = async (green: number) =>
    light(
      (await renderFront(buildQuadGlb({ material, pictures: await one(128, green, 218), uv: [1, 1, 0, 0] })))(
        ...MIDDLE,
      ),
    )
  expect(await raised(216)).toBeGreaterThan((await raised(40)) + 20)
})

test('ignores a colour profile in a texture, because glTF uses colours as stored', async () => {
  const material = { pbrMetallicRoughness: { metallicFactor: 0, baseColorTexture: { index: 0 } } }
  const plain = await encodePng(1, [[200, 80, 30]])
  const profiled = new Uint8Array(await sharp(plain).withIccProfile('p3', { attach: true }).png().toBuffer())
  const stored = await sharp(profiled, { ignoreIcc: true }).raw().toBuffer()
  expect([...stored.subarray(0, 3)]).not.toEqual([200, 80, 30])
  const same = await encodePng(1, [[...stored.subarray(0, 3)]])
  const renderTexture = async (bytes: Uint8Array) =>
    (await renderFront(buildQuadGlb({ material, pictures: [{ bytes }] })))(...MIDDLE)
  expect(await renderTexture(profiled)).toEqual(await renderTexture(same))
})

test('weakens a normal map by its scale', async () => {
  const full = await brightness({ normalTexture: { index: 0 } }, [216, 128, 218])
  const weak = await brightness({ normalTexture: { index: 0, scale: 0.2 } }, [216, 128, 218])
  const none = await brightness({}, [216, 128, 218])
  expect(weak).toBeGreaterThan(full)
  expect(weak).toBeLessThan(none)
})

test('reads roughness from the green channel of a texture and metalness from its blue channel', async () => {
  const read = (...pixel: number[]) =>
    brightness(
      {
        pbrMetallicRoughness: {
          baseColorFactor: [0.1, 0.1, 0.1, 1],
          metallicRoughnessTexture: { index: 0 },
        },
      },
      pixel,
    )
  expect(await read(0, 255, 255)).not.toBe(await read(0, 255, 0))
  expect(await read(0, 0, 255)).not.toBe(await read(0, 255, 255))
  expect(await read(255, 255, 0)).toBe(await read(0, 255, 0))
})

test('darkens the surface by the red channel and the strength of an occlusion map', async () => {
  const read = (strength: number, red: number) =>
    brightness({ occlusionTexture: { index: 0, strength } }, [red, 255, 255])
  const open = await read(1, 255)
  expect(await read(1, 0)).toBeLessThan(await read(0.5, 0))
  expect(await read(0.5, 0)).toBeLessThan(open)
  expect(await read(0, 0)).toBe(open)
})

test('multiplies an emissive map by its factor and strength', async () => {
  const dark = { baseColorFactor: [0, 0, 0, 1], metallicFactor: 0 }
  const renderEmissive = async (emissiveFactor: number[], emissiveStrength?: number) => {
    const material = {
      pbrMetallicRoughness: dark,
      emissiveFactor,
      emissiveTexture: { index: 0 },
      ...(emissiveStrength ? { extensions: { KHR_materials_emissive_strength: { emissiveStrength } } } : {}),
    }
    return (await renderFront(buildQuadGlb({ material, pictures: await one(255, 0, 0) })))(...MIDDLE)
  }
  const [off, half, full, strong] = [
    await renderEmissive([0, 0, 0]),
    await renderEmissive([0.3, 1, 1]),
    await renderEmissive([1, 1, 1]),
    await renderEmissive([0.3, 1, 1], 3),
  ]
  expect(half[0]).toBeGreaterThan(off[0] + 20)
  expect(full[0]).toBeGreaterThan(half[0])
  expect(strong[0]).toBeGreaterThan(half[0])
  expect(full[2]).toBeLessThan(full[0] - 60)
})

test('applies texture transforms and wrap modes', async () => {
  const pictures = [
    {
      bytes: await encodePng(2, [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
        [255, 255, 255],
      ]),
    },
  ]
  const renderColours = async (info: object, sampler: object = {}) => {
    const at = await renderFront(
      buildQuadGlb({
        material: { pbrMetallicRoughness: { metallicFactor: 0, baseColorTexture: { index: 0, ...info } } },
        pictures,
        uv: [0, 1, 1, 0],
        change: (json) => {
          json.samplers = [{ magFilter: 9728, ...sampler }]
          json.textures = [{ source: 0, sampler: 0 }]
        },
      }),
    )
    return [at(0.3, 0.3), at(0.7, 0.3), at(0.3, 0.7), at(0.7, 0.7)].map(nameOf).join(' ')
  }
  expect(await renderColours({})).toBe('red green blue white')
  const moved = (transform: object) => ({ extensions: { KHR_texture_transform: transform } })
  expect(await renderColours(moved({ offset: [0.5, 0] }))).toBe('green red white blue')
  expect(await renderColours(moved({ offset: [1, 0] }), { wrapS: 33071 })).toBe('green green white white')
  expect(await renderColours(moved({ offset: [1, 0] }), { wrapS: 33648 })).toBe('green red white blue')
  expect(await renderColours(moved({ scale: [0.5, 0.5] }))).toBe('red red red red')
  // The texture coordinates rotate a quarter turn counter-clockwise, so the picture rotates clockwise.
  expect(await renderColours(moved({ rotation: Math.PI / 2 }))).toBe('blue red white green')
})

function nameOf([r, g, b]: readonly number[]): string {
  const [isRed, isGreen, isBlue] = [r! > 150, g! > 150, b! > 150]
  return isRed && isGreen && isBlue ? 'white' : isRed ? 'red' : isGreen ? 'green' : isBlue ? 'blue' : 'dark'
}

test('tints surfaces behind glass, and makes glass without a background half transparent', async () => {
  const glass = (colour: number[]) => ({
    pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0, roughnessFactor: 0.9 },
    extensions: { KHR_materials_transmission: { transmissionFactor: 1 } },
  })
  const pane = (await renderFront(buildQuadGlb({ material: glass([1, 0.05, 0.05]) })))(...MIDDLE)
  expect(pane[3]).toBeGreaterThan(80)
  expect(pane[3]).toBeLessThan(255)
  expect(pane[0]).toBeGreaterThan(pane[1] + 60)
  const behind = buildQuadGlb({
    material: glass([1, 0.05, 0.05]),
    change: (json) => {
      json.nodes = [{ mesh: 0 }, { mesh: 1, translation: [0, 0, -0.1] }]
      json.scenes = [{ nodes: [0, 1] }]
      json.meshes!.push({ primitives: [{ ...json.meshes![0]!.primitives[0]!, material: 1 }] })
      json.materials!.push(plain)
    },
  })
  const tinted = (await renderFront(behind))(...MIDDLE)
  expect(tinted[3]).toBe(255)
  expect(tinted[0]).toBeGreaterThan(tinted[1] + 40)
})
