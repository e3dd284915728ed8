// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { MessageKey } from '../../../src/ui/message-key.ts'
import { MoreTab } from '../../../src/ui/shell/MoreTab.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const navItem = (to: string, labelKey: MessageKey<'common'>) => ({
  to,
  labelKey,
  icon: 'viewer' as const,
  isExact: false,
  nestedPaths: [],
  childPaths: to === '/trash' ? ['/bin'] : [],
  isHiddenInNav: false,
  isWorkspace: true,
  hasCount: false,
  isCreateButton: false,
  tabOrder: 99,
})
const NAV_ITEMS = [navItem('/viewer', 'nav.viewer'), navItem('/trash', 'nav.trash')]

async function showAt(path: string) {
  const routes = createRootRoute({ component: () => <MoreTab navItems={NAV_ITEMS} /> })
  routes.addChildren(
    ['/', '/trash', '/trash/one', '/bin/one'].map((to) => createRoute({ getParentRoute: () => routes, path: to })),
  )
  const router = createRouter({ routeTree: routes, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      <RouterProvider router={router} />
    </AtelierContext>,
  )
  return router
}
const button = () => screen.getByRole('button', { name: 'More' })

test('links to the pages that do not fit the tab bar in a menu', async () => {
  const router = await showAt('/')
  expect(button().getAttribute('aria-current')).toBeNull()
  await act(async () => button().click())
  await screen.findByRole('menu')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Viewer', 'Trash'])
  await act(async () => screen.getByRole('menuitem', { name: 'Trash' }).click())
  expect(router.state.location.pathname).toBe('/trash')
})

test.each(['/trash', '/trash/one', '/bin/one'])('marks the More tab as current at %s', async (path) => {
  await showAt(path)
  expect(button().getAttribute('aria-current')).toBe('page')
})
