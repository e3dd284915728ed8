import { KEPT } from './rules.ts'

/**
 * What stands where the worker stood, once an operator turned it off: takes its place, takes everything away that it kept,
 * and goes. Pages that are open go on as if there never was one.
 */
const leaving = globalThis as unknown as {
  skipWaiting: () => Promise<void>
  registration: { unregister: () => Promise<boolean> }
}
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }

addEventListener('install', () => void leaving.skipWaiting())
addEventListener('activate', (event) =>
  (event as Waiting).waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (KEPT.test(name)) await caches.delete(name)
      await leaving.registration.unregister()
    })(),
  ),
)
