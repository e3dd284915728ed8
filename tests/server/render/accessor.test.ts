import { expect, test } from 'vitest'
import { readAccessor } from '../../../server/render/accessor.ts'
import { readGlb } from '../../../server/render/glb.ts'
import { buildTinyGlb } from '../../support/glb.ts'

const claiming = (accessor: object) => readGlb(buildTinyGlb({ json: { accessors: [accessor] } }))

test.each([
  ['400 million elements', { componentType: 5126, count: 400_000_000, type: 'VEC3' }],
  ['a negative number', { componentType: 5126, count: -1, type: 'SCALAR' }],
  ['a fraction', { componentType: 5126, count: 1.5, type: 'SCALAR' }],
  [
    '400 million sparse values',
    {
      componentType: 5126,
      count: 3,
      type: 'VEC3',
      sparse: { count: 400_000_000, indices: { bufferView: 0, componentType: 5123 }, values: { bufferView: 0 } },
    },
  ],
])('refuses an accessor with an impossible count as broken_glb: %s', (_, accessor) => {
  expect(() => readAccessor(claiming(accessor), 0)).toThrow(expect.objectContaining({ code: 'broken_glb' }))
})

test('returns zeros for an accessor without a buffer view', () => {
  expect(readAccessor(claiming({ componentType: 5126, count: 2, type: 'VEC3' }), 0)).toEqual(new Float64Array(6))
})
