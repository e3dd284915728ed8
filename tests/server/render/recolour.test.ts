import { expect, test } from 'vitest'
import { RenderError, readGlb, writeGlb } from '../../../server/render/glb.ts'
import { parseLinearColour, recolour } from '../../../server/render/recolour.ts'

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

test('recolour changes only the named material and keeps its alpha and roughness', () => {
  const { json, bin } = readGlb(recolour(glb, { Fabric: '#ff0000' }))
  expect(json.materials).toEqual([
    { name: 'Fabric', pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 0.5], roughnessFactor: 0.8 } },
    { name: 'Trim', pbrMetallicRoughness: { baseColorFactor: [0.4, 0.4, 0.4, 1] } },
  ])
  expect([...bin]).toEqual([1, 2, 3, 4])
})

test('recolour changes nothing if it gets no colours', () => {
  expect(readGlb(recolour(glb, {})).json).toEqual(readGlb(glb).json)
})

test('recolour refuses an unknown material and an invalid colour with a code', () => {
  expect(() => recolour(glb, { Collar: '#ffffff' })).toThrow(
    new RenderError('unknown_material', 'The model has no material called "Collar".'),
  )
  expect(() => recolour(glb, { Fabric: 'red' })).toThrow(
    new RenderError('bad_colour', '"red" is not a colour like #c4511f.'),
  )
})

test('parseLinearColour converts sRGB colours to linear ones', () => {
  expect(parseLinearColour('#000000')).toEqual([0, 0, 0])
  expect(parseLinearColour('#ffffff')).toEqual([1, 1, 1])
  expect(parseLinearColour('#808080')[0]).toBeCloseTo(0.2159, 4)
})
