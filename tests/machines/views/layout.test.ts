import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnPositionAt,
  columnStateOf,
  DEFAULT_LAYOUT,
  dropIndicatorAt,
  isDefaultLayout,
  orderFields,
  readLayout,
  withColumnMoved,
  withColumnPosition,
  withColumnToggled,
  withColumnWidth,
} from '../../../src/machines/views/layout.ts'

const FIELDS = ['name', 'type', 'gender', 'updatedAt']
const fieldsOf = (layout: typeof DEFAULT_LAYOUT) => {
  const { columnOrder, columnVisibility } = columnStateOf(FIELDS, layout)
  return columnOrder.filter((field) => columnVisibility[field] !== false)
}

test("keeps the list's columns in the default layout", () => {
  expect(columnStateOf(FIELDS, DEFAULT_LAYOUT)).toEqual({ columnOrder: FIELDS, columnVisibility: {} })
})

test('hides and shows columns, but never hides the first column', () => {
  const hidden = withColumnToggled(withColumnToggled(DEFAULT_LAYOUT, 'gender'), 'name')
  expect(fieldsOf(hidden)).toEqual(['name', 'type', 'updatedAt'])
  expect(isDefaultLayout(withColumnToggled(withColumnToggled(hidden, 'gender'), 'name'))).toBe(true)
})

test.each([
  ['updatedAt', -3, ['updatedAt', 'name', 'type', 'gender']],
  ['name', 1, ['type', 'name', 'gender', 'updatedAt']],
  ['type', 99, ['name', 'gender', 'updatedAt', 'type']],
  ['type', -99, ['type', 'name', 'gender', 'updatedAt']],
])('moves the column %s by %i positions and stops at the ends', (field, by, order) => {
  expect(fieldsOf(withColumnMoved(DEFAULT_LAYOUT, FIELDS, field, by))).toEqual(order)
})

test.each([
  ['order', { order: ['type'] }],
  ['hidden', { hidden: ['type'] }],
  ['widths', { widths: { type: 100 } }],
  ['density', { density: 'compact' as const }],
  ['order and widths', { order: ['type'], widths: { type: 100 } }],
])('detects a changed layout: %s', (_, change) => {
  expect(isDefaultLayout({ ...DEFAULT_LAYOUT, ...change })).toBe(false)
  expect(isDefaultLayout(DEFAULT_LAYOUT)).toBe(true)
})

test('clamps a column width to 64–640 pixels', () => {
  const widthOf = (width: number) => withColumnWidth(DEFAULT_LAYOUT, 'type', width).widths['type']
  expect([widthOf(200.4), widthOf(1), widthOf(9999)]).toEqual([200, 64, 640])
})

describe('stored order of a list whose columns changed', () => {
  test('puts a new column after its neighbour in the default order', () => {
    expect(orderFields(FIELDS, ['updatedAt', 'name', 'type'])).toEqual(['updatedAt', 'name', 'type', 'gender'])
    expect(orderFields(FIELDS, ['updatedAt', 'type'])).toEqual(['name', 'updatedAt', 'type', 'gender'])
  })

  test('contains every column once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FIELDS, 'gone')), (order) => {
        expect(orderFields(FIELDS, [...new Set(order)]).toSorted()).toEqual(FIELDS.toSorted())
      }),
    )
  })
})

test.each([
  [undefined],
  ['text'],
  [{ ...DEFAULT_LAYOUT, density: 'tight' }],
  [{ ...DEFAULT_LAYOUT, widths: { type: 1e9 } }],
])('replaces an invalid stored layout by the default: %j', (storedLayout) => {
  expect(readLayout(storedLayout)).toBe(DEFAULT_LAYOUT)
})

describe('dragged column', () => {
  const hidden = { ...DEFAULT_LAYOUT, hidden: ['gender'] }
  const visibleFields = ['name', 'type', 'updatedAt']

  test.each([
    ['updatedAt', 1, ['updatedAt', 'name', 'type']],
    ['updatedAt', 2, ['name', 'updatedAt', 'type']],
    ['name', 3, ['type', 'updatedAt', 'name']],
    ['type', 2, ['name', 'type', 'updatedAt']],
  ])(
    'moves %s to position %i of the visible columns, although another column is hidden',
    (field, position, expected) => {
      const layout = withColumnPosition(hidden, FIELDS, visibleFields, field, position)
      expect(fieldsOf(layout)).toEqual(expected)
      expect(layout.order.toSorted()).toEqual(FIELDS.toSorted())
    },
  )

  const heads = visibleFields.map((field, at) => ({ field, middle: 100 + at * 100, isOn: true }))
  test.each([
    ['name', 90, 1],
    ['name', 199, 1],
    ['name', 200, 2],
    ['name', 201, 2],
    ['name', 900, 3],
    ['updatedAt', 99, 1],
    ['updatedAt', 101, 2],
    ['type', -50, 1],
  ])('%s dropped at %i pixels takes position %i', (field, x, expected) => {
    expect(columnPositionAt(x, heads, field, visibleFields)).toBe(expected)
  })

  test('has a position that also counts columns hidden for lack of space', () => {
    const visibleHeads = heads.filter(({ field }) => field !== 'type')
    expect(columnPositionAt(900, visibleHeads, 'name', visibleFields)).toBe(3)
    expect(columnPositionAt(50, visibleHeads, 'updatedAt', visibleFields)).toBe(1)
  })

  test('counts headers from the right in right-to-left text', () => {
    const mirroredHeads = heads.map((head) => ({ ...head, middle: 400 - head.middle, isOn: false }))
    expect([900, 150, 0].map((x) => columnPositionAt(x, mirroredHeads, 'type', visibleFields))).toEqual([1, 2, 3])
  })

  test('shows the drop indicator between its new neighbours', () => {
    const columns = visibleFields.map((field) => ({ field }))
    expect([1, 2, 3].map((position) => dropIndicatorAt(columns, 'name', position))).toEqual([
      { field: 'type', side: 'before' },
      { field: 'updatedAt', side: 'before' },
      { field: 'updatedAt', side: 'after' },
    ])
  })

  test('moves to the end when dropped after the last column', () => {
    expect(withColumnPosition(DEFAULT_LAYOUT, FIELDS, FIELDS, 'name', 4).order).toEqual([
      'type',
      'gender',
      'updatedAt',
      'name',
    ])
    const columns = FIELDS.map((field) => ({ field }))
    expect(dropIndicatorAt(columns, 'name', 4)).toEqual({ field: 'updatedAt', side: 'after' })
  })

  test('lands directly before the visible column that follows the drop position, for any drag', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(FIELDS, { minLength: 1 }), fc.nat(), fc.nat(), (fields, index, target) => {
        const field = fields[index % fields.length]!
        const position = (target % fields.length) + 1
        const { order } = withColumnPosition(DEFAULT_LAYOUT, FIELDS, fields, field, position)
        const others = fields.filter((it) => it !== field)
        const next = others[position - 1]
        if (next !== undefined) expect(order.indexOf(field)).toBe(order.indexOf(next) - 1)
        expect(order.toSorted()).toEqual(FIELDS.toSorted())
      }),
    )
  })
})
