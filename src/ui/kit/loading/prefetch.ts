import { isDataSaverOn } from './is-data-saver-on.ts'
import { idlePrefetchLoaders } from './lazy-module.ts'

/** Files already prefetched, for any page. */
const prefetchedFiles = new Set<string>()

let worker: Worker | undefined

/**
 * Fetches the modules in {@link idlePrefetchLoaders} one by one and stops at the first failure. Then starts the prefetch worker,
 * unless the data saver is on.
 */
export async function prefetchCode(): Promise<void> {
  try {
    // Includes modules that are added during this loop.
    for (const fetch of idlePrefetchLoaders) await fetch()
    if (!isDataSaverOn()) startPrefetchWorker()
  } catch {}
}

/** Prefetches files without running the code. Running the code would take a third of the visit's main thread time. */
function startPrefetchWorker(): void {
  worker?.terminate()
  const ownWorker = new Worker(new URL('./prefetch-worker.ts', import.meta.url), {
    type: 'module',
    name: 'files ahead',
  })
  worker = ownWorker
  ownWorker.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
    for (const file of data) prefetchedFiles.add(file)
    ownWorker.terminate()
    registerServiceWorker()
  }
  ownWorker.postMessage({
    path: location.pathname,
    language: document.documentElement.lang,
    known: [...prefetchedFiles],
  })
}

/** Registers the service worker that the page's meta element names. The service worker caches the client for offline use. */
function registerServiceWorker(): void {
  const script = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content
  if (script !== undefined && 'serviceWorker' in navigator) navigator.serviceWorker.register(script).catch(() => {})
}

/** Delay before checking whether the page is loaded and idle, in milliseconds. */
const IDLE_DELAY_MS = 500

/** Timeout of the idle callback, in milliseconds. Chromium sometimes never calls back. */
const IDLE_TIMEOUT_MS = 2000

let timer: ReturnType<typeof setTimeout> | undefined

/** Starts the prefetch once the page is loaded and idle. */
export function prefetchWhenIdle(): void {
  clearTimeout(timer)
  timer = setTimeout(
    () =>
      'requestIdleCallback' in globalThis
        ? requestIdleCallback(prefetchIfIdle, { timeout: IDLE_TIMEOUT_MS })
        : prefetchIfIdle(),
    IDLE_DELAY_MS,
  )
}

const prefetchIfIdle = () => {
  // Does not wait for pending requests while offline, because they cannot finish.
  if (navigator.onLine && document.querySelector('[aria-busy="true"]')) prefetchWhenIdle()
  else prefetchCode()
}
