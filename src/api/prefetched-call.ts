import { createAuthorizationHeader } from './authorization.ts'

/** A call that the page itself sent before the app's code was loaded. */
export interface PrefetchedCall {
  url: string
  /** Token that it was sent with. */
  token: string
  /** Time of sending, by `performance.now()`. */
  sentAtMs: number
  response: Promise<Response>
  /** The user's layout of the list on this device; `undefined` without one. */
  layout: Promise<unknown>
}

/** A page that was rendered before the app's code was loaded. */
export interface PrerenderedPage {
  /** Element that the app renders into; it replaces the prerendered page once it shows the same content. */
  appElement: HTMLElement
  /** Resolves once the prerendered page is painted. */
  painted: Promise<void>
}

declare global {
  /** Call that the page started, until the app consumes it. */
  var atelierBegun: PrefetchedCall | undefined
  /** Page rendered from that call; undefined if the app renders first. */
  var atelierFirst: Promise<PrerenderedPage | undefined> | undefined
  /** Resolves once the page has requested the app's files. */
  var atelierAsked: Promise<void> | undefined
  /** The app's code failed to load, and the page has shown a message. */
  var atelierIsMissing: boolean | undefined
  /** The page redirects to another, so no work is started on it. */
  var atelierLeaves: boolean | undefined
}

/** Maximum age, in milliseconds, at which the response of the page's call is used for the app's own call. */
const EARLY_FETCH_MAX_AGE_MS = 10_000

/**
 * Returns a fetch that serves the app's first call with the prefetched response, if URL and token are the same. It does so once
 * and only within {@link EARLY_FETCH_MAX_AGE_MS}. If the prefetch failed, it sends the call itself.
 */
export function consumePrefetchedCall(fetch?: typeof globalThis.fetch): typeof globalThis.fetch | undefined {
  let prefetched = globalThis.atelierBegun
  globalThis.atelierBegun = undefined
  if (!prefetched) return fetch
  const send: typeof globalThis.fetch = (input, init) => (fetch ?? globalThis.fetch)(input, init)
  return (input, init) => {
    if (!prefetched || !(input instanceof Request) || !isSameRequest(prefetched, input)) return send(input, init)
    const { sentAtMs, response } = prefetched
    prefetched = undefined
    return performance.now() - sentAtMs > EARLY_FETCH_MAX_AGE_MS
      ? send(input, init)
      : Promise.race([response.catch(() => send(input, init)), rejectOnAbort(input.signal)])
  }
}

const isSameRequest = ({ url, token }: PrefetchedCall, { method, url: requestUrl, headers }: Request): boolean =>
  method === 'GET' &&
  requestUrl === url &&
  headers.get('authorization') === createAuthorizationHeader(token)['authorization']

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
