// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useActiveShortcuts } from '../../../src/ui/active-shortcuts.ts'
import { NotFound } from '../../../src/ui/shell/NotFound.tsx'
import { showView, VERIFIED_USER } from '../session/support.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Page({ isMovable = false }: { isMovable?: boolean }) {
  useActiveShortcuts('list', isMovable && 'moves')
  return (
    <>
      <input aria-label="name" />
      <NotFound />
    </>
  )
}

async function showPage(isMovable = false) {
  await showView(<Page isMovable={isMovable} />, {}, VERIFIED_USER)
  await act(() => vi.dynamicImportSettled())
}
const openSheet = async (from: Element = document.body) => {
  fireEvent.keyDown(from, { key: '?' })
  await act(() => vi.dynamicImportSettled())
}
const sheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
const titles = (dialog: HTMLElement) => within(dialog).getAllByRole('heading', { level: 3 })

test('the dialog opens on ? with page and global shortcuts, but not while the user types', async () => {
  await showPage()
  await openSheet(screen.getByLabelText('name'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await openSheet()
  const dialog = await sheet()
  expect(titles(dialog).map(({ textContent }) => textContent)).toEqual(['On this page', 'Everywhere'])
  expect(dialog.textContent).toContain('Previous or next row')
  expect(dialog.textContent).not.toContain('On a handle')
  expect(within(dialog).getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/docs')
})

test('lists the keys that move rows on a page with movable rows', async () => {
  await showPage(true)
  await openSheet()
  expect((await sheet()).textContent).toContain('On a handle: move')
})

test('lists only global shortcuts on a page without shortcuts of its own', async () => {
  await showView(<NotFound />, {}, VERIFIED_USER)
  await act(() => vi.dynamicImportSettled())
  await openSheet()
  expect(titles(await sheet()).map(({ textContent }) => textContent)).toEqual(['Everywhere'])
})

test('the switch in the dialog turns single-key shortcuts off, also on the next visit', async () => {
  await showPage()
  await openSheet()
  fireEvent.click(within(await sheet()).getByRole('switch'))
  cleanup()
  await showPage()
  await openSheet()
  expect(screen.queryByRole('dialog')).toBeNull()
})
