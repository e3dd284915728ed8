import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { createActor } from 'xstate'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useOffers } from '../../../src/ui/offers.ts'
import { Palette } from '../../../src/ui/palette/Palette.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

window.scrollTo = () => {}

/** An asset as the server lists it. */
export const asset = (id: string, name: string) =>
  ({
    id,
    name,
    type: 'top',
    locked: id === '2',
    stats: { bytes: 2048 },
    updatedAt: '2026-11-01T08:00:00.000Z',
  }) as unknown as Asset
const ALL = [asset('1', 'Kiln Jacket'), asset('2', 'Kiln Boot'), asset('3', 'Peat Hat')]

type List = (input: { query: { search?: string } }, options: { signal: AbortSignal }) => Promise<unknown>
/** A whole answer. */
export const answer = (data: unknown[]) => ({ data, pagination: { hasNextPage: false } })
/** Finds among all. */
export const ask: List = async ({ query: { search = '' } }) =>
  answer(ALL.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())))

/** What is found, and what the page offers. */
export interface Given {
  list?: List
  onLock?: (() => void) | undefined
  /** What can be tagged with; each time it is asked for. */
  tags?: () => Promise<{ id: string; label: string }[]>
  onTag?: (choice: string | undefined) => void
}

function Page({ onLock, tags, onTag = () => {} }: Omit<Given, 'list'>) {
  const [asked, setAsked] = useState(0)
  useOffers(() =>
    onLock
      ? {
          about: 'Peat Hat',
          offers: [
            { id: 'lock', label: 'Lock', run: onLock },
            { id: 'delete', label: 'Delete', refusal: 'Locked', run: onLock },
            ...(tags ? [{ id: 'tag', label: 'Add tag…', choices: tags, run: onTag }] : []),
          ],
        }
      : null,
  )
  return (
    <>
      <button type="button" onClick={() => setAsked(asked + 1)}>
        here
      </button>
      <Palette asked={asked} />
    </>
  )
}

/** Opens the palette on a page; `asked` are the texts that assets were searched by. */
export async function show({ list = ask, ...offers }: Given = {}) {
  const asked: string[] = []
  const calls = {
    assets: {
      list: ((input, options) => {
        asked.push(input.query.search ?? '')
        return list(input, options)
      }) satisfies List,
    },
    tags: { list: async () => answer([]) },
    applications: { list: async () => answer([]) },
  }
  const root = createRootRoute({
    component: () => (
      <main>
        <h1>Title</h1>
        <Outlet />
      </main>
    ),
  })
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <Page {...offers} /> })
  const tags = createRoute({
    getParentRoute: () => root,
    path: '/tags',
    staticData: { nav: { word: 'nav.tags', icon: 'tags', order: 2 } },
    component: () => null,
  })
  const one = createRoute({ getParentRoute: () => root, path: '/assets/$id', component: () => null })
  const router = createRouter({ routeTree: root.addChildren([page, tags, one]), history: createMemoryHistory() })
  const atelier = { session: createActor(sessionMachine), language: 'en', translate: translateIn('en'), calls }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
  await act(() => router.load())
  screen.getByRole('button', { name: 'here' }).focus()
  await act(async () => screen.getByRole('button', { name: 'here' }).click())
  await screen.findByRole('combobox')
  return { router, asked }
}

/** Where one types, whatever for. */
export const field = () => screen.getByRole<HTMLInputElement>('combobox')
/** Types a whole text. */
export const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
/** Presses a key in the field. */
export const press = (key: string, more = {}) => act(async () => void fireEvent.keyDown(field(), { key, ...more }))
/** The lines. */
export const options = () => within(screen.getByRole('listbox')).queryAllByRole('option')
/** What the lines are called. */
export const names = () => options().map((option) => option.querySelector('span[class*=name]')?.textContent)
/** The line that is walked to. */
export const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
