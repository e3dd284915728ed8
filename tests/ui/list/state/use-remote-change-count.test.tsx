// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ListenToEvents } from '../../../../src/api/contract/events.ts'
import type { ShownRows } from '../../../../src/machines/list/remote-changes.ts'
import { type Atelier, AtelierContext } from '../../../../src/ui/context.ts'
import { useRemoteChangeCount } from '../../../../src/ui/list/state/use-remote-change-count.ts'

beforeEach(() => void vi.useFakeTimers())

const NO_ROWS: ReadonlySet<string> = new Set()

function stubEventStream() {
  const listeners = new Set<Parameters<ListenToEvents>[0]>()
  const listenToEvents: ListenToEvents = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ listenToEvents } as unknown as Atelier}>{children}</AtelierContext>
  )
  return { listeners, wrapper }
}

function show(first: { isBusy: boolean; isLive: boolean }) {
  const { listeners, wrapper } = stubEventStream()
  const { result, rerender, unmount } = renderHook(
    ({ isBusy, isLive }: typeof first) => useRemoteChangeCount({ rows: [], removed: [], own: NO_ROWS, isBusy }, isLive),
    { wrapper, initialProps: first },
  )
  const emit = (id: string) =>
    act(() => {
      for (const listener of listeners) listener({ key: 'asset.v1.updated', id, at: '2026-11-01T08:00:00.000Z' })
    })
  return { count: () => result.current, change: rerender, leave: unmount, emit, listeners }
}
const passCollectionTime = () => act(() => void vi.advanceTimersByTime(1000))

test('counts all changes of a second together when the second ends', () => {
  const { count, emit } = show({ isBusy: false, isLive: true })
  emit('boot')
  act(() => void vi.advanceTimersByTime(999))
  emit('cap')
  expect(count()).toBe(0)
  act(() => void vi.advanceTimersByTime(1))
  expect(count()).toBe(2)
})

test('counts only changes received after the last request for rows, once that request ends', () => {
  const { count, change, emit } = show({ isBusy: false, isLive: true })
  emit('boot')
  change({ isBusy: true, isLive: true })
  emit('cap')
  passCollectionTime()
  expect(count()).toBe(0)
  change({ isBusy: false, isLive: true })
  expect(count()).toBe(1)
})

test('does not subscribe to remote changes if the list has no live changes, and unsubscribes on unmount', () => {
  const { change, leave, listeners } = show({ isBusy: false, isLive: false })
  expect(listeners.size).toBe(0)
  change({ isBusy: false, isLive: true })
  expect(listeners.size).toBe(1)
  leave()
  expect(listeners.size).toBe(0)
})

test('ignores changes of removed rows, and changes that are no newer than a row of any page shown so far', () => {
  const { listeners, wrapper } = stubEventStream()
  const at = '2026-11-01T08:00:00.000Z'
  const { result, rerender } = renderHook(
    ({ rows, removed }: ShownRows) => useRemoteChangeCount({ rows, removed, own: NO_ROWS, isBusy: false }, true),
    { wrapper, initialProps: { rows: [{ id: 'boot', updatedAt: at }], removed: [] } as ShownRows },
  )
  rerender({ rows: [{ id: 'cap', updatedAt: at }], removed: [{ id: 'hat', filter: {}, isGone: true }] })
  act(() => {
    for (const id of ['boot', 'cap', 'hat', 'mask'])
      for (const listener of listeners) listener({ key: 'asset.v1.updated', id, at })
  })
  passCollectionTime()
  expect(result.current).toBe(1)
})
