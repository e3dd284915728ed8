import { render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import type { BulkOutcome } from '../../../src/machines/bulk/bulk.machine.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { BulkAction, BulkRequest } from '../../../src/ui/list/bulk-action.ts'
import type { ListDefinition, RowActionDefinition } from '../../../src/ui/list/definition.ts'
import { ListScreen } from '../../../src/ui/list/ListScreen.tsx'
import { createSearchValidator, type ListSearch } from '../../../src/ui/list/state/list-search.ts'
import { literalText } from '../../support/literal-text.ts'
import { createTranslateFor } from '../../support/translate.ts'

/** Sets up a desktop window for each test of the file, and cleans up afterwards. */
export function setUpLists(): void {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  })
}

export const toolbarButton = async (name: string) =>
  within(await screen.findByRole('toolbar')).getByRole('button', { name })

export const visibleRange = () => screen.getByText(/^\d+(–\d+)? of \d+$/).textContent

export interface Thing {
  id: string
  name: string
  size: number
}

export const things: Thing[] = Array.from({ length: 25 }, (_, index) => ({
  id: `t${index + 1}`,
  name: `Thing ${String(index + 1).padStart(2, '0')}`,
  size: index + 1,
}))

export function listPageFor({ page, limit, order, filter }: ListQuery): ListPage<Thing> {
  const rows = things
    .filter(({ name }) => name.includes(String(filter['search'] ?? '')))
    .filter(({ size }) => !filter['parity'] || String(size % 2) === filter['parity'])
  if (order['name'] === 'desc') rows.reverse()
  const totalPages = Math.ceil(rows.length / limit)
  return {
    data: rows.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, totalPages, totalDocs: rows.length, hasNextPage: page < totalPages },
  }
}

export const thingList = (change: Partial<ListDefinition<Thing>> = {}): ListDefinition<Thing> => ({
  id: 'things',
  title: literalText('Things'),
  filters: [
    { field: 'search', type: 'text', placeholder: literalText('Name'), visibleOnMobile: true },
    {
      field: 'parity',
      type: 'single-select',
      placeholder: literalText('Parity'),
      options: [
        { value: '0', label: literalText('Even') },
        { value: '1', label: literalText('Odd') },
      ],
    },
  ],
  sortable: ['name'],
  columns: [
    {
      field: 'name',
      headerName: literalText('Name'),
      sortable: true,
      cell: (name, { id }) => <a href={`#${id}`}>{name}</a>,
    },
    { field: 'size', headerName: literalText('Size'), cellAlign: 'right' },
  ],
  nameOf: ({ name }) => name,
  phone: ({ id, name, size }) => ({ name: <a href={`#${id}`}>{name}</a>, line: `Size ${size}` }),
  loadPage: async (query) => listPageFor(query),
  ...change,
})

export interface ListAddress {
  entries: ListSearch[]
  index: number
  /** Search parameters that the list has written and a slow router has not applied yet. */
  pending: ListSearch[]
  isSlow: boolean
  /** Applies the oldest search parameters in `pending`. */
  applyOldest: () => void
  go: (steps: -1 | 1) => void
}

/** Returns the services that a list needs. `host` overrides some of the services. */
export const atelierWith = (host: Partial<Atelier> = {}) =>
  ({
    session: createActor(sessionMachine),
    language: 'en',
    translate: createTranslateFor('en'),
    track: () => {},
    sendFile: () => Promise.reject(new Error('no files here')),
    ...host,
  }) as unknown as Atelier

/**
 * Shows a list with its own browser history, at the history entry `entry`. The list reads the history entries that it writes
 * after a delay, as with a router.
 */
export function showList(
  list: ListDefinition<Thing>,
  initialSearch: Record<string, unknown> = {},
  entry?: string,
  host: Partial<Atelier> = {},
) {
  const address: ListAddress = {
    entries: [createSearchValidator(list)(initialSearch)],
    index: 0,
    pending: [],
    isSlow: false,
    applyOldest: () => {},
    go: () => {},
  }
  const atelier = atelierWith(host)
  const page = (definition: ListDefinition<Thing>) => (
    <AtelierContext value={atelier}>
      <Page list={definition} address={address} entry={entry} />
    </AtelierContext>
  )
  const view = render(page(list))
  return { ...view, address, rerenderList: (next: ListDefinition<Thing>) => view.rerender(page(next)) }
}

function Page({
  list,
  address,
  entry,
}: {
  list: ListDefinition<Thing>
  address: ListAddress
  entry: string | undefined
}) {
  const [search, setSearch] = useState(address.entries[0]!)
  const show = () => setSearch(address.entries[address.index]!)
  address.go = (steps) => {
    address.index += steps
    show()
  }
  address.applyOldest = () => setSearch(address.pending.shift()!)
  const write = (next: ListSearch, { replace }: { replace: boolean }) => {
    if (!replace) address.index += 1
    address.entries = [...address.entries.slice(0, address.index), next]
    if (address.isSlow) address.pending.push(next)
    else queueMicrotask(show)
  }
  return <ListScreen list={list} search={search} navigate={write} entry={entry} />
}

export function sessionWith(...rules: [actions: string, subjects: string][]): Atelier['session'] {
  const claims = btoa(JSON.stringify({ ability: rules }))
  const snapshot = { context: { data: { token: `head.${claims}.signature` } } }
  return { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) } as never
}

export const menuOf = (action: RowActionDefinition<Thing>): readonly (readonly RowActionDefinition<Thing>[])[] => [
  [action],
]

export const rowNames = () => screen.queryAllByRole('link').map((link) => link.textContent)

export const expectFirstRow = (name: string) => waitFor(() => expect(rowNames()[0]).toBe(name))

export const checkboxOf = (n: string) => screen.getByRole('checkbox', { name: `Select Thing ${n}` })

export const changeAll = async ({ items }: BulkRequest): Promise<BulkOutcome> => ({ changed: items, failures: [] })
export const markAction = (change: Partial<BulkAction<Thing>> = {}): BulkAction<Thing> => ({
  id: 'mark',
  title: literalText('Mark'),
  icon: null,
  perform: changeAll,
  revert: changeAll,
  done: literalText('{n} marked'),
  failed: literalText('{n} not marked'),
  ...change,
})
