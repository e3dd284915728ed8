import { awaited } from './part.ts'
import { savesData } from './saves-data.ts'

/** What has been fetched ahead, whichever page it was for. */
const known = new Set<string>()

let worker: Worker | undefined

/**
 * Fetches what shows itself once it is there, one after another, until something is out of reach; then, without running any
 * of it, the files of what a person may come to use, unless data is to be saved.
 */
export async function fetchAhead(): Promise<void> {
  try {
    // What they declare in turn is fetched too.
    for (const fetch of awaited) await fetch()
    if (!savesData()) fetchFilesAhead()
  } catch {}
}

/** Run, they would cost the page's thread a third of what the whole visit does: they are only brought near. */
function fetchFilesAhead(): void {
  worker?.terminate()
  const own = new Worker(new URL('./ahead-worker.ts', import.meta.url), { type: 'module', name: 'files ahead' })
  worker = own
  own.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
    for (const file of data) known.add(file)
    own.terminate()
    keepForOffline()
  }
  own.postMessage({ path: location.pathname, language: document.documentElement.lang, known: [...known] })
}

/** Has the browser keep the client for when the server is out of reach, where the page says by what. */
function keepForOffline(): void {
  const script = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content
  if (script !== undefined && 'serviceWorker' in navigator) navigator.serviceWorker.register(script).catch(() => {})
}

/** How long the page is left alone before it is looked whether it has its rows and is idle, in milliseconds. */
const REST_MS = 500

/** How long the browser may leave the page unasked whether it is idle, in milliseconds: Chromium at times never calls back. */
const IDLE_MS = 2000

let timer: ReturnType<typeof setTimeout> | undefined

/** Fetches ahead once the page has what it asked for and is idle. */
export function fetchWhenIdle(): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => ('requestIdleCallback' in globalThis ? requestIdleCallback(look, { timeout: IDLE_MS }) : look()),
    REST_MS,
  )
}

const look = () => {
  // Offline nothing is waited for that could come; what says so is here.
  if (navigator.onLine && document.querySelector('[aria-busy="true"]')) fetchWhenIdle()
  else fetchAhead()
}
