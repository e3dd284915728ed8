// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NotFound } from '../../../src/ui/shell/NotFound.tsx'
import { showView, VERIFIED_USER } from '../session/support.tsx'

beforeEach(() => {
  // Dismisses all hints, because an earlier test may have loaded their code.
  localStorage.setItem(`atelier:hints:${VERIFIED_USER._id}`, 'palette keys')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('shows the page for an unknown URL inside the shell, with one main and one h1, when signed in', async () => {
  await showView(<NotFound />, {}, VERIFIED_USER)
  await act(() => vi.dynamicImportSettled())
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Page not found'])
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Go to assets' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /, Your account$/ }).length).toBeGreaterThan(0)
})

test('shows the page for an unknown URL without the shell when signed out', async () => {
  await showView(<NotFound />)
  await act(() => vi.dynamicImportSettled())
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.queryByRole('navigation')).toBe(null)
})

test('has each tab stop once, in this order: skip link, sidebar, account, link of the page', async () => {
  await showView(<NotFound />, {}, VERIFIED_USER)
  await act(() => vi.dynamicImportSettled())
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]
    .filter(({ tabIndex, offsetParent: _ }) => tabIndex >= 0)
    // Ignores the phone's bars, which are visible only in narrow windows.
    .filter((element) => !element.closest('header, nav:last-of-type'))
  expect(stops.map((element) => element.getAttribute('aria-label') ?? element.textContent)).toEqual([
    'Skip to content',
    'Collapse sidebar',
    // This text includes the shortcut, which is visible but hidden from screen readers.
    'Search or jumpCtrlK',
    'one@atelier.example, Your account',
    'Go to assets',
  ])
  fireEvent.click(stops[0]!)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
