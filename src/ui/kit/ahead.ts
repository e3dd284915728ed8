import { awaited } from './part.ts'

/** Fetches what is declared and not there yet, one after another, until something is out of reach. */
export async function fetchAhead(): Promise<void> {
  try {
    // What they declare in turn is fetched too.
    for (const fetch of awaited) await fetch()
  } catch {}
}

/** How long the page is left alone before it is looked whether it has its rows and is idle, in milliseconds. */
const REST_MS = 500

let timer: ReturnType<typeof setTimeout> | undefined

/** Fetches ahead once the page has what it asked for and is idle; not where data is to be saved. */
export function fetchWhenIdle(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  clearTimeout(timer)
  timer = setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(look) : look()), REST_MS)
}

const look = () => {
  if (document.querySelector('[aria-busy="true"]')) fetchWhenIdle()
  else fetchAhead()
}
