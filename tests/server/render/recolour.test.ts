import { expect, test } from 'vitest'
import { RenderError, readGlb, writeGlb } from '../../../server/render/glb.ts'
import { linearColour, recolour } from '../../../server/render/recolour.ts'

const glb = writeGlb({
  json: {
    asset: { version: '2.0' },
    materials: [
      { name: 'Fabric', pbrMetallicRoughness: { baseColorFactor: [0.1, 0.2, 0.3, 0.5], roughnessFactor: 0.8 } },
      { name: 'Trim', pbrMetallicRoughness: { baseColorFactor: [0.4, 0.4, 0.4, 1] } },
    ],
  },
  bin: Uint8Array.of(1, 2, 3, 4),
})

test('recolour changes the named material alone and keeps its alpha and roughness', () => {
  const { json, bin } = readGlb(recolour(glb, { Fabric: '#ff0000' }))
  expect(json.materials).toEqual([
    { name: 'Fabric', pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 0.5], roughnessFactor: 0.8 } },
    { name: 'Trim', pbrMetallicRoughness: { baseColorFactor: [0.4, 0.4, 0.4, 1] } },
  ])
  expect([...bin]).toEqual([1, 2, 3, 4])
})

test('recolour with no colours gives back the same document', () => {
  expect(readGlb(recolour(glb, {})).json).toEqual(readGlb(glb).json)
})

test('an unknown material and a bad colour are refused with a code', () => {
  expect(() => recolour(glb, { Collar: '#ffffff' })).toThrow(
    new RenderError('unknown_material', 'The model has no material called "Collar".'),
  )
  expect(() => recolour(glb, { Fabric: 'red' })).toThrow(
    new RenderError('bad_colour', '"red" is not a colour like #c4511f.'),
  )
})

test('sRGB colours become linear ones', () => {
  expect(linearColour('#000000')).toEqual([0, 0, 0])
  expect(linearColour('#ffffff')).toEqual([1, 1, 1])
  expect(linearColour('#808080')[0]).toBeCloseTo(0.2159, 4)
})
