import { isInspectorRequested } from './actor-registry.ts'
import type { PrefetchedCall } from './api/prefetched-call.ts'
import { watchLoadFailure } from './early/load-failure.ts'
import { SESSION_KEY } from './machines/session/session-key.ts'
import { needsRefresh } from './machines/session/token.ts'
import { isSignedOut } from './ui/is-signed-out.ts'
import type { Language } from './ui/language.ts'
import { layoutStorageKeyOf, readStored } from './ui/list/state/device-storage.ts'
import { applyTheme, getPreferredLanguage, getPreferredTheme } from './ui/preferences.ts'

/** Path of the page whose rows are prefetched, and the defaults of its query. */
const ASSETS_PATH = '/assets'
const DEFAULT_QUERY = { page: '1', limit: '10', order: '-updatedAt' }

/** Sign-in page, which is prerendered too. */
const SIGN_IN_PATH = '/signin'

/** Scripts that prerender a page, by path and language. */
export type FirstPaintFiles = Readonly<Record<string, Readonly<Record<Language, string>>>>

/**
 * Starts all work that is possible in the page's head, before anything else is loaded. Sets language and theme. Redirects
 * signed-out users to the sign-in page. Prerenders the sign-in page, and prefetches the first rows of the asset list.
 */
export function runHeadScript(firstPaintFiles?: FirstPaintFiles): void {
  watchLoadFailure()
  document.documentElement.lang = getPreferredLanguage()
  applyTheme(getPreferredTheme())
  if (redirectToSignIn()) return
  const page = location.pathname.replace(/\/$/, '')
  if (page === ASSETS_PATH) prefetchRows(firstPaintFiles?.[page])
  else if (page === SIGN_IN_PATH && isSignedOut() && !isInspectorRequested()) loadFirstPaint(firstPaintFiles?.[page])
  globalThis.atelierFilesRequested = requestAppModules()
}

/** Maximum time that the app's files are delayed in favour of prerendering, in milliseconds. */
const APP_REQUEST_DELAY_MS = 300

/**
 * Maximum time that the app's files wait for the prefetched rows, in milliseconds. A longer wait would leave the network idle.
 */
const RESPONSE_WAIT_MS = 100

/**
 * Requests the app's files, which the HTML page names in a template. If the page is prerendered, the files are requested after
 * the first paint, because a dozen parallel downloads would delay the paint. Otherwise they are requested immediately.
 */
async function requestAppModules(): Promise<void> {
  const { atelierPrerenderedPage: first, atelierPrefetchedCall: prefetched } = globalThis
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  if (first) {
    const never = new Promise(() => {})
    const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // A list with a custom layout is not prerendered.
    const customLayout = prefetched ? prefetched.layout.then((layout) => layout ?? never) : never
    const onSettled = () => true
    const slowResponse = prefetched
      ? Promise.race([prefetched.response.then(onSettled, onSettled), delay(RESPONSE_WAIT_MS)]).then(
          (isSettled) => isSettled && never,
        )
      : never
    await Promise.race([first.then((page) => page?.painted), customLayout, slowResponse, delay(APP_REQUEST_DELAY_MS)])
  }
  const files = document.querySelector<HTMLTemplateElement>('#app-files')
  if (files) document.head.append(files.content)
}

function loadFirstPaint(files: FirstPaintFiles[string] | undefined, prefetched?: PrefetchedCall): void {
  if (!files) return
  globalThis.atelierPrerenderedPage = import(/* @vite-ignore */ files[getPreferredLanguage()])
    .then(({ prerenderPage }) => prerenderPage(prefetched))
    // If the script fails to load, the app renders the page.
    .catch(() => undefined)
}

/**
 * Redirects signed-out users to the sign-in page before the app has loaded; returns whether it redirected. If the inspector is
 * open, the app redirects instead.
 */
function redirectToSignIn(): boolean {
  const signIn = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content
  // The inspector check comes last: the first access to `sessionStorage` is a call to another process.
  if (signIn === undefined || !isSignedOut() || isInspectorRequested()) return false
  const { pathname, search, hash } = location
  globalThis.atelierIsRedirecting = true
  location.replace(pathname === '/' ? signIn : `${signIn}?${new URLSearchParams({ to: pathname + search + hash })}`)
  return true
}

/**
 * Prefetches the first rows of the page's address while the app's code loads. The app takes the response from `atelierPrefetchedCall`.
 * Sends nothing if the user is signed out, the token has to be refreshed, or only the app can parse the address. `files` are the
 * scripts that render the rows.
 */
function prefetchRows(files?: FirstPaintFiles[string]): void {
  const base = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content
  const query = queryFromUrl(new URLSearchParams(location.search))
  if (base === undefined || !query) return
  const token = readStoredToken()
  if (token === undefined || needsRefresh(token, Date.now() / 1000)) return
  const url = new URL(`v1/assets?${query}`, new URL(base || '/', location.origin)).href
  const response = fetch(url, { headers: { authorization: `Bearer ${token}` } })
  // Prevents an unhandled rejection. If the prefetch failed, the app sends the call itself.
  response.catch(() => {})
  const layout = readStored(layoutStorageKeyOf('assets'))
  const prefetched: PrefetchedCall = { url, token, sentAtMs: performance.now(), response, layout }
  globalThis.atelierPrefetchedCall = prefetched
  loadFirstPaint(files, prefetched)
}

/** Returns the query to prefetch; undefined for an address with a filter, which only the app can parse. */
function queryFromUrl(address: URLSearchParams): URLSearchParams | undefined {
  if (address.has('filter')) return undefined
  const { page, limit, order } = DEFAULT_QUERY
  return new URLSearchParams({ page: address.get('page') ?? page, limit, order: address.get('order') ?? order })
}

function readStoredToken(): string | undefined {
  try {
    const { _id, token, refreshToken } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}').data
    return _id && refreshToken ? token : undefined
  } catch {
    return undefined
  }
}
