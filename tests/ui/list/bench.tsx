import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import type { BulkOutcome } from '../../../src/machines/bulk.machine.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { BulkAction, BulkWork } from '../../../src/ui/list/bulk.ts'
import type { ActionOf, ListDefinition } from '../../../src/ui/list/definition.ts'
import { ListScreen } from '../../../src/ui/list/ListScreen.tsx'
import { type ListSearch, listSearch } from '../../../src/ui/list/search.ts'
import { translateIn } from '../../support/translate.ts'

/** Each test of the file begins on a desk and leaves nothing behind. */
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

/** A button of the toolbar of what is selected, once it is there. */
export const barButton = async (name: string) =>
  within(await screen.findByRole('toolbar')).getByRole('button', { name })

/** Which rows are shown, of how many. */
export const range = () => screen.getByText(/^\d+(–\d+)? of \d+$/).textContent

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

/** Answers a query as a server would. */
export function answer({ page, limit, order, filter }: ListQuery): ListPage<Thing> {
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

/** A list of things; `change` overrides what a test is about. */
export const thingList = (change: Partial<ListDefinition<Thing>> = {}): ListDefinition<Thing> => ({
  id: 'things',
  title: 'Things',
  filters: [
    { field: 'search', type: 'text', placeholder: 'Name', visibleOnMobile: true },
    {
      field: 'parity',
      type: 'single-select',
      placeholder: 'Parity',
      options: [
        { value: '0', label: 'Even' },
        { value: '1', label: 'Odd' },
      ],
    },
  ],
  sortable: ['name'],
  columns: [
    { field: 'name', headerName: 'Name', sortable: true, cell: (name, { id }) => <a href={`#${id}`}>{name}</a> },
    { field: 'size', headerName: 'Size', cellAlign: 'right' },
  ],
  nameOf: ({ name }) => name,
  phone: ({ id, name, size }) => ({ name: <a href={`#${id}`}>{name}</a>, line: `Size ${size}` }),
  loadPage: async (query) => answer(query),
  ...change,
})

/** The browser's history as a list sees it. */
export interface Address {
  entries: ListSearch[]
  at: number
  /** What was written and is not shown yet, while the router is slow. */
  waiting: ListSearch[]
  isSlow: boolean
  /** A slow router shows the oldest of what was written. */
  deliver: () => void
  /** Goes one entry back or on. */
  go: (steps: -1 | 1) => void
}

/** What a list finds around it; `host` overrides what a test is about. */
export const atelierWith = (host: Partial<Atelier> = {}) =>
  ({
    session: createActor(sessionMachine),
    language: 'en',
    translate: translateIn('en'),
    track: () => {},
    sendFile: () => Promise.reject(new Error('no files here')),
    ...host,
  }) as unknown as Atelier

/** Shows a list with an address of its own (the history's entry `entry`); writing takes a moment, as a router does. */
export function showList(
  list: ListDefinition<Thing>,
  from: Record<string, unknown> = {},
  entry?: string,
  host: Partial<Atelier> = {},
) {
  const address: Address = {
    entries: [listSearch(list)(from)],
    at: 0,
    waiting: [],
    isSlow: false,
    deliver: () => {},
    go: () => {},
  }
  const atelier = atelierWith(host)
  const page = (shown: ListDefinition<Thing>) => (
    <AtelierContext value={atelier}>
      <Page list={shown} address={address} entry={entry} />
    </AtelierContext>
  )
  const view = render(page(list))
  return { ...view, address, rerenderList: (next: ListDefinition<Thing>) => view.rerender(page(next)) }
}

function Page({ list, address, entry }: { list: ListDefinition<Thing>; address: Address; entry: string | undefined }) {
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

/** A session of somebody who may do this. */
export function sessionWith(...rules: [actions: string, kinds: string][]): Atelier['session'] {
  const claims = btoa(JSON.stringify({ ability: rules }))
  const snapshot = { context: { data: { token: `head.${claims}.signature` } } }
  return { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) } as never
}

/** A menu of one line. */
export const menuOf = (action: ActionOf<Thing>): readonly (readonly ActionOf<Thing>[])[] => [[action]]

/** The names of the rows drawn. */
export const names = () => screen.queryAllByRole('link').map((link) => link.textContent)

/** Waits until the first row is `name`. */
export const firstIs = (name: string) => waitFor(() => expect(names()[0]).toBe(name))

/** The box of Thing `n`. */
export const box = (n: string) => screen.getByRole('checkbox', { name: `Select Thing ${n}` })

/** An action that succeeds on every row. */
export const whole = async ({ items }: BulkWork): Promise<BulkOutcome> => ({ changed: items, failures: [] })
/** An action on several rows, with Undo. */
export const mark = (change: Partial<BulkAction<Thing>> = {}): BulkAction<Thing> => ({
  id: 'mark',
  title: 'Mark',
  icon: null,
  perform: whole,
  revert: whole,
  done: '{n} marked',
  failed: '{n} not marked',
  ...change,
})
