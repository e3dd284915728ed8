import { CACHE_NAME_PATTERN } from './cache-rules.ts'

/**
 * Service worker that replaces the offline worker if the operator has turned offline use off. Deletes all caches of the offline
 * worker and unregisters itself. Open pages continue without a worker.
 */
const workerScope = globalThis as unknown as {
  skipWaiting: () => Promise<void>
  registration: { unregister: () => Promise<boolean> }
}
type WaitableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }

addEventListener('install', () => void workerScope.skipWaiting())
addEventListener('activate', (event) =>
  (event as WaitableEvent).waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (CACHE_NAME_PATTERN.test(name)) await caches.delete(name)
      await workerScope.registration.unregister()
    })(),
  ),
)
