import { expect, test } from 'vitest'
import { readAccessor } from '../../../server/render/accessor.ts'
import { readGlb } from '../../../server/render/glb.ts'
import { tinyGlb } from '../../support/glb.ts'

const claiming = (accessor: object) => readGlb(tinyGlb({ json: { accessors: [accessor] } }))

test.each([
  ['more than any model needs', { componentType: 5126, count: 400_000_000, type: 'VEC3' }],
  ['less than nothing', { componentType: 5126, count: -1, type: 'SCALAR' }],
  ['no whole number', { componentType: 5126, count: 1.5, type: 'SCALAR' }],
  [
    'too many sparse ones',
    {
      componentType: 5126,
      count: 3,
      type: 'VEC3',
      sparse: { count: 400_000_000, indices: { bufferView: 0, componentType: 5123 }, values: { bufferView: 0 } },
    },
  ],
])('a claim of %s is refused before room is made for it', (_, accessor) => {
  expect(() => readAccessor(claiming(accessor), 0)).toThrow(expect.objectContaining({ code: 'broken_glb' }))
})

test('without a buffer view the numbers are zeros', () => {
  expect(readAccessor(claiming({ componentType: 5126, count: 2, type: 'VEC3' }), 0)).toEqual(new Float64Array(6))
})
