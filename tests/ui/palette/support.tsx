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
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { usePageCommands } from '../../../src/ui/page-commands.ts'
import { CommandPalette } from '../../../src/ui/palette/CommandPalette.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

export const createListedAsset = (id: string, name: string) =>
  ({
    id,
    name,
    type: 'top',
    locked: id === '2',
    stats: { bytes: 2048 },
    updatedAt: '2026-11-01T08:00:00.000Z',
  }) as unknown as Asset
const ASSETS = [
  createListedAsset('1', 'Kiln Jacket'),
  createListedAsset('2', 'Kiln Boot'),
  createListedAsset('3', 'Peat Hat'),
]

type ListCall = (input: { query: { search?: string } }, options: { signal: AbortSignal }) => Promise<unknown>
export const singlePageOf = (data: unknown[]) => ({ data, pagination: { hasNextPage: false } })
export const searchAssets: ListCall = async ({ query: { search = '' } }) =>
  singlePageOf(ASSETS.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())))

export interface PaletteOptions {
  list?: ListCall
  onLock?: (() => void) | undefined
  /** Loads the tags to choose from. Called each time the user selects the action. */
  tags?: () => Promise<{ id: string; label: string }[]>
  onTag?: (choice: string | undefined) => void
}

function Page({ onLock, tags, onTag = () => {} }: Omit<PaletteOptions, 'list'>) {
  const [openCount, setOpenCount] = useState(0)
  usePageCommands(() =>
    onLock
      ? {
          subject: 'Peat Hat',
          commands: [
            { id: 'lock', label: 'Lock', run: onLock },
            { id: 'delete', label: 'Delete', disabledReason: 'Locked', run: onLock },
            ...(tags ? [{ id: 'tag', label: 'Add tag…', choices: tags, run: onTag }] : []),
          ],
        }
      : null,
  )
  return (
    <>
      <button type="button" onClick={() => setOpenCount(openCount + 1)}>
        here
      </button>
      <CommandPalette openCount={openCount} />
    </>
  )
}

/** Opens the palette on a page. `searches` lists the texts of the searches for assets. */
export async function showPalette({ list = searchAssets, ...offers }: PaletteOptions = {}) {
  const searches: string[] = []
  const shellCalls = {
    assets: {
      list: ((input, options) => {
        searches.push(input.query.search ?? '')
        return list(input, options)
      }) satisfies ListCall,
    },
    tags: { list: async () => singlePageOf([]) },
    applications: { list: async () => singlePageOf([]) },
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
    staticData: { nav: { labelKey: 'nav.tags', icon: 'tags', order: 2 } },
    component: () => null,
  })
  const asset = createRoute({ getParentRoute: () => root, path: '/assets/$id', component: () => null })
  const router = createRouter({ routeTree: root.addChildren([page, tags, asset]), history: createMemoryHistory() })
  const atelier = {
    session: createActor(sessionMachine),
    language: 'en',
    translate: createTranslateFor('en'),
    shellCalls,
  }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
  await act(() => router.load())
  screen.getByRole('button', { name: 'here' }).focus()
  await act(async () => screen.getByRole('button', { name: 'here' }).click())
  await screen.findByRole('combobox')
  return { router, searches }
}

export const getField = () => screen.getByRole<HTMLInputElement>('combobox')
export const typeText = (text: string) => fireEvent.change(getField(), { target: { value: text } })
export const pressInField = (key: string, more = {}) =>
  act(async () => void fireEvent.keyDown(getField(), { key, ...more }))
export const getOptions = () => within(screen.getByRole('listbox')).queryAllByRole('option')
export const optionNames = () => getOptions().map((option) => option.querySelector('span[class*=name]')?.textContent)
export const activeOptionText = () =>
  document.getElementById(getField().getAttribute('aria-activedescendant') ?? '')?.textContent
