import { createAuthorizationHeader } from './authorization.ts'

/** A call that the inline script of the HTML page sent before the app's code was loaded. */
export interface PrefetchedCall {
  url: string
  token: string
  /** Time of sending, by `performance.now()`. */
  sentAtMs: number
  response: Promise<Response>
  /** The user's list layout stored on this device; `undefined` if none is stored. */
  layout: Promise<unknown>
}

/** A page that was rendered before the app's code was loaded. */
export interface PrerenderedPage {
  /** Element that the app renders into. It replaces the prerendered page once the app shows the same content. */
  appElement: HTMLElement
  /** Resolves once the prerendered page is painted. */
  painted: Promise<void>
}

declare global {
  /** Call that the inline script sent, until the app uses its response. */
  var atelierPrefetchedCall: PrefetchedCall | undefined
  /** Page rendered from the response to that call; undefined if the app renders first. */
  var atelierPrerenderedPage: Promise<PrerenderedPage | undefined> | undefined
  /** Resolves once the inline script has requested the app's files. */
  var atelierFilesRequested: Promise<void> | undefined
  /** Whether the app's code failed to load and a message is shown. */
  var atelierHasFailedToLoad: boolean | undefined
  /** Whether the HTML page redirects to another page, so that no work is started. */
  var atelierIsRedirecting: boolean | undefined
}

/** Maximum age of a prefetched response that the app uses, in milliseconds. */
const EARLY_FETCH_MAX_AGE_MS = 10_000

/**
 * Returns a `fetch` that uses the prefetched response for the app's first call, if URL and token match. The response is used
 * once, and only within {@link EARLY_FETCH_MAX_AGE_MS}. If the prefetch failed, the call is sent again.
 */
export function consumePrefetchedCall(fetch?: typeof globalThis.fetch): typeof globalThis.fetch | undefined {
  let prefetched = globalThis.atelierPrefetchedCall
  globalThis.atelierPrefetchedCall = undefined
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
