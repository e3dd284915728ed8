// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Missing } from '../../../src/ui/shell/Missing.tsx'
import { PERSON, show } from '../session/support.tsx'

beforeEach(() => {
  // Hints come when their code is there, which another test may have seen to.
  localStorage.setItem(`atelier:hints:${PERSON._id}`, 'palette keys')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('an address that leads nowhere keeps the shell of who is signed in, with one main part and one title', async () => {
  await show(<Missing />, {}, PERSON)
  await act(() => vi.dynamicImportSettled())
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Page not found'])
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Go to assets' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /, Your account$/ }).length).toBeGreaterThan(0)
})

test('to who is not signed in it stands alone', async () => {
  await show(<Missing />)
  await act(() => vi.dynamicImportSettled())
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.queryByRole('navigation')).toBe(null)
})

test('the shell has the skip link first, then the rail’s button, its places and the account: nothing twice', async () => {
  await show(<Missing />, {}, PERSON)
  await act(() => vi.dynamicImportSettled())
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]
    .filter(({ tabIndex, offsetParent: _ }) => tabIndex >= 0)
    // The bars of a phone are there in other windows only.
    .filter((element) => !element.closest('header, nav:last-of-type'))
  expect(stops.map((element) => element.getAttribute('aria-label') ?? element.textContent)).toEqual([
    'Skip to content',
    'Collapse sidebar',
    // What is seen of the keys is hidden from screen readers.
    'Search or jumpCtrlK',
    'one@atelier.example, Your account',
    'Go to assets',
  ])
  fireEvent.click(stops[0]!)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
