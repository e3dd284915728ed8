// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { PageHead } from '../../../src/ui/kit/PageHead.tsx'
import { Crumbs } from '../../../src/ui/shell/Crumbs.tsx'
import type { RouteStatement } from '../../../src/ui/shell/places.tsx'
import { Shell } from '../../../src/ui/shell/Shell.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

window.scrollTo = () => {}
afterEach(cleanup)

const TRAIL = [{ to: '/', word: 'nav.assets' }]

/** A page that has its title a moment after it is shown. */
function Late() {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    bring = () => setThere(true)
  }, [])
  return isThere ? <PageHead title="Late" /> : <p>…</p>
}
let bring = () => {}

const placed = (nav: RouteStatement['nav']) => ({ staticData: { nav } })

async function show() {
  const root = createRootRoute({
    component: () => (
      <Shell>
        <Outlet />
      </Shell>
    ),
  })
  let arrive: () => void = () => {}
  const at = (path: string, component: () => React.ReactNode, more: object = {}) =>
    createRoute({ getParentRoute: () => root, path, component, ...more })
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', () => <PageHead title="First" />),
      at('/second', () => <PageHead title="Second" crumb={<Crumbs trail={TRAIL} />} />),
      at('/late', Late),
      at('/typing', () => (
        <>
          <PageHead title="Typing" />
          {/* biome-ignore lint/a11y/noAutofocus: pages do so */}
          <input aria-label="name" autoFocus />
        </>
      )),
      at('/slow', () => <PageHead title="Slow" />, {
        loader: () =>
          new Promise<void>((resolve) => {
            arrive = resolve
          }),
      }),
      at('/things', () => <PageHead title="Things" />, placed({ word: 'nav.assets', icon: 'assets', order: 0 })),
      at('/things/new', () => <PageHead title="New" />, placed({ word: 'nav.upload', icon: 'upload', order: 1 })),
      at('/things/$id', () => <PageHead title="One" />),
      at(
        '/keys',
        () => <PageHead title="Keys" />,
        placed({ word: 'nav.tokens', icon: 'settings', order: 2, below: '/things' }),
      ),
      at('/keys/$id', () => <PageHead title="Key" />),
      at(
        '/webhooks',
        () => <PageHead title="Webhooks" />,
        placed({ word: 'nav.webhooks', icon: 'settings', order: 3, needs: ['manage', 'all'] }),
      ),
      at('/jobs', () => <PageHead title="Jobs" />, placed({ word: 'nav.jobs', icon: 'jobs', order: 4, tab: 2 })),
      at('/tags', () => <PageHead title="Tags" />, placed({ word: 'nav.tags', icon: 'tags', order: 2, counts: true })),
      at('/all', () => <PageHead title="All" />, placed({ word: 'nav.users', icon: 'users', order: 5 })),
      at(
        '/make',
        () => <PageHead title="Make" />,
        placed({ word: 'nav.home', icon: 'home', order: 0, isWorkspace: true, tab: 1, makes: true }),
      ),
    ]),
    history: createMemoryHistory(),
  })
  const atelier = { session: createActor(sessionMachine), language: 'en', translate: translateIn('en') }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
  await act(() => router.load())
  return { go: (to: string) => act(() => router.navigate({ to })), arrive: () => act(async () => arrive()), router }
}
const focused = () => document.activeElement?.textContent

test('after a move the title of the page has the focus, and names the window', async () => {
  const { go } = await show()
  expect(document.activeElement).toBe(document.body)
  screen.getAllByRole('button', { name: /Search or jump/ })[0]!.focus()
  await go('/second')
  expect([focused(), document.title.startsWith('Second')]).toEqual(['Second', true])
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
})

test('a page that puts the focus somewhere itself keeps it there', async () => {
  const { go } = await show()
  await go('/typing')
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
})

test('a title that comes late has the focus as soon as it is there', async () => {
  const { go } = await show()
  await go('/late')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await act(async () => bring())
  expect(focused()).toBe('Late')
})

test('a page below a list tells the way back there', async () => {
  const { go } = await show()
  await go('/second')
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect([...crumbs.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Assets', '/'],
  ])
})

test('the address of a place that the navigation keeps from somebody says why it is not shown', async () => {
  const { go } = await show()
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull()
  await go('/webhooks')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You don’t have permission to do this')
  await go('/things')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Things')
})

test('a page that is on its way is told of until it is there', async () => {
  const { router, arrive } = await show()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(async () => void router.navigate({ to: '/slow' }))
  expect(screen.getByRole('progressbar', { name: 'Loading the page' })).toBeTruthy()
  await arrive()
  expect(await screen.findByRole('heading', { name: 'Slow' })).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test.each([
  ['/things', ['Assets']],
  ['/things/one', ['Assets']],
  ['/things/new', ['Upload']],
  ['/keys', ['Assets']],
  ['/keys/one', ['Assets']],
  ['/second', []],
])('at %s the rail has %j as the current place', async (path, current) => {
  const { go } = await show()
  await go(path)
  const rail = screen.getAllByRole('navigation', { name: 'Main' })[0]!
  const links = [...rail.querySelectorAll('a[aria-current="page"]')]
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(current)
})

test('the places of the workspace stand together under its name, behind the others', async () => {
  await show()
  const rail = screen.getAllByRole('navigation', { name: 'Main' })[0]!
  const shown = [...rail.querySelectorAll('a, div')]
    .map((it) => it.getAttribute('aria-label') ?? it.textContent)
    .filter((text) => /^\w+$/.test(text ?? '') && text !== 'Atelier')
  expect(shown).toEqual(['Assets', 'Upload', 'Tags', 'Jobs', 'Users', 'Workspace', 'Dashboard'])
})

test('a phone’s bar has first what has a place there, and the others behind More', async () => {
  await show()
  const bar = screen.getAllByRole('navigation', { name: 'Main' })[1]!
  const tabs = [...bar.querySelectorAll('a, button')].map((it) => it.getAttribute('aria-label') ?? it.textContent)
  expect(tabs).toEqual(['Dashboard', 'Jobs', 'Assets', 'Upload', 'More'])
  // What makes something is a button without words.
  expect(bar.querySelector('a')!.textContent).toBe('')
})
