// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useOffers } from '../../../src/ui/offers.ts'
import { Palette } from '../../../src/ui/palette/Palette.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

window.scrollTo = () => {}
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const asset = (id: string, name: string) =>
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
const answer = (data: unknown[]) => ({ data, pagination: { hasNextPage: false } })
const ask: List = async ({ query: { search = '' } }) =>
  answer(ALL.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())))

interface Given {
  list?: List
  onLock?: (() => void) | undefined
}

function Page({ onLock }: Pick<Given, 'onLock'>) {
  const [asked, setAsked] = useState(0)
  useOffers(() =>
    onLock
      ? {
          about: 'Peat Hat',
          offers: [
            { id: 'lock', label: 'Lock', run: onLock },
            { id: 'delete', label: 'Delete', refusal: 'Locked', run: onLock },
          ],
        }
      : null,
  )
  return (
    <>
      <button type="button" onClick={() => setAsked(1)}>
        here
      </button>
      <Palette asked={asked} />
    </>
  )
}

async function show({ list = ask, onLock }: Given = {}) {
  const asked: string[] = []
  const calls = {
    assets: {
      list: ((input, options) => {
        asked.push(input.query.search ?? '')
        return list(input, options)
      }) satisfies List,
    },
    tags: { list: async () => answer([]) },
  }
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <Page onLock={onLock} /> })
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

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search or jump' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more = {}) => act(async () => void fireEvent.keyDown(field(), { key, ...more }))
const options = () => within(screen.getByRole('listbox')).queryAllByRole('option')
const names = () => options().map((option) => option.querySelector('span[class*=name]')?.textContent)
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

test('what is held answers a key at once, and the field keeps the focus while the arrows walk', async () => {
  await show()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  type('kiln')
  expect(names()).toEqual(['Kiln Boot', 'Kiln Jacket'])
  expect(active()).toContain('Kiln Boot')
  await press('ArrowDown')
  expect([active(), document.activeElement]).toEqual([expect.stringContaining('Kiln Jacket'), field()])
  await press('ArrowDown')
  expect(active()).toContain('Kiln Boot')
  expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false'])
})

test('Enter goes to what is walked to and closes it', async () => {
  const { router } = await show()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  type('jacket')
  await press('Enter')
  await waitFor(() => expect(router.state.location.pathname).toBe('/assets/1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Enter with Ctrl opens it in a new tab, and stays', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { router } = await show()
  type('tags')
  await press('Enter', { ctrlKey: true })
  expect(open.mock.calls).toEqual([['/tags', '_blank', 'noopener']])
  expect([router.state.location.pathname, field().value]).toEqual(['/', 'tags'])
})

test.each(['Escape', 'Ctrl K'])('%s closes it, and the focus is back where it was', async (key) => {
  await show()
  if (key === 'Escape') await press('Escape')
  else await press('k', { ctrlKey: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'here' })))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an answer that comes after another was asked for is not heard', async () => {
  let comesLate: (value: unknown) => void = () => {}
  const late = new Promise<unknown>((resolve) => {
    comesLate = resolve
  })
  const { asked } = await show({
    list: async (input, options) => (input.query.search === 'k' ? late : ask(input, options)),
  })
  type('k')
  await waitFor(() => expect(asked).toContain('k'))
  type('kiln')
  await waitFor(() => expect(asked).toContain('kiln'))
  comesLate(answer([asset('9', 'Kiln Ghost')]))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(names()).toEqual(['Kiln Boot', 'Kiln Jacket'])
})

test('where the server does not answer it says so, shows what is held, and asks again', async () => {
  let isGone = false
  await show({
    list: async (input, options) => {
      if (isGone) throw new ApiError('FETCH_ERROR', 'assets')
      return ask(input, options)
    },
  })
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  isGone = true
  type('kiln')
  expect((await screen.findByRole('alert')).textContent).toContain('can’t reach the service')
  expect(names()).toEqual(['Kiln Boot', 'Kiln Jacket'])
  isGone = false
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('what the page offers can be done from here; what cannot says why and does nothing', async () => {
  const lock = vi.fn()
  await show({ onLock: lock })
  type('>')
  expect(screen.getByRole('group', { name: 'Do, to Peat Hat' })).toBeTruthy()
  await press('ArrowDown')
  await press('Enter')
  expect([active(), lock.mock.calls.length]).toEqual([expect.stringContaining('Locked'), 0])
  await press('ArrowUp')
  await press('Enter')
  expect(lock.mock.calls).toHaveLength(1)
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([
    null,
    screen.getByRole('button', { name: 'here' }),
  ])
})

test('it says how much was found, and that nothing was', async () => {
  await show()
  type('zebra')
  expect(await screen.findByText('Nothing found for “zebra”', { selector: 'p' })).toBeTruthy()
  type('hat')
  await waitFor(() => expect(screen.getAllByRole('status').map((it) => it.textContent)).toContain('1 result'))
})
