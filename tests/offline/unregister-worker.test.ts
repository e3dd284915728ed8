import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The module registers its handlers when it is loaded.
beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('deletes only the caches of the offline worker and unregisters itself, immediately', async () => {
  const names = new Set(['atelier v1 1', 'theirs', 'atelier v2 2'])
  const listeners = new Map<string, (event: unknown) => void>()
  const [skipWaiting, unregister] = [vi.fn(), vi.fn(async () => true)]
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  vi.stubGlobal('skipWaiting', skipWaiting)
  vi.stubGlobal('registration', { unregister })
  await import('../../src/offline/unregister-worker.ts')
  listeners.get('install')!({})
  expect(skipWaiting).toHaveBeenCalledOnce()
  let work: Promise<unknown> = Promise.resolve()
  listeners.get('activate')!({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
  expect([...names]).toEqual(['theirs'])
  expect(unregister).toHaveBeenCalledOnce()
})
