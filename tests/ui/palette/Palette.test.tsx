// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { active, answer, ask, asset, field, names, options, press, show, type } from './support.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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

test('it leads to the title of the page; where this one is not left, the focus is back where it was', async () => {
  const { router } = await show()
  const here = screen.getByText('here')
  const leave = router.history.block({ blockerFn: async () => true })
  type('tags')
  await press('Enter')
  await act(async () => {})
  expect([router.state.location.pathname, document.activeElement]).toEqual(['/', here])
  leave()
  // Nor does another way, taken later, lead the focus anywhere.
  await act(async () => router.history.push('/?page=2'))
  expect(document.activeElement).toBe(here)
  await act(async () => here.click())
  type('tags')
  await press('Enter')
  await waitFor(() => expect(router.state.location.pathname).toBe('/tags'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Title' }))
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
