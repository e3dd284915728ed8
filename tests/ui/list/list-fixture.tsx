import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import type { BulkOutcome } from '../../../src/machines/bulk.machine.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { ListDefinition, RowActionDefinition } from '../../../src/ui/list/definition.ts'
import { ListScreen } from '../../../src/ui/list/ListScreen.tsx'
import type { BulkAction, BulkRequest } from '../../../src/ui/list/selection/bulk-action.ts'
import { createSearchValidator, type ListSearch } from '../../../src/ui/list/state/list-search.ts'
import { literalText } from '../../support/literal-text.ts'
import { createTranslateFor } from '../../support/translate.ts'

/** Runs each test of the file on a desktop window and cleans up after it. */
export function setUpLists(): void {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    Element.prototype.scrollTo = () => {}
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}

/** Returns a button of the selection toolbar once it is loaded. */
export const toolbarButton = async (name: string) =>
  within(await screen.findByRole('toolbar')).getByRole('button', { name })

/** Returns the visible range and the total. */
export const visibleRange = () => screen.getByText(/^\d+(–\d+)? of \d+$/).textContent

export interface Thing {
  id: string
  name: string
  size: number
}

/** 25 things, Thing 01 to Thing 25. */
export const things: Thing[] = Array.from({ length: 25 }, (_, index) => ({
  id: `t${index + 1}`,
  name: `Thing ${String(index + 1).padStart(2, '0')}`,
  size: index + 1,
}))

/** Responds to a query as a server would. */
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

/** Returns a list of things; `change` overrides parts of the definition. */
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

/** Browser history as seen by a list. */
export interface ListAddress {
  entries: ListSearch[]
  at: number
  /** Written search parameters that a slow router has not applied yet. */
  waiting: ListSearch[]
  isSlow: boolean
  /** Applies the oldest pending write. */
  deliver: () => void
  /** Goes one entry back or forward. */
  go: (steps: -1 | 1) => void
}

/** Returns the services around a list; `host` overrides some. */
export const atelierWith = (host: Partial<Atelier> = {}) =>
  ({
    session: createActor(sessionMachine),
    language: 'en',
    translate: createTranslateFor('en'),
    track: () => {},
    sendFile: () => Promise.reject(new Error('no files here')),
    ...host,
  }) as unknown as Atelier

/** Shows a list with its own URL (history entry `entry`); writes are delayed, as by a router. */
export function showList(
  list: ListDefinition<Thing>,
  from: Record<string, unknown> = {},
  entry?: string,
  host: Partial<Atelier> = {},
) {
  const address: ListAddress = {
    entries: [createSearchValidator(list)(from)],
    at: 0,
    waiting: [],
    isSlow: false,
    deliver: () => {},
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
  const show = () => setSearch(address.entries[address.at]!)
  address.go = (steps) => {
    address.at += steps
    show()
  }
  address.deliver = () => setSearch(address.waiting.shift()!)
  const write = (next: ListSearch, { replace }: { replace: boolean }) => {
    if (!replace) address.at += 1
    address.entries = [...address.entries.slice(0, address.at), next]
    if (address.isSlow) address.waiting.push(next)
    else queueMicrotask(show)
  }
  return <ListScreen list={list} search={search} navigate={write} entry={entry} />
}

/** Returns a session with these permissions. */
export function sessionWith(...rules: [actions: string, kinds: string][]): Atelier['session'] {
  const claims = btoa(JSON.stringify({ ability: rules }))
  const snapshot = { context: { data: { token: `head.${claims}.signature` } } }
  return { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) } as never
}

/** Returns a menu with one item. */
export const menuOf = (action: RowActionDefinition<Thing>): readonly (readonly RowActionDefinition<Thing>[])[] => [
  [action],
]

/** Returns the names of the rendered rows. */
export const rowNames = () => screen.queryAllByRole('link').map((link) => link.textContent)

/** Waits until the first row is `name`. */
export const expectFirstRow = (name: string) => waitFor(() => expect(rowNames()[0]).toBe(name))

/** Returns the checkbox of Thing `n`. */
export const checkboxOf = (n: string) => screen.getByRole('checkbox', { name: `Select Thing ${n}` })

/** Bulk action that succeeds on every row. */
export const changeAll = async ({ items }: BulkRequest): Promise<BulkOutcome> => ({ changed: items, failures: [] })
/** Returns a bulk action with Undo. */
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
