import { expect, expectTypeOf, test } from 'vitest'
import type { Order } from '../../../src/api/contract/list.ts'
import {
  type Align,
  type AutocompleteFilter,
  type Column,
  type ColumnOf,
  createAutocompleteFilter,
  type FilterDefinition,
  type ListDefinition,
  type RowAction,
  type SelectFilter,
} from '../../../src/ui/list/definition.ts'
import type { MessageKey } from '../../../src/ui/message-key.ts'
import { literalText } from '../../support/literal-text.ts'

interface Lamp {
  id: string
  name: string
  watts: number
  isLit: boolean
}
interface Maker {
  id: string
  label: string
}

test('rejects an unknown column field or a cell of another type at compile time', () => {
  expectTypeOf<Column<Lamp>['field']>().toEqualTypeOf<'id' | 'name' | 'watts' | 'isLit'>()
  expectTypeOf<Parameters<NonNullable<ColumnOf<Lamp, 'watts'>['cell']>>>().toEqualTypeOf<[number, Lamp]>()
  expectTypeOf<
    Required<Pick<ColumnOf<Lamp, 'name'>, 'headerName' | 'width' | 'sortable' | 'tooltip'>>
  >().toEqualTypeOf<{
    headerName: MessageKey
    width: number
    sortable: boolean
    tooltip: MessageKey
  }>()
  expectTypeOf<ColumnOf<Lamp, 'name'>['headerAlign']>().toEqualTypeOf<Align | undefined>()
  expectTypeOf<ColumnOf<Lamp, 'name'>['cellAlign']>().toEqualTypeOf<Align | undefined>()
  const columns: Column<Lamp>[] = [
    { field: 'watts', headerName: literalText('Watts'), cell: (watts) => watts.toFixed(1) },
    // @ts-expect-error a lamp has no colour
    { field: 'colour', headerName: literalText('Colour') },
    // @ts-expect-error isLit is not a number
    { field: 'isLit', headerName: literalText('Lit'), cell: (isLit: number) => isLit },
    // @ts-expect-error a column has a head
    { field: 'name' },
    // @ts-expect-error alignment is left, center or right
    { field: 'name', headerName: literalText('Name'), cellAlign: 'top' },
  ]
  expect(columns.length).toBe(5)
})

test('accepts only the properties of each filter type at compile time', () => {
  expectTypeOf<FilterDefinition['type']>().toEqualTypeOf<'text' | 'multi-select' | 'single-select' | 'autocomplete'>()
  expectTypeOf<keyof SelectFilter>().toEqualTypeOf<
    | 'field'
    | 'type'
    | 'value'
    | 'placeholder'
    | 'options'
    | 'preselectValue'
    | 'position'
    | 'visibleOnMobile'
    | 'hiddenWithOneOption'
    | 'icon'
    | 'clearButtonText'
  >()
  expectTypeOf<Exclude<keyof AutocompleteFilter, keyof SelectFilter>>().toEqualTypeOf<
    'searchField' | 'displayField' | 'endpoint' | 'findByIdEndpoint' | 'multiple' | 'limitTags' | 'extraQueryParams'
  >()
  const filters: FilterDefinition<'name' | 'maker'>[] = [
    { field: 'name', type: 'text', placeholder: literalText('Name') },
    // @ts-expect-error the call has no such parameter
    { field: 'colour', type: 'text', placeholder: literalText('Colour') },
    // @ts-expect-error a select filter needs its options
    { field: 'name', type: 'single-select', placeholder: literalText('Name') },
    // @ts-expect-error an autocomplete needs its endpoints
    { field: 'maker', type: 'autocomplete', placeholder: literalText('Maker') },
    // @ts-expect-error a text filter has no preselected value
    { field: 'name', type: 'text', placeholder: literalText('Name'), preselectValue: 'x' },
  ]
  expect(filters.length).toBe(5)
})

test('rejects a display field that the items of an autocomplete filter lack at compile time', () => {
  const endpoint = () => Promise.resolve({ data: [] as Maker[] })
  const findByIdEndpoint = () => Promise.reject<Maker>(new Error('none'))
  const shared = { field: 'maker', placeholder: literalText('Maker'), endpoint, findByIdEndpoint } as const
  const filter = createAutocompleteFilter<Maker, 'maker'>({ ...shared, displayField: 'label', limitTags: 2 })
  expect([filter.type, filter.displayField, filter.limitTags]).toEqual(['autocomplete', 'label', 2])
  // @ts-expect-error a maker has no name
  createAutocompleteFilter<Maker, 'maker'>({ ...shared, displayField: 'name' })
})

test('requires the properties of each type of menu item at compile time', () => {
  expectTypeOf<RowAction['type']>().toEqualTypeOf<'click' | 'submenu' | 'setOrder' | 'bulk' | 'dialog'>()
  const actions: RowAction[] = [
    { id: 'open', type: 'click', title: literalText('Open'), onAction: () => undefined },
    {
      id: 'more',
      type: 'submenu',
      title: literalText('More'),
      subMenuItems: [{ id: 'top', type: 'setOrder', title: literalText('Top'), value: 1, isDisabled: true }],
    },
    // @ts-expect-error a click needs its handler
    { id: 'idle', type: 'click', title: literalText('Idle') },
    // @ts-expect-error a submenu needs its items
    { id: 'none', type: 'submenu', title: literalText('None') },
    // @ts-expect-error a position is a number
    { id: 'end', type: 'setOrder', title: literalText('End'), value: 'last' },
  ]
  expect(actions.length).toBe(5)
})

test('requires rows with an id, and checks paging, sorting and URL options at compile time', () => {
  // @ts-expect-error a row without an id cannot be listed
  expectTypeOf<ListDefinition<{ name: string }>>().toBeObject()
  expectTypeOf<ListDefinition<Lamp>['paging']>().toEqualTypeOf<'pager' | 'infinite' | undefined>()
  expectTypeOf<ListDefinition<Lamp>['inUrl']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<ListDefinition<Lamp>['limit']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Order>().toMatchTypeOf<Extract<ListDefinition<Lamp>['order'], object>>()
})
