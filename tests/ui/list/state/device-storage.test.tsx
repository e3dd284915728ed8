// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryCache } from '../../../../src/api/query-cache.ts'
import { DEFAULT_LAYOUT, type ListLayout } from '../../../../src/machines/views/layout.ts'
import { type Atelier, AtelierContext } from '../../../../src/ui/context.ts'
import { useListLayout } from '../../../../src/ui/list/views/use-list-layout.ts'

type Request = { onsuccess?: () => void; oncomplete?: () => void; result?: unknown }

const cache = createQueryCache()
let device: Map<string, unknown>
/** Pending reads of the stubbed IndexedDB. A call resolves its read with the value that was stored when the read began. */
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

const succeed = (request: Request) => {
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
    return succeed({})
  },
}
// All tests share one store, because the module opens it only once.
Object.assign(globalThis, {
  indexedDB: { open: () => succeed({ result: { transaction: () => ({ objectStore: () => store }) } }) },
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <AtelierContext value={{ cache } as unknown as Atelier}>{children}</AtelierContext>
)
const waitForOpen = () => act(async () => {})

const dense: ListLayout = { ...DEFAULT_LAYOUT, density: 'compact' }

function showLayout(shared?: ListLayout) {
  const { result, unmount } = renderHook(() => useListLayout('things', shared), { wrapper })
  return {
    layout: () => result.current[0],
    isKnown: () => result.current[2],
    change: (next: ListLayout) => act(async () => result.current[1](next)),
    leave: unmount,
  }
}

test('reads the stored layout, and shows the layout from cache when the list mounts again', async () => {
  device.set('list/things/layout', dense)
  const first = showLayout()
  await waitForOpen()
  expect([first.layout(), first.isKnown()]).toEqual([DEFAULT_LAYOUT, false])
  await reads[0]!()
  expect(first.layout()).toEqual(dense)
  first.leave()
  const second = showLayout()
  const firstLayout = second.layout()
  expect(second.isKnown()).toBe(true)
  expect(firstLayout).toEqual(dense)
  await waitForOpen()
  device.set('list/things/layout', { ...dense })
  await reads[1]!()
  expect(second.layout()).toBe(firstLayout)
})

test('keeps a layout that the user changes before the stored layout is read', async () => {
  device.set('list/things/layout', DEFAULT_LAYOUT)
  const { layout, change, leave } = showLayout()
  await waitForOpen()
  await change(dense)
  await reads[0]!()
  expect([layout(), device.get('list/things/layout')]).toEqual([dense, dense])
  leave()
  expect(showLayout().layout()).toEqual(dense)
})

test('shows a layout from a link, and stores the layout only after the user changes the layout', async () => {
  const { layout, change } = showLayout(dense)
  await waitForOpen()
  expect([layout(), reads.length, device.size]).toEqual([dense, 0, 0])
  await change({ ...dense, hidden: ['size'] })
  expect([layout().hidden, device.get('list/things/layout')]).toEqual([['size'], { ...dense, hidden: ['size'] }])
})

test('caches no layout that is read after the list unmounted and the user signed out', async () => {
  device.set('list/things/layout', dense)
  const { leave } = showLayout()
  await waitForOpen()
  leave()
  cache.clear()
  await reads[0]!()
  expect(showLayout().layout()).toBe(DEFAULT_LAYOUT)
})
