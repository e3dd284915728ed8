// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { type Layout, PLAIN_LAYOUT } from '../../../src/machines/rules/layout.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { useLayout } from '../../../src/ui/list/use-layout.ts'

type Request = { onsuccess?: () => void; oncomplete?: () => void; result?: unknown }

const cache = createCache()
let device: Map<string, unknown>
/** Reads that are under way, each answered with what is on the device by then. */
let reads: (() => Promise<void>)[]
beforeEach(() => {
  device = new Map()
  reads = []
  cache.clear()
})
afterEach(() => {
  cleanup()
  cache.clear()
})

const soon = (request: Request) => {
  queueMicrotask(() => (request.onsuccess ?? request.oncomplete)?.())
  return request
}
const store = {
  get: (key: string) => {
    const request: Request = {}
    const found = device.get(key)
    reads.push(() =>
      act(async () => {
        request.result = found
        request.onsuccess?.()
      }),
    )
    return request
  },
  put: (value: unknown, key: string) => void device.set(key, value),
  get transaction() {
    return soon({})
  },
}
// The store is opened once for all tests.
vi.stubGlobal('indexedDB', { open: () => soon({ result: { transaction: () => ({ objectStore: () => store }) } }) })

const wrapper = ({ children }: { children: ReactNode }) => (
  <AtelierContext value={{ kept: cache } as unknown as Atelier}>{children}</AtelierContext>
)
const opened = () => act(async () => {})

const dense: Layout = { ...PLAIN_LAYOUT, density: 'compact' }

/** A list's layout on the page, and how it is changed. */
function showLayout(shared?: Layout) {
  const { result, unmount } = renderHook(() => useLayout('things', shared), { wrapper })
  return {
    layout: () => result.current[0],
    isKnown: () => result.current[2],
    change: (next: Layout) => act(async () => result.current[1](next)),
    leave: unmount,
  }
}

test('the layout of last time is read from the device, and stands at once on the way back', async () => {
  device.set('list/things/layout', dense)
  const first = showLayout()
  await opened()
  expect([first.layout(), first.isKnown()]).toEqual([PLAIN_LAYOUT, false])
  await reads[0]!()
  expect(first.layout()).toEqual(dense)
  first.leave()
  const second = showLayout()
  const atOnce = second.layout()
  expect(second.isKnown()).toBe(true)
  expect(atOnce).toEqual(dense)
  await opened()
  device.set('list/things/layout', { ...dense })
  await reads[1]!()
  expect(second.layout()).toBe(atOnce)
})

test('a layout that is changed before the one of last time is read stays', async () => {
  device.set('list/things/layout', PLAIN_LAYOUT)
  const { layout, change, leave } = showLayout()
  await opened()
  await change(dense)
  await reads[0]!()
  expect([layout(), device.get('list/things/layout')]).toEqual([dense, dense])
  leave()
  expect(showLayout().layout()).toEqual(dense)
})

test('a layout that came with a link is shown and not remembered, until it is changed', async () => {
  const { layout, change } = showLayout(dense)
  await opened()
  expect([layout(), reads.length, device.size]).toEqual([dense, 0, 0])
  await change({ ...dense, hidden: ['size'] })
  expect([layout().hidden, device.get('list/things/layout')]).toEqual([['size'], { ...dense, hidden: ['size'] }])
})

test('a layout that is read too late, when its list is left and the account too, is kept for nobody', async () => {
  device.set('list/things/layout', dense)
  const { leave } = showLayout()
  await opened()
  leave()
  cache.clear()
  await reads[0]!()
  expect(showLayout().layout()).toBe(PLAIN_LAYOUT)
})
