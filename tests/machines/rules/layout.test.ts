import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrange,
  arrangedFields,
  isPlain,
  PLAIN_LAYOUT,
  readLayout,
  withMoved,
  withToggled,
  withWidth,
} from '../../../src/machines/rules/layout.ts'

const COLUMNS = [{ field: 'name' }, { field: 'type', width: 160 }, { field: 'gender' }, { field: 'updatedAt' }]
const FIELDS = COLUMNS.map(({ field }) => field)
const fieldsOf = (layout: typeof PLAIN_LAYOUT) => arrange(COLUMNS, layout).map(({ field }) => field)

test('a plain layout leaves the columns as the list has them', () => {
  expect(arrange(COLUMNS, PLAIN_LAYOUT)).toEqual(COLUMNS)
})

test('columns are hidden, shown again, and the first never leaves', () => {
  const hidden = withToggled(withToggled(PLAIN_LAYOUT, 'gender'), 'name')
  expect(fieldsOf(hidden)).toEqual(['name', 'type', 'updatedAt'])
  expect(isPlain(withToggled(withToggled(hidden, 'gender'), 'name'))).toBe(true)
})

test.each([
  ['updatedAt', -3, ['updatedAt', 'name', 'type', 'gender']],
  ['name', 1, ['type', 'name', 'gender', 'updatedAt']],
  ['type', 99, ['name', 'gender', 'updatedAt', 'type']],
  ['type', -99, ['type', 'name', 'gender', 'updatedAt']],
])('the column %s moves by %i places and stops at the ends', (field, by, order) => {
  expect(fieldsOf(withMoved(PLAIN_LAYOUT, FIELDS, field, by))).toEqual(order)
})

test('a width is kept within bounds', () => {
  const widthOf = (width: number) => withWidth(PLAIN_LAYOUT, 'type', width).widths['type']
  expect([widthOf(200.4), widthOf(1), widthOf(9999)]).toEqual([200, 64, 640])
  expect(arrange(COLUMNS, withWidth(PLAIN_LAYOUT, 'type', 200))[1]).toEqual({ field: 'type', width: 200 })
})

describe('an order that was kept while the list changed', () => {
  test('knows nothing of a new column, which stands behind its neighbour', () => {
    expect(arrangedFields(FIELDS, ['updatedAt', 'name', 'type'])).toEqual(['updatedAt', 'name', 'type', 'gender'])
    expect(arrangedFields(FIELDS, ['updatedAt', 'type'])).toEqual(['name', 'updatedAt', 'type', 'gender'])
  })

  test('always gives every column once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FIELDS, 'gone')), (order) => {
        expect(arrangedFields(FIELDS, [...new Set(order)]).toSorted()).toEqual(FIELDS.toSorted())
      }),
    )
  })
})

test.each([
  [undefined],
  ['text'],
  [{ ...PLAIN_LAYOUT, density: 'tight' }],
  [{ ...PLAIN_LAYOUT, widths: { type: 1e9 } }],
])('what was kept but is no layout counts as none: %j', (kept) => {
  expect(readLayout(kept)).toBe(PLAIN_LAYOUT)
})
