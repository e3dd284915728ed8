import { expect, test } from 'vitest'
import {
  isSameOrder,
  orderAfterFilterChange,
  readOrder,
  resolveSorting,
  toggleOrder,
} from '../../../src/machines/list/order.ts'

test('toggles a field from descending to ascending and back, and replaces the order of another field', () => {
  expect(toggleOrder({}, 'name')).toEqual({ name: 'desc' })
  expect(toggleOrder({ name: 'desc' }, 'name')).toEqual({ name: 'asc' })
  expect(toggleOrder({ name: 'asc' }, 'name')).toEqual({ name: 'desc' })
  expect(toggleOrder({ name: 'asc' }, 'type')).toEqual({ type: 'desc' })
})

test('treats an inherited property name as unsorted', () => {
  expect(toggleOrder({}, 'constructor')).toEqual({ constructor: 'desc' })
})

test('parses an order of a sortable field, and returns the default order for any other text', () => {
  const fields = ['name', 'updatedAt']
  expect(readOrder('-name', fields)).toEqual({ name: 'desc' })
  expect(readOrder('updatedAt', fields)).toEqual({ updatedAt: 'asc' })
  expect(readOrder('--name', fields, { updatedAt: 'desc' })).toEqual({ updatedAt: 'desc' })
  expect(readOrder('__proto__', fields)).toEqual({})
  for (const text of [undefined, '', '-', 5, null, {}])
    expect(readOrder(text, fields, { name: 'asc' })).toEqual({ name: 'asc' })
})

test('compares orders by field and direction', () => {
  expect(isSameOrder({ name: 'asc' }, { name: 'asc' })).toBe(true)
  expect(isSameOrder({ name: 'asc' }, { name: 'desc' })).toBe(false)
  expect(isSameOrder({}, { name: 'desc' })).toBe(false)
})

test('accepts a fixed default order, and uses an empty order if there is no default', () => {
  const resolved = resolveSorting({ sortable: ['name'], order: { name: 'asc' } })
  expect([resolved.fieldsOf({}), resolved.orderOf({})]).toEqual([['name'], { name: 'asc' }])
  expect(resolveSorting({ sortable: [] }).orderOf({})).toEqual({})
})

test('keeps an order chosen by the user if the new filter allows it, and else uses the default order', () => {
  const sorting = resolveSorting({
    sortable: ({ app }) => (app ? ['name', 'position'] : ['name']),
    order: ({ app }) => (app ? { position: 'asc' } : { name: 'asc' }),
  })
  const app = { app: 'x' }
  expect(orderAfterFilterChange({ name: 'asc' }, {}, app, sorting)).toEqual({ position: 'asc' })
  expect(orderAfterFilterChange({ name: 'desc' }, {}, app, sorting)).toEqual({ name: 'desc' })
  expect(orderAfterFilterChange({ position: 'asc' }, app, {}, sorting)).toEqual({ name: 'asc' })
  expect(orderAfterFilterChange({ position: 'desc' }, app, {}, sorting)).toEqual({ name: 'asc' })
})
