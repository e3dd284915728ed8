// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { createAutocompleteFilter, type FilterDefinition } from '../../../src/ui/list/definition.ts'
import { literalText } from '../../support/literal-text.ts'
import { pressKey } from '../kit/support.ts'
import { listPageFor, showList, thingList } from './list-fixture.tsx'

let isPhone = false
beforeEach(() => {
  isPhone = false
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
})

const waitForRows = () => waitFor(() => expect(screen.getAllByRole('link').length).toBeGreaterThan(0))

function show(filters: FilterDefinition[], search: Record<string, unknown> = {}) {
  const queries: ListQuery['filter'][] = []
  const loadPage = async (query: ListQuery) => {
    queries.push(query.filter)
    return listPageFor({ ...query, filter: {} })
  }
  return { ...showList(thingList({ filters, loadPage }), search), queries }
}

const shelfFilter: FilterDefinition = {
  field: 'shelf',
  type: 'single-select',
  placeholder: literalText('Which things'),
  position: 'head',
  options: [
    { value: 'high', label: literalText('High') },
    { value: 'low', label: literalText('Low') },
  ],
}

const nameOf = (tab: HTMLElement) => tab.closest('label')?.textContent

describe('a filter in the page head', () => {
  test('shows its options as tabs, queries the chosen option, and is cleared by the first tab', async () => {
    const { queries, address } = show([shelfFilter], { filter: { shelf: 'low' } })
    await waitForRows()
    const tabs = within(screen.getByRole('radiogroup', { name: 'Which things' }))
    const current = () => tabs.getAllByRole('radio', { checked: true }).map(nameOf)
    expect(tabs.getAllByRole('radio').map(nameOf)).toEqual(['All', 'High', 'Low'])
    expect(current()).toEqual(['Low'])
    fireEvent.click(tabs.getByRole('radio', { name: 'High' }))
    await waitFor(() => expect(current()).toEqual(['High']))
    await waitFor(() => expect(queries.at(-1)).toEqual({ shelf: 'high' }))
    fireEvent.click(tabs.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(queries.at(-1)).toEqual({}))
    await waitFor(() => expect(address.entries.at(-1)).toEqual({}))
    // The filter is only in the page head, not also in the filter bar.
    expect(screen.queryByRole('button', { name: /Which things/ })).toBeNull()
  })

  test('appears in the dialog All Filters on a phone', async () => {
    isPhone = true
    show([shelfFilter])
    await waitForRows()
    expect(screen.queryByRole('radiogroup', { name: 'Which things' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'All Filters' }))
    expect(sheet.getByRole('radiogroup', { name: 'Which things' })).toBeTruthy()
  })

  test('shows its options as pills on a phone if their labels do not fit one line', async () => {
    isPhone = true
    const options = ['high above all others', 'somewhere in between'].map((value) => ({ value, label: value }))
    show([{ ...shelfFilter, options } as typeof shelfFilter])
    await waitForRows()
    fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'All Filters' }))
    const pill = () => sheet.getByRole('radio', { name: options[0]!.label })
    expect(sheet.queryByRole('radio', { name: 'All' })).toBeNull()
    for (const isChosen of ['true', 'false']) {
      fireEvent.click(pill())
      await waitFor(() => expect(pill().getAttribute('aria-checked')).toBe(isChosen))
    }
  })
})

interface Plant {
  id: string
  title: string
}
const plants: Plant[] = [
  { id: 'f', title: literalText('Fern') },
  { id: 'm', title: literalText('Moss') },
]

/** Returns an autocomplete filter over {@link plants} that records its requests. */
function plantFilter(change: Partial<Parameters<typeof createAutocompleteFilter<Plant>>[0]> = {}) {
  const calls: unknown[] = []
  const filter = createAutocompleteFilter<Plant>({
    field: 'plant',
    placeholder: literalText('Plant'),
    multiple: true,
    searchField: 'q',
    displayField: 'title',
    extraQueryParams: { kingdom: 'plants' },
    endpoint: async (query) => {
      calls.push(query)
      return { data: plants.filter(({ title }) => title.toLowerCase().includes(String(query['q'] ?? ''))) }
    },
    findByIdEndpoint: async (payload) => {
      calls.push(payload)
      const found = plants.find(({ id }) => id === payload.id)
      if (!found) throw new Error('gone')
      return found
    },
    ...change,
  })
  return { filter, calls }
}

describe('an autocomplete filter', () => {
  const control = () => screen.getByRole('button', { name: /^Plant/ })

  test('loads each item named in the URL separately, and shows the id of an item that does not exist', async () => {
    const { filter, calls } = plantFilter()
    show([filter], { filter: { plant: ['m', 'x'] } })
    await waitFor(() => expect(control().getAttribute('aria-label')).toBe('Plant: Moss, x'))
    expect(calls).toEqual([{ id: 'm' }, { id: 'x' }])
  })

  test('requests options with its search field, its extra parameters and a limit of five', async () => {
    const { filter, calls } = plantFilter()
    const { queries } = show([filter])
    await waitForRows()
    pressKey(control(), 'Enter')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Plant' }), { target: { value: 'mo' } })
    await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Moss']))
    fireEvent.click(screen.getByRole('option', { name: 'Moss' }))
    expect(calls.at(-1)).toEqual({ q: 'mo', kingdom: 'plants', limit: 5 })
    await waitFor(() => expect(queries).toEqual([{}, { plant: ['m'] }]))
    expect(screen.getByRole('button', { name: /^Plant/, hidden: true }).getAttribute('aria-label')).toBe('Plant: Moss')
  })

  test('shows a message when no option matches, and an error when the search fails', async () => {
    const { filter } = plantFilter()
    show([filter])
    await waitForRows()
    pressKey(control(), 'Enter')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Plant' }), { target: { value: 'oak' } })
    await waitFor(() => expect(screen.getByRole('listbox').textContent).toBe('No Results'))
    cleanup()
    show([plantFilter({ endpoint: () => Promise.reject(new Error('gone')) }).filter])
    await waitForRows()
    pressKey(control(), 'Enter')
    await waitFor(() =>
      expect(screen.getByRole('listbox').textContent).toBe('The search didn’t load. Type again to retry.'),
    )
  })

  test('shows the chosen items among the results until text is typed', async () => {
    const { filter } = plantFilter({ endpoint: async () => ({ data: [plants[0]!] }) })
    const { queries } = show([filter], { filter: { plant: ['m'] } })
    await waitForRows()
    pressKey(control(), 'Enter')
    const optionLabels = () => screen.getAllByRole('option').map((option) => option.textContent)
    await waitFor(() => expect(optionLabels()).toEqual(['Moss', 'Fern']))
    fireEvent.change(screen.getByRole('combobox', { name: 'Plant' }), { target: { value: 'f' } })
    await waitFor(() => expect(optionLabels()).toEqual(['Fern']))
    fireEvent.change(screen.getByRole('combobox', { name: 'Plant' }), { target: { value: '' } })
    fireEvent.click(await screen.findByRole('option', { name: 'Moss' }))
    await waitFor(() => expect(queries.at(-1)).toEqual({}))
  })

  test('logs one warning if its initial value is not an array', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { filter } = plantFilter({ value: 'm' })
    const { queries } = show([filter])
    await waitFor(() => expect(control().getAttribute('aria-label')).toBe('Plant: Moss'))
    expect(warn.mock.calls).toEqual([["The value of the filter 'plant' is not an array", 'm']])
    await waitFor(() => expect(queries).toEqual([{ plant: 'm' }]))
  })

  test('can be cleared by a clear button with a custom label', async () => {
    const { filter } = plantFilter({ clearButtonText: literalText('Forget') })
    const { queries } = show([filter], { filter: { plant: ['m'] } })
    await waitForRows()
    pressKey(control(), 'Enter')
    fireEvent.click(await screen.findByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(queries).toEqual([{ plant: ['m'] }, {}]))
  })

  test('shows its options inside the dialog All Filters on a phone, and applies a choice only on Apply', async () => {
    isPhone = true
    const { filter } = plantFilter()
    const { queries } = show([filter], { filter: { plant: ['f'] } })
    await waitForRows()
    fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
    const sheet = await screen.findByRole('dialog', { name: 'All Filters' })
    await within(sheet).findByRole('button', { name: 'Remove Fern' })
    fireEvent.click(await within(sheet).findByRole('option', { name: 'Moss' }))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Remove Fern' }))
    expect(queries).toEqual([{ plant: ['f'] }])
    fireEvent.click(within(sheet).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(queries).toEqual([{ plant: ['f'] }, { plant: ['m'] }]))
  })
})

const scope: FilterDefinition = {
  field: 'scope',
  type: 'single-select',
  placeholder: literalText('Scope'),
  preselectValue: 'mine',
  options: [
    { value: 'mine', label: literalText('Mine') },
    { value: 'all', label: literalText('All of them') },
  ],
}

describe('a preselected filter', () => {
  test('applies initially without being in the URL, and again when cleared', async () => {
    const { queries, address } = show([scope])
    await waitForRows()
    expect(screen.getByRole('button', { name: 'Scope: Mine' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    pressKey(screen.getByRole('button', { name: 'Scope: Mine' }), 'Enter')
    fireEvent.click(await screen.findByRole('option', { name: 'All of them' }))
    await waitFor(() => expect(queries).toEqual([{ scope: 'mine' }, { scope: 'all' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(queries.length).toBe(3))
    expect(queries.at(-1)).toEqual({ scope: 'mine' })
    await waitFor(() => expect(address.entries).toEqual([{}, { filter: { scope: 'all' } }, {}]))
  })

  test('applies on a phone too, although the filter is hidden there', async () => {
    isPhone = true
    const { queries } = show([scope])
    await waitForRows()
    expect(queries).toEqual([{ scope: 'mine' }])
    expect(screen.queryByRole('button', { name: /Scope/ })).toBeNull()
  })
})

test('writes an initial filter value to the URL, unless the URL has a filter', async () => {
  const search: FilterDefinition = { field: 'search', type: 'text', placeholder: literalText('Name'), value: 'hat' }
  const { queries, address } = show([search, scope])
  await waitForRows()
  expect([queries, address.entries]).toEqual([[{ scope: 'mine', search: 'hat' }], [{ filter: { search: 'hat' } }]])
  cleanup()
  const other = show([search, scope], { filter: { scope: 'all' } })
  await waitForRows()
  expect(other.queries).toEqual([{ scope: 'all' }])
})

test('hides a filter with only one option if the filter has hiddenWithOneOption', async () => {
  const options = [{ value: 'mine', label: literalText('Mine') }]
  const only = { field: 'scope', type: 'single-select', placeholder: literalText('Scope'), options } as const
  show([{ ...only, hiddenWithOneOption: true }])
  await waitForRows()
  expect(screen.queryByRole('button', { name: 'Scope' })).toBeNull()
  cleanup()
  show([only])
  await waitForRows()
  expect(screen.getByRole('button', { name: 'Scope' })).toBeTruthy()
})

test('places filters left or right, and on a phone shows only filters marked for phones', async () => {
  const text = (field: string, change: Partial<FilterDefinition> = {}): FilterDefinition =>
    ({ field, type: 'text', placeholder: field, ...change }) as FilterDefinition
  const filters = [text('one', { position: 'right' }), text('two'), text('three', { visibleOnMobile: true })]
  show(filters)
  await waitForRows()
  const visibleFilters = () => screen.getAllByRole('searchbox').map((field) => field.getAttribute('aria-label'))
  expect(visibleFilters()).toEqual(['two', 'three', 'one'])
  cleanup()
  isPhone = true
  show(filters)
  await waitForRows()
  expect(visibleFilters()).toEqual(['three'])
})

test('shows the button All Filters on a phone only if there are filters not shown next to the button', async () => {
  isPhone = true
  const byName: FilterDefinition = {
    field: 'search',
    type: 'text',
    placeholder: literalText('Name'),
    visibleOnMobile: true,
  }
  const { rerenderList } = show([byName])
  await waitForRows()
  expect(screen.getByRole('searchbox', { name: 'Name' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /All Filters/ })).toBe(null)
  rerenderList(thingList({ filters: [] }))
  expect(screen.queryByRole('search')).toBe(null)
  rerenderList(thingList({ filters: [byName, { ...byName, field: 'more', visibleOnMobile: false }] }))
  expect(screen.getByRole('button', { name: 'All Filters' })).toBeTruthy()
})
