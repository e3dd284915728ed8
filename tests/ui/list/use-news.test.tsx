// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listen } from '../../../src/api/contract/events.ts'
import type { ShownRows } from '../../../src/machines/rules/news.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { useNews } from '../../../src/ui/list/use-news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const NOBODY: ReadonlySet<string> = new Set()

/** A stream of changes, and the page that hears it. */
function stream() {
  const listeners = new Set<Parameters<Listen>[0]>()
  const listen: Listen = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ listen } as unknown as Atelier}>{children}</AtelierContext>
  )
  return { listeners, wrapper }
}

function show(first: { isBusy: boolean; isWanted: boolean }) {
  const { listeners, wrapper } = stream()
  const { result, rerender, unmount } = renderHook(
    ({ isBusy, isWanted }: typeof first) => useNews({ rows: [], removed: [], own: NOBODY, isBusy }, isWanted),
    { wrapper, initialProps: first },
  )
  const tell = (id: string) =>
    act(() => {
      for (const listener of listeners) listener({ key: 'asset.v1.updated', id, at: '2026-11-01T08:00:00.000Z' })
    })
  return { count: () => result.current, change: rerender, leave: unmount, tell, listeners }
}
const gather = () => act(() => void vi.advanceTimersByTime(1000))

test('changes are gathered for a second, and counted together', () => {
  const { count, tell } = show({ isBusy: false, isWanted: true })
  tell('boot')
  act(() => void vi.advanceTimersByTime(999))
  tell('cap')
  expect(count()).toBe(0)
  act(() => void vi.advanceTimersByTime(1))
  expect(count()).toBe(2)
})

test('what is heard before rows are asked for is in them, what is heard after is news', () => {
  const { count, change, tell } = show({ isBusy: false, isWanted: true })
  tell('boot')
  change({ isBusy: true, isWanted: true })
  tell('cap')
  gather()
  expect(count()).toBe(0)
  change({ isBusy: false, isWanted: true })
  expect(count()).toBe(1)
})

test('nobody is listened to for a list that wants no news, or that is left', () => {
  const { change, leave, listeners } = show({ isBusy: false, isWanted: false })
  expect(listeners.size).toBe(0)
  change({ isBusy: false, isWanted: true })
  expect(listeners.size).toBe(1)
  leave()
  expect(listeners.size).toBe(0)
})

test('of a row that was shown nothing is news that is as old as the row, on another page neither', () => {
  const { listeners, wrapper } = stream()
  const at = '2026-11-01T08:00:00.000Z'
  const { result, rerender } = renderHook(
    ({ rows, removed }: ShownRows) => useNews({ rows, removed, own: NOBODY, isBusy: false }, true),
    { wrapper, initialProps: { rows: [{ id: 'boot', updatedAt: at }], removed: [] } as ShownRows },
  )
  rerender({ rows: [{ id: 'cap', updatedAt: at }], removed: [{ id: 'hat', filter: {}, isGone: true }] })
  act(() => {
    for (const id of ['boot', 'cap', 'hat', 'mask'])
      for (const listener of listeners) listener({ key: 'asset.v1.updated', id, at })
  })
  gather()
  expect(result.current).toBe(1)
})
