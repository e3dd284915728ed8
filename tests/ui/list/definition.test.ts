import { expect, expectTypeOf, test } from 'vitest'
import type { Order } from '../../../src/api/contract/list.ts'
import {
  type Align,
  type AutocompleteFilter,
  autocompleteFilter,
  type Column,
  type ColumnOf,
  type FilterDefinition,
  type ListDefinition,
  type RowAction,
  type SelectFilter,
} from '../../../src/ui/list/definition.ts'

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

test('a column is typed by its field: a wrong name, or a cell of another type, does not compile', () => {
  expectTypeOf<Column<Lamp>['field']>().toEqualTypeOf<'id' | 'name' | 'watts' | 'isLit'>()
  expectTypeOf<Parameters<NonNullable<ColumnOf<Lamp, 'watts'>['cell']>>>().toEqualTypeOf<[number, Lamp]>()
  expectTypeOf<
    Required<Pick<ColumnOf<Lamp, 'name'>, 'headerName' | 'width' | 'sortable' | 'tooltip'>>
  >().toEqualTypeOf<{
    headerName: string
    width: number
    sortable: boolean
    tooltip: string
  }>()
  expectTypeOf<ColumnOf<Lamp, 'name'>['headerAlign']>().toEqualTypeOf<Align | undefined>()
  expectTypeOf<ColumnOf<Lamp, 'name'>['cellAlign']>().toEqualTypeOf<Align | undefined>()
  const columns: Column<Lamp>[] = [
    { field: 'watts', headerName: 'Watts', cell: (watts) => watts.toFixed(1) },
    // @ts-expect-error a lamp has no colour
    { field: 'colour', headerName: 'Colour' },
    // @ts-expect-error whether a lamp is lit is no number
    { field: 'isLit', headerName: 'Lit', cell: (isLit: number) => isLit },
    // @ts-expect-error a column has a head
    { field: 'name' },
    // @ts-expect-error words stand left, in the middle or right
    { field: 'name', headerName: 'Name', cellAlign: 'top' },
  ]
  expect(columns.length).toBe(5)
})

test('a filter takes the fields of its type', () => {
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
    { field: 'name', type: 'text', placeholder: 'Name' },
    // @ts-expect-error the call has no such parameter
    { field: 'colour', type: 'text', placeholder: 'Colour' },
    // @ts-expect-error a choice needs its options
    { field: 'name', type: 'single-select', placeholder: 'Name' },
    // @ts-expect-error a search needs its endpoints
    { field: 'maker', type: 'autocomplete', placeholder: 'Maker' },
    // @ts-expect-error text has nothing to preselect
    { field: 'name', type: 'text', placeholder: 'Name', preselectValue: 'x' },
  ]
  expect(filters.length).toBe(5)
})

test('an autocomplete is typed by what it finds', () => {
  const endpoint = () => Promise.resolve({ data: [] as Maker[] })
  const findByIdEndpoint = () => Promise.reject<Maker>(new Error('none'))
  const shared = { field: 'maker', placeholder: 'Maker', endpoint, findByIdEndpoint } as const
  const filter = autocompleteFilter<Maker, 'maker'>({ ...shared, displayField: 'label', limitTags: 2 })
  expect([filter.type, filter.displayField, filter.limitTags]).toEqual(['autocomplete', 'label', 2])
  // @ts-expect-error a maker has no name
  autocompleteFilter<Maker, 'maker'>({ ...shared, displayField: 'name' })
})

test('a line of a row’s menu is a click, a submenu, a place, a question or one of those for many', () => {
  expectTypeOf<RowAction['type']>().toEqualTypeOf<'click' | 'submenu' | 'setOrder' | 'bulk' | 'question'>()
  const actions: RowAction[] = [
    { id: 'open', type: 'click', title: 'Open', onAction: () => undefined },
    {
      id: 'more',
      type: 'submenu',
      title: 'More',
      subMenuItems: [{ id: 'top', type: 'setOrder', title: 'Top', value: 1, isDisabled: true }],
    },
    // @ts-expect-error a click does something
    { id: 'idle', type: 'click', title: 'Idle' },
    // @ts-expect-error a submenu holds something
    { id: 'none', type: 'submenu', title: 'None' },
    // @ts-expect-error a place is a number
    { id: 'end', type: 'setOrder', title: 'End', value: 'last' },
  ]
  expect(actions.length).toBe(5)
})

test('a list needs rows with an id, and says how it pages, sorts and keeps its address', () => {
  // @ts-expect-error a row without an id cannot be listed
  expectTypeOf<ListDefinition<{ name: string }>>().toBeObject()
  expectTypeOf<ListDefinition<Lamp>['paging']>().toEqualTypeOf<'pager' | 'infinite' | undefined>()
  expectTypeOf<ListDefinition<Lamp>['inUrl']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<ListDefinition<Lamp>['limit']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Order>().toMatchTypeOf<Extract<ListDefinition<Lamp>['order'], object>>()
})
