// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { MoreTab } from '../../../src/ui/shell/MoreTab.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

window.scrollTo = () => {}
afterEach(cleanup)

const place = (to: string, word: string) => ({
  to,
  word,
  icon: 'viewer' as const,
  isExact: false,
  inner: [],
  under: to === '/trash' ? ['/bin'] : [],
  isBelow: false,
  isWorkspace: true,
  counts: false,
  makes: false,
  tab: 99,
})
const PLACES = [place('/viewer', 'nav.viewer'), place('/trash', 'nav.trash')]

async function showAt(path: string) {
  const routes = createRootRoute({ component: () => <MoreTab places={PLACES} /> })
  routes.addChildren(
    ['/', '/trash', '/trash/one', '/bin/one'].map((to) => createRoute({ getParentRoute: () => routes, path: to })),
  )
  const router = createRouter({ routeTree: routes, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      <RouterProvider router={router} />
    </AtelierContext>,
  )
  return router
}
const button = () => screen.getByRole('button', { name: 'More' })

test('the places that the bar has no room for are in a menu, and lead there', async () => {
  const router = await showAt('/')
  expect(button().getAttribute('aria-current')).toBeNull()
  await act(async () => button().click())
  await screen.findByRole('menu')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Viewer', 'Trash'])
  await act(async () => screen.getByRole('menuitem', { name: 'Trash' }).click())
  expect(router.state.location.pathname).toBe('/trash')
})

test.each(['/trash', '/trash/one', '/bin/one'])('it is current where one of them is: %s', async (path) => {
  await showAt(path)
  expect(button().getAttribute('aria-current')).toBe('page')
})
