import type { Begun } from './api/begun.ts'
import { hearMissing } from './early/missing.ts'
import { isAsked } from './inspect-seam.ts'
import { SESSION_KEY } from './machines/rules/session-key.ts'
import { needsRefresh } from './machines/rules/token.ts'
import type { Language } from './ui/language.ts'
import { layoutKey, readKept } from './ui/list/on-device.ts'
import { isNobody } from './ui/nobody.ts'
import { lightPage, preferredLanguage, preferredTheme } from './ui/preferences.ts'

/** The page that is begun, and what its first rows are asked with where its address does not say. */
const PAGE = '/assets'
const USUAL = { page: '1', limit: '10', order: '-updatedAt' }

/** The page to sign in, whose fields are there before the app. */
const SIGN_IN = '/signin'

/** What draws a page before the app is there, by its path and in each language. */
export type EarlyFiles = Readonly<Record<string, Readonly<Record<Language, string>>>>

/**
 * Begins what the page's head can, before anything else is there. The page is in the language and the light of whoever opens it. Whom a
 * page is shut to they are led to where they sign in; the fields of that page are drawn; of a list the first rows are asked for.
 */
export function begin(early?: EarlyFiles): void {
  hearMissing()
  document.documentElement.lang = preferredLanguage()
  lightPage(preferredTheme())
  if (leadAway()) return
  const page = location.pathname.replace(/\/$/, '')
  if (page === PAGE) beginRows(early?.[page])
  else if (page === SIGN_IN && isNobody() && !isAsked()) drawFirst(early?.[page])
  globalThis.atelierAsked = askForApp()
}

/** For how long, in milliseconds, what draws a page before the app is there has the network for itself. */
const ALONE_MS = 300

/** For how long it has until its rows are answered: on a network where that takes longer there is nothing else to do. */
const ANSWERED_MS = 100

/**
 * Asks for the app's files, which a page that is drawn before the app is there names in a template: once it is on the screen,
 * since beside a dozen more files it comes later; at once where nothing is drawn so.
 */
async function askForApp(): Promise<void> {
  const { atelierFirst: first, atelierBegun: begun } = globalThis
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  if (first) {
    const never = new Promise(() => {})
    const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // Of a list that somebody laid out otherwise no first page is drawn.
    const isTheirOwn = begun ? begun.layout.then((layout) => layout ?? never) : never
    const come = () => true
    const isSlow = begun
      ? Promise.race([begun.answer.then(come, come), after(ANSWERED_MS)]).then((isThere) => isThere && never)
      : never
    await Promise.race([first.then((page) => page?.painted), isTheirOwn, isSlow, after(ALONE_MS)])
  }
  const files = document.querySelector<HTMLTemplateElement>('#app-files')
  if (files) document.head.append(files.content)
}

/** Has a page drawn before the app is there. */
function drawFirst(files: EarlyFiles[string] | undefined, begun?: Begun): void {
  if (!files) return
  globalThis.atelierFirst = import(/* @vite-ignore */ files[preferredLanguage()])
    .then(({ drawPage }) => drawPage(begun))
    // The app draws it then.
    .catch(() => undefined)
}

/** Leads who is not signed in to the page to sign in, as the app would: without its code. Whoever inspects is left to the app. */
function leadAway(): boolean {
  const signIn = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content
  // In this order: the first question to the store of a tab is one to another process.
  if (signIn === undefined || !isNobody() || isAsked()) return false
  const { pathname, search, hash } = location
  globalThis.atelierLeaves = true
  location.replace(pathname === '/' ? signIn : `${signIn}?${new URLSearchParams({ to: pathname + search + hash })}`)
  return true
}

/**
 * Sends the call for the first rows that the page's address stands for, from the page's head: while the app's code is on its
 * way. It is told in `atelierBegun`, for the app to take instead of asking itself. Nothing is sent for other pages, for whom
 * nobody is signed in, with a token that the app would refresh first, or for an address that only the app understands.
 * `early` draws them.
 */
function beginRows(early?: EarlyFiles[string]): void {
  const base = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content
  const query = queryOf(new URLSearchParams(location.search))
  if (base === undefined || !query) return
  const token = keptToken()
  if (token === undefined || needsRefresh(token, Date.now() / 1000)) return
  const url = new URL(`v1/assets?${query}`, new URL(base || '/', location.origin)).href
  const answer = fetch(url, { headers: { authorization: `Bearer ${token}` } })
  // Who takes it hears why it does not come; if nobody does, nobody missed it.
  answer.catch(() => {})
  const layout = readKept(layoutKey('assets'))
  const begun: Begun = { url, token, since: performance.now(), answer, layout }
  globalThis.atelierBegun = begun
  drawFirst(early, begun)
}

/** The call's query; none where the address has a filter: those are the app's to read. */
function queryOf(address: URLSearchParams): URLSearchParams | undefined {
  if (address.has('filter')) return undefined
  const { page, limit, order } = USUAL
  return new URLSearchParams({ page: address.get('page') ?? page, limit, order: address.get('order') ?? order })
}

/** The token of the session that is kept here, if one is. */
function keptToken(): string | undefined {
  try {
    const { _id, token, refreshToken } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}').data
    return _id && refreshToken ? token : undefined
  } catch {
    return undefined
  }
}
