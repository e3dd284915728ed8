// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import { autocompleteFilter, type FilterDefinition } from '../../../src/ui/list/definition.ts'
import { press } from '../kit/support.ts'
import { answer, showList, thingList } from './bench.tsx'

let isPhone = false
beforeEach(() => {
  isPhone = false
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollTo = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const loaded = () => waitFor(() => expect(screen.getAllByRole('link').length).toBeGreaterThan(0))

/** A list that tells what it was asked for. */
function show(filters: FilterDefinition[], from: Record<string, unknown> = {}) {
  const asked: ListQuery['filter'][] = []
  const loadPage = async (query: ListQuery) => {
    asked.push(query.filter)
    return answer({ ...query, filter: {} })
  }
  return { ...showList(thingList({ filters, loadPage }), from), asked }
}

const kept: FilterDefinition = {
  field: 'shelf',
  type: 'single-select',
  placeholder: 'Which things',
  position: 'head',
  options: [
    { value: 'high', label: 'High' },
    { value: 'low', label: 'Low' },
  ],
}

const nameOf = (tab: HTMLElement) => tab.closest('label')?.textContent

describe('a filter of the head', () => {
  test('is tabs, of which one is current, and asks for what is chosen; the first takes it back', async () => {
    const { asked, address } = show([kept], { filter: { shelf: 'low' } })
    await loaded()
    const tabs = within(screen.getByRole('radiogroup', { name: 'Which things' }))
    const current = () => tabs.getAllByRole('radio', { checked: true }).map(nameOf)
    expect(tabs.getAllByRole('radio').map(nameOf)).toEqual(['All', 'High', 'Low'])
    expect(current()).toEqual(['Low'])
    fireEvent.click(tabs.getByRole('radio', { name: 'High' }))
    await waitFor(() => expect(current()).toEqual(['High']))
    await waitFor(() => expect(asked.at(-1)).toEqual({ shelf: 'high' }))
    fireEvent.click(tabs.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({}))
    await waitFor(() => expect(address.entries.at(-1)).toEqual({}))
    // Once, and not among the others too.
    expect(screen.queryByRole('button', { name: /Which things/ })).toBeNull()
  })

  test('is among all filters on a phone', async () => {
    isPhone = true
    show([kept])
    await loaded()
    expect(screen.queryByRole('radiogroup', { name: 'Which things' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'All Filters' }))
    expect(sheet.getByRole('radiogroup', { name: 'Which things' })).toBeTruthy()
  })

  test('is pills there where its words have no room in one line, of which one is chosen or none', async () => {
    isPhone = true
    const options = ['high above all others', 'somewhere in between'].map((value) => ({ value, label: value }))
    show([{ ...kept, options } as typeof kept])
    await loaded()
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
  { id: 'f', title: 'Fern' },
  { id: 'm', title: 'Moss' },
]

/** An autocomplete over {@link plants} that keeps what it was asked. */
function plantFilter(change: Partial<Parameters<typeof autocompleteFilter<Plant>>[0]> = {}) {
  const calls: unknown[] = []
  const filter = autocompleteFilter<Plant>({
    field: 'plant',
    placeholder: 'Plant',
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

  test('looks up the ids of the address, each by a call of its own; a lost one shows its id', async () => {
    const { filter, calls } = plantFilter()
    show([filter], { filter: { plant: ['m', 'x'] } })
    await waitFor(() => expect(control().getAttribute('aria-label')).toBe('Plant: Moss, x'))
    expect(calls).toEqual([{ id: 'm' }, { id: 'x' }])
  })

  test('asks its endpoint with the search field, the extra parameters and five at most', async () => {
    const { filter, calls } = plantFilter()
    const { asked } = show([filter])
    await loaded()
    press(control(), 'Enter')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Plant' }), { target: { value: 'mo' } })
    await waitFor(() => expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Moss']))
    fireEvent.click(screen.getByRole('option', { name: 'Moss' }))
    expect(calls.at(-1)).toEqual({ q: 'mo', kingdom: 'plants', limit: 5 })
    await waitFor(() => expect(asked).toEqual([{}, { plant: ['m'] }]))
    expect(screen.getByRole('button', { name: /^Plant/, hidden: true }).getAttribute('aria-label')).toBe('Plant: Moss')
  })

  test('says that nothing was found, and that looking failed', async () => {
    const { filter } = plantFilter()
    show([filter])
    await loaded()
    press(control(), 'Enter')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Plant' }), { target: { value: 'oak' } })
    await waitFor(() => expect(screen.getByRole('listbox').textContent).toBe('No Results'))
    cleanup()
    show([plantFilter({ endpoint: () => Promise.reject(new Error('gone')) }).filter])
    await loaded()
    press(control(), 'Enter')
    await waitFor(() =>
      expect(screen.getByRole('listbox').textContent).toBe('The search didn’t load. Type again to retry.'),
    )
  })

  test('shows what is chosen though it is not among what is found, until something is typed', async () => {
    const { filter } = plantFilter({ endpoint: async () => ({ data: [plants[0]!] }) })
    const { asked } = show([filter], { filter: { plant: ['m'] } })
    await loaded()
    press(control(), 'Enter')
    const offered = () => screen.getAllByRole('option').map((option) => option.textContent)
    await waitFor(() => expect(offered()).toEqual(['Moss', 'Fern']))
    fireEvent.change(screen.getByRole('combobox', { name: 'Plant' }), { target: { value: 'f' } })
    await waitFor(() => expect(offered()).toEqual(['Fern']))
    fireEvent.change(screen.getByRole('combobox', { name: 'Plant' }), { target: { value: '' } })
    fireEvent.click(await screen.findByRole('option', { name: 'Moss' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({}))
  })

  test('warns once of a value that is no list where several are taken', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { filter } = plantFilter({ value: 'm' })
    const { asked } = show([filter])
    await waitFor(() => expect(control().getAttribute('aria-label')).toBe('Plant: Moss'))
    expect(warn.mock.calls).toEqual([["The value of the filter 'plant' is not an array", 'm']])
    await waitFor(() => expect(asked).toEqual([{ plant: 'm' }]))
  })

  test('Clear and its own words empty it', async () => {
    const { filter } = plantFilter({ clearButtonText: 'Forget' })
    const { asked } = show([filter], { filter: { plant: ['m'] } })
    await loaded()
    press(control(), 'Enter')
    fireEvent.click(await screen.findByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(asked).toEqual([{ plant: ['m'] }, {}]))
  })

  test('in the overlay of a phone it stands in plain sight, and is told only by Apply', async () => {
    isPhone = true
    const { filter } = plantFilter()
    const { asked } = show([filter], { filter: { plant: ['f'] } })
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: /All Filters/ }))
    const sheet = await screen.findByRole('dialog', { name: 'All Filters' })
    await within(sheet).findByRole('button', { name: 'Remove Fern' })
    fireEvent.click(await within(sheet).findByRole('option', { name: 'Moss' }))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Remove Fern' }))
    expect(asked).toEqual([{ plant: ['f'] }])
    fireEvent.click(within(sheet).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(asked).toEqual([{ plant: ['f'] }, { plant: ['m'] }]))
  })
})

const scope: FilterDefinition = {
  field: 'scope',
  type: 'single-select',
  placeholder: 'Scope',
  preselectValue: 'mine',
  options: [
    { value: 'mine', label: 'Mine' },
    { value: 'all', label: 'All of them' },
  ],
}

describe('a preselected filter', () => {
  test('is set from the start though the address does not say so, and comes back when cleared', async () => {
    const { asked, address } = show([scope])
    await loaded()
    expect(screen.getByRole('button', { name: 'Scope: Mine' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    press(screen.getByRole('button', { name: 'Scope: Mine' }), 'Enter')
    fireEvent.click(await screen.findByRole('option', { name: 'All of them' }))
    await waitFor(() => expect(asked).toEqual([{ scope: 'mine' }, { scope: 'all' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(asked.length).toBe(3))
    expect(asked.at(-1)).toEqual({ scope: 'mine' })
    await waitFor(() => expect(address.entries).toEqual([{}, { filter: { scope: 'all' } }, {}]))
  })

  test('holds on a phone too, where it is hidden', async () => {
    isPhone = true
    const { asked } = show([scope])
    await loaded()
    expect(asked).toEqual([{ scope: 'mine' }])
    expect(screen.queryByRole('button', { name: /Scope/ })).toBeNull()
  })
})

test('a filter may start with a value, which the address then says; an address that says a filter stands', async () => {
  const search: FilterDefinition = { field: 'search', type: 'text', placeholder: 'Name', value: 'hat' }
  const { asked, address } = show([search, scope])
  await loaded()
  expect([asked, address.entries]).toEqual([[{ scope: 'mine', search: 'hat' }], [{ filter: { search: 'hat' } }]])
  cleanup()
  const other = show([search, scope], { filter: { scope: 'all' } })
  await loaded()
  expect(other.asked).toEqual([{ scope: 'all' }])
})

test('a filter of one option can be left out', async () => {
  const options = [{ value: 'mine', label: 'Mine' }]
  const only = { field: 'scope', type: 'single-select', placeholder: 'Scope', options } as const
  show([{ ...only, hiddenWithOneOption: true }])
  await loaded()
  expect(screen.queryByRole('button', { name: 'Scope' })).toBeNull()
  cleanup()
  show([only])
  await loaded()
  expect(screen.getByRole('button', { name: 'Scope' })).toBeTruthy()
})

test('filters stand left or right, and only those marked for it beside All Filters', async () => {
  const text = (field: string, change: Partial<FilterDefinition> = {}): FilterDefinition =>
    ({ field, type: 'text', placeholder: field, ...change }) as FilterDefinition
  const filters = [text('one', { position: 'right' }), text('two'), text('three', { visibleOnMobile: true })]
  show(filters)
  await loaded()
  const shown = () => screen.getAllByRole('searchbox').map((field) => field.getAttribute('aria-label'))
  expect(shown()).toEqual(['two', 'three', 'one'])
  cleanup()
  isPhone = true
  show(filters)
  await loaded()
  expect(shown()).toEqual(['three'])
})

test('All Filters is there only where it holds more than what stands beside it', async () => {
  isPhone = true
  const byName: FilterDefinition = { field: 'search', type: 'text', placeholder: 'Name', visibleOnMobile: true }
  const { rerenderList } = show([byName])
  await loaded()
  expect(screen.getByRole('searchbox', { name: 'Name' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /All Filters/ })).toBe(null)
  rerenderList(thingList({ filters: [] }))
  expect(screen.queryByRole('search')).toBe(null)
  rerenderList(thingList({ filters: [byName, { ...byName, field: 'more', visibleOnMobile: false }] }))
  expect(screen.getByRole('button', { name: 'All Filters' })).toBeTruthy()
})
