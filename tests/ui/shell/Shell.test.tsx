// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { Breadcrumbs } from '../../../src/ui/Breadcrumbs.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { PageHead } from '../../../src/ui/kit/layout/PageHead.tsx'
import type { RouteStaticData } from '../../../src/ui/nav-items.tsx'
import { Shell } from '../../../src/ui/shell/Shell.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const BREADCRUMBS = [{ to: '/', labelKey: 'nav.assets' }] as const

/** Page that renders its title when the test calls `renderTitle`. */
function LatePage() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    renderTitle = () => setLoaded(true)
  }, [])
  return isLoaded ? <PageHead title="Late" /> : <p>…</p>
}
let renderTitle = () => {}

const inNav = (nav: RouteStaticData['nav']) => ({ staticData: { nav } })

async function show() {
  const root = createRootRoute({
    component: () => (
      <Shell>
        <Outlet />
      </Shell>
    ),
  })
  let finishLoading: () => void = () => {}
  const createPage = (path: string, component: () => React.ReactNode, more: object = {}) =>
    createRoute({ getParentRoute: () => root, path, component, ...more })
  const router = createRouter({
    routeTree: root.addChildren([
      createPage('/', () => <PageHead title="First" />),
      createPage('/second', () => <PageHead title="Second" crumb={<Breadcrumbs trail={BREADCRUMBS} />} />),
      createPage('/late', LatePage),
      createPage('/typing', () => (
        <>
          <PageHead title="Typing" />
          {/* biome-ignore lint/a11y/noAutofocus: pages do so */}
          <input aria-label="name" autoFocus />
        </>
      )),
      createPage('/slow', () => <PageHead title="Slow" />, {
        loader: () =>
          new Promise<void>((resolve) => {
            finishLoading = resolve
          }),
      }),
      createPage(
        '/things',
        () => <PageHead title="Things" />,
        inNav({ labelKey: 'nav.assets', icon: 'assets', order: 0 }),
      ),
      createPage(
        '/things/new',
        () => <PageHead title="New" />,
        inNav({ labelKey: 'nav.upload', icon: 'upload', order: 1 }),
      ),
      createPage('/things/$id', () => <PageHead title="One" />),
      createPage(
        '/keys',
        () => <PageHead title="Keys" />,
        inNav({ labelKey: 'nav.tokens', icon: 'settings', order: 2, below: '/things' }),
      ),
      createPage('/keys/$id', () => <PageHead title="Key" />),
      createPage(
        '/webhooks',
        () => <PageHead title="Webhooks" />,
        inNav({ labelKey: 'nav.webhooks', icon: 'settings', order: 3, needs: ['manage', 'all'] }),
      ),
      createPage(
        '/jobs',
        () => <PageHead title="Jobs" />,
        inNav({ labelKey: 'nav.jobs', icon: 'jobs', order: 4, tab: 2 }),
      ),
      createPage(
        '/tags',
        () => <PageHead title="Tags" />,
        inNav({ labelKey: 'nav.tags', icon: 'tags', order: 2, counts: true }),
      ),
      createPage('/all', () => <PageHead title="All" />, inNav({ labelKey: 'nav.users', icon: 'users', order: 5 })),
      createPage(
        '/make',
        () => <PageHead title="Make" />,
        inNav({ labelKey: 'nav.home', icon: 'home', order: 0, isWorkspace: true, tab: 1, makes: true }),
      ),
    ]),
    history: createMemoryHistory(),
  })
  const atelier = { session: createActor(sessionMachine), language: 'en', translate: createTranslateFor('en') }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
  await act(() => router.load())
  return {
    go: (to: string) => act(() => router.navigate({ to })),
    finishLoading: () => act(async () => finishLoading()),
    router,
  }
}
const focusedText = () => document.activeElement?.textContent

test('focuses the page title after navigation and sets the document title', async () => {
  const { go } = await show()
  expect(document.activeElement).toBe(document.body)
  screen.getAllByRole('button', { name: /Search or jump/ })[0]!.focus()
  await go('/second')
  expect([focusedText(), document.title.startsWith('Second')]).toEqual(['Second', true])
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
})

test('keeps the focus on an element that the page focuses itself', async () => {
  const { go } = await show()
  await go('/typing')
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
})

test('focuses the main element until a title that renders late can get the focus', async () => {
  const { go } = await show()
  await go('/late')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await act(async () => renderTitle())
  expect(focusedText()).toBe('Late')
})

test('shows a breadcrumb to the list on a page below the list', async () => {
  const { go } = await show()
  await go('/second')
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect([...crumbs.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Assets', '/'],
  ])
})

test('explains the missing permission at the URL of a page hidden from the navigation', async () => {
  const { go } = await show()
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull()
  await go('/webhooks')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You don’t have permission to do this')
  await go('/things')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Things')
})

test('shows a progress bar while a page is loading', async () => {
  const { router, finishLoading } = await show()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(async () => void router.navigate({ href: '/slow' }))
  expect(screen.getByRole('progressbar', { name: 'Loading the page' })).toBeTruthy()
  await finishLoading()
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
])('at %s marks the links %j as current in the rail', async (path, current) => {
  const { go } = await show()
  await go(path)
  const rail = screen.getAllByRole('navigation', { name: 'Main' })[0]!
  const links = [...rail.querySelectorAll('a[aria-current="page"]')]
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(current)
})

test('groups the workspace pages under a heading after the other pages', async () => {
  await show()
  const rail = screen.getAllByRole('navigation', { name: 'Main' })[0]!
  const labels = [...rail.querySelectorAll('a, div')]
    .map((it) => it.getAttribute('aria-label') ?? it.textContent)
    .filter((text) => /^\w+$/.test(text ?? '') && text !== 'Atelier')
  expect(labels).toEqual(['Assets', 'Upload', 'Tags', 'Jobs', 'Users', 'Workspace', 'Dashboard'])
})

test('shows pages with a tab position in the phone’s tab bar, and the other pages under “More”', async () => {
  await show()
  const bar = screen.getAllByRole('navigation', { name: 'Main' })[1]!
  const tabs = [...bar.querySelectorAll('a, button')].map((it) => it.getAttribute('aria-label') ?? it.textContent)
  expect(tabs).toEqual(['Dashboard', 'Jobs', 'Assets', 'Upload', 'More'])
  // A link that creates items shows an icon without text.
  expect(bar.querySelector('a')!.textContent).toBe('')
})
