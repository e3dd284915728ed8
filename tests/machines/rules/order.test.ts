import { expect, test } from 'vitest'
import { orderAfter, readOrder, sameOrder, sortingOf, toggleOrder } from '../../../src/machines/rules/order.ts'

test('an unsorted field is sorted descending, the sorted one flips, another one replaces it', () => {
  expect(toggleOrder({}, 'name')).toEqual({ name: 'desc' })
  expect(toggleOrder({ name: 'desc' }, 'name')).toEqual({ name: 'asc' })
  expect(toggleOrder({ name: 'asc' }, 'name')).toEqual({ name: 'desc' })
  expect(toggleOrder({ name: 'asc' }, 'type')).toEqual({ type: 'desc' })
})

test('a field that every object inherits counts as unsorted', () => {
  expect(toggleOrder({}, 'constructor')).toEqual({ constructor: 'desc' })
})

test('an order is read only where the list can be sorted by its field', () => {
  const fields = ['name', 'updatedAt']
  expect(readOrder('-name', fields)).toEqual({ name: 'desc' })
  expect(readOrder('updatedAt', fields)).toEqual({ updatedAt: 'asc' })
  expect(readOrder('--name', fields, { updatedAt: 'desc' })).toEqual({ updatedAt: 'desc' })
  expect(readOrder('__proto__', fields)).toEqual({})
  for (const text of [undefined, '', '-', 5, null, {}])
    expect(readOrder(text, fields, { name: 'asc' })).toEqual({ name: 'asc' })
})

test('orders are the same when field and direction are', () => {
  expect(sameOrder({ name: 'asc' }, { name: 'asc' })).toBe(true)
  expect(sameOrder({ name: 'asc' }, { name: 'desc' })).toBe(false)
  expect(sameOrder({}, { name: 'desc' })).toBe(false)
})

test('what a list states of its order may be fixed or hang on its filter', () => {
  const fixed = sortingOf({ sortable: ['name'], order: { name: 'asc' } })
  expect([fixed.fieldsOf({}), fixed.orderOf({})]).toEqual([['name'], { name: 'asc' }])
  expect(sortingOf({ sortable: [] }).orderOf({})).toEqual({})
})

test('another filter keeps a chosen order where it can, and brings its usual one where nothing was chosen', () => {
  const sorting = sortingOf({
    sortable: ({ app }) => (app ? ['name', 'position'] : ['name']),
    order: ({ app }) => (app ? { position: 'asc' } : { name: 'asc' }),
  })
  const app = { app: 'x' }
  expect(orderAfter({ name: 'asc' }, {}, app, sorting)).toEqual({ position: 'asc' })
  expect(orderAfter({ name: 'desc' }, {}, app, sorting)).toEqual({ name: 'desc' })
  expect(orderAfter({ position: 'asc' }, app, {}, sorting)).toEqual({ name: 'asc' })
  expect(orderAfter({ position: 'desc' }, app, {}, sorting)).toEqual({ name: 'asc' })
})
