import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrangedFields,
  columnStateOf,
  dropPlace,
  isPlain,
  PLAIN_LAYOUT,
  placeAmong,
  readLayout,
  withMoved,
  withPlace,
  withToggled,
  withWidth,
} from '../../../src/machines/rules/layout.ts'

const FIELDS = ['name', 'type', 'gender', 'updatedAt']
const fieldsOf = (layout: typeof PLAIN_LAYOUT) => {
  const { columnOrder, columnVisibility } = columnStateOf(FIELDS, layout)
  return columnOrder.filter((field) => columnVisibility[field] !== false)
}

test('a plain layout leaves the columns as the list has them', () => {
  expect(columnStateOf(FIELDS, PLAIN_LAYOUT)).toEqual({ columnOrder: FIELDS, columnVisibility: {} })
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

test.each([
  ['order', { order: ['type'] }],
  ['hidden', { hidden: ['type'] }],
  ['widths', { widths: { type: 100 } }],
  ['density', { density: 'compact' as const }],
  ['one more than it lacks', { order: ['type'], widths: { type: 100 } }],
])('a layout is not plain where it says something: %s', (_, change) => {
  expect(isPlain({ ...PLAIN_LAYOUT, ...change })).toBe(false)
  expect(isPlain(PLAIN_LAYOUT)).toBe(true)
})

test('a width is kept within bounds', () => {
  const widthOf = (width: number) => withWidth(PLAIN_LAYOUT, 'type', width).widths['type']
  expect([widthOf(200.4), widthOf(1), widthOf(9999)]).toEqual([200, 64, 640])
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

describe('a column carried by its head', () => {
  const hidden = { ...PLAIN_LAYOUT, hidden: ['gender'] }
  const shown = ['name', 'type', 'updatedAt']

  test.each([
    ['updatedAt', 1, ['updatedAt', 'name', 'type']],
    ['updatedAt', 2, ['name', 'updatedAt', 'type']],
    ['name', 3, ['type', 'updatedAt', 'name']],
    ['type', 2, ['name', 'type', 'updatedAt']],
  ])('%s stands at place %i of those shown, whatever is hidden', (field, position, wanted) => {
    const layout = withPlace(hidden, FIELDS, shown, field, position)
    expect(fieldsOf(layout)).toEqual(wanted)
    expect(layout.order.toSorted()).toEqual(FIELDS.toSorted())
  })

  const heads = shown.map((field, at) => ({ field, middle: 100 + at * 100, isOn: true }))
  test.each([
    ['name', 90, 1],
    ['name', 199, 1],
    ['name', 200, 2],
    ['name', 201, 2],
    ['name', 900, 3],
    ['updatedAt', 99, 1],
    ['updatedAt', 101, 2],
    ['type', -50, 1],
  ])('held %s at %i pixels takes place %i', (field, x, wanted) => {
    expect(placeAmong(x, heads, field, shown)).toBe(wanted)
  })

  test('a column that has no room now keeps its place among the others', () => {
    const seen = heads.filter(({ field }) => field !== 'type')
    expect(placeAmong(900, seen, 'name', shown)).toBe(3)
    expect(placeAmong(50, seen, 'updatedAt', shown)).toBe(1)
  })

  test('from right to left the first head is the one at the right', () => {
    const turned = heads.map((head) => ({ ...head, middle: 400 - head.middle, isOn: false }))
    expect([900, 150, 0].map((x) => placeAmong(x, turned, 'type', shown))).toEqual([1, 2, 3])
  })

  test('the line shows between which heads it would stand', () => {
    const columns = shown.map((field) => ({ field }))
    expect([1, 2, 3].map((position) => dropPlace(columns, 'name', position))).toEqual([
      { field: 'type', side: 'before' },
      { field: 'updatedAt', side: 'before' },
      { field: 'updatedAt', side: 'after' },
    ])
  })

  test('behind the last of many it stands behind all of them', () => {
    expect(withPlace(PLAIN_LAYOUT, FIELDS, FIELDS, 'name', 4).order).toEqual(['type', 'gender', 'updatedAt', 'name'])
    const columns = FIELDS.map((field) => ({ field }))
    expect(dropPlace(columns, 'name', 4)).toEqual({ field: 'updatedAt', side: 'after' })
  })

  test('what the rules say of a place is where it then stands', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(FIELDS, { minLength: 1 }), fc.nat(), fc.nat(), (some, which, where) => {
        const field = some[which % some.length]!
        const position = (where % some.length) + 1
        const { order } = withPlace(PLAIN_LAYOUT, FIELDS, some, field, position)
        const others = some.filter((it) => it !== field)
        const next = others[position - 1]
        if (next !== undefined) expect(order.indexOf(field)).toBe(order.indexOf(next) - 1)
        expect(order.toSorted()).toEqual(FIELDS.toSorted())
      }),
    )
  })
})
