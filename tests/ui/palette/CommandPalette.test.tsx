// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import {
  activeOptionText,
  createListedAsset,
  getField,
  getOptions,
  optionNames,
  pressInField,
  searchAssets,
  showPalette,
  singlePageOf,
  typeText,
} from './support.tsx'

test('shows cached matches at each keystroke, and keeps the focus in the field while arrow keys select', async () => {
  await showPalette()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  typeText('kiln')
  expect(optionNames()).toEqual(['Kiln Boot', 'Kiln Jacket'])
  expect(activeOptionText()).toContain('Kiln Boot')
  await pressInField('ArrowDown')
  expect([activeOptionText(), document.activeElement]).toEqual([expect.stringContaining('Kiln Jacket'), getField()])
  await pressInField('ArrowDown')
  expect(activeOptionText()).toContain('Kiln Boot')
  expect(getOptions().map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false'])
})

test('Enter opens the active result and closes the palette', async () => {
  const { router } = await showPalette()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  typeText('jacket')
  await pressInField('Enter')
  await waitFor(() => expect(router.state.location.pathname).toBe('/assets/1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('focuses the title of the opened page, or restores the focus if navigation is blocked', async () => {
  const { router } = await showPalette()
  const here = screen.getByText('here')
  const unblock = router.history.block({ blockerFn: async () => true })
  typeText('tags')
  await pressInField('Enter')
  await act(async () => {})
  expect([router.state.location.pathname, document.activeElement]).toEqual(['/', here])
  unblock()
  // A later navigation without the palette does not move the focus either.
  await act(async () => router.history.push('/?page=2'))
  expect(document.activeElement).toBe(here)
  await act(async () => here.click())
  typeText('tags')
  await pressInField('Enter')
  await waitFor(() => expect(router.state.location.pathname).toBe('/tags'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Title' })))
})

test('Ctrl+Enter opens the result in a new tab and leaves the palette open', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { router } = await showPalette()
  typeText('tags')
  await pressInField('Enter', { ctrlKey: true })
  expect(open.mock.calls).toEqual([['/tags', '_blank', 'noopener']])
  expect([router.state.location.pathname, getField().value]).toEqual(['/', 'tags'])
})

test.each(['Escape', 'Ctrl K'])('%s closes the palette and restores the focus', async (key) => {
  await showPalette()
  if (key === 'Escape') await pressInField('Escape')
  else await pressInField('k', { ctrlKey: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'here' })))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ignores a late response to an earlier search', async () => {
  let resolveLate: (value: unknown) => void = () => {}
  const late = new Promise<unknown>((resolve) => {
    resolveLate = resolve
  })
  const { searches } = await showPalette({
    list: async (input, options) => (input.query.search === 'k' ? late : searchAssets(input, options)),
  })
  typeText('k')
  await waitFor(() => expect(searches).toContain('k'))
  typeText('kiln')
  await waitFor(() => expect(searches).toContain('kiln'))
  resolveLate(singlePageOf([createListedAsset('9', 'Kiln Ghost')]))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(optionNames()).toEqual(['Kiln Boot', 'Kiln Jacket'])
})

test('shows an error and cached matches when the server is unreachable, and can retry', async () => {
  let isUnreachable = false
  await showPalette({
    list: async (input, options) => {
      if (isUnreachable) throw new ApiError('FETCH_ERROR', 'assets')
      return searchAssets(input, options)
    },
  })
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  isUnreachable = true
  typeText('kiln')
  expect((await screen.findByRole('alert')).textContent).toContain('can’t reach the service')
  expect(optionNames()).toEqual(['Kiln Boot', 'Kiln Jacket'])
  isUnreachable = false
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('runs an action of the current page, but shows the reason of a disabled action without running it', async () => {
  const lock = vi.fn()
  await showPalette({ onLock: lock })
  typeText('>')
  expect(screen.getByRole('group', { name: 'Actions for Peat Hat' })).toBeTruthy()
  await pressInField('ArrowDown')
  await pressInField('Enter')
  expect([activeOptionText(), lock.mock.calls.length]).toEqual([expect.stringContaining('Locked'), 0])
  await pressInField('ArrowUp')
  await pressInField('Enter')
  expect(lock.mock.calls).toHaveLength(1)
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([
    null,
    screen.getByRole('button', { name: 'here' }),
  ])
})

test('announces the number of results, and an empty result', async () => {
  await showPalette()
  typeText('zebra')
  expect(await screen.findByText('Nothing found for “zebra”', { selector: 'p' })).toBeTruthy()
  typeText('hat')
  await waitFor(() => expect(screen.getAllByRole('status').map((it) => it.textContent)).toContain('1 result'))
})
