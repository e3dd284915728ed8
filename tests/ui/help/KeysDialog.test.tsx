// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeysOf } from '../../../src/ui/keys-of.ts'
import { Missing } from '../../../src/ui/shell/Missing.tsx'
import { PERSON, show } from '../session/support.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Page({ isMovable = false }: { isMovable?: boolean }) {
  useKeysOf('list', isMovable && 'moves')
  return (
    <>
      <input aria-label="name" />
      <Missing />
    </>
  )
}

async function showPage(isMovable = false) {
  await show(<Page isMovable={isMovable} />, {}, PERSON)
  await act(() => vi.dynamicImportSettled())
}
const ask = async (from: Element = document.body) => {
  fireEvent.keyDown(from, { key: '?' })
  await act(() => vi.dynamicImportSettled())
}
const sheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
const titles = (dialog: HTMLElement) => within(dialog).getAllByRole('heading', { level: 3 })

test('a question mark shows the keys of the page and those that work everywhere, but not while something is typed', async () => {
  await showPage()
  await ask(screen.getByLabelText('name'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await ask()
  const dialog = await sheet()
  expect(titles(dialog).map(({ textContent }) => textContent)).toEqual(['On this page', 'Everywhere'])
  expect(dialog.textContent).toContain('Previous or next row')
  expect(dialog.textContent).not.toContain('On a handle')
  expect(within(dialog).getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/docs')
})

test('where rows can be moved it tells by which keys', async () => {
  await showPage(true)
  await ask()
  expect((await sheet()).textContent).toContain('On a handle: move')
})

test('a page without keys of its own has those that work everywhere alone', async () => {
  await show(<Missing />, {}, PERSON)
  await act(() => vi.dynamicImportSettled())
  await ask()
  expect(titles(await sheet()).map(({ textContent }) => textContent)).toEqual(['Everywhere'])
})

test('single keys can be turned off, and stay off', async () => {
  await showPage()
  await ask()
  fireEvent.click(within(await sheet()).getByRole('switch'))
  cleanup()
  await showPage()
  await ask()
  expect(screen.queryByRole('dialog')).toBeNull()
})
