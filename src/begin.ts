import type { Begun } from './api/begun.ts'
import type { WordFiles } from './early/first-page.ts'
import { SESSION_KEY } from './machines/rules/session-key.ts'
import { needsRefresh } from './machines/rules/token.ts'

/** The page that is begun, and what its first rows are asked with where its address does not say. */
const PAGE = '/assets'
const USUAL = { page: '1', limit: '10', order: '-updatedAt' }

/** What draws those rows before the app is there, and the sentences it says. */
export interface EarlyFiles {
  script: string
  words: WordFiles
}

/**
 * Sends the call for the first rows that the page's address stands for, from the page's head: while the app's code is on its
 * way. It is told in `atelierBegun`, for the app to take instead of asking itself. Nothing is sent for other pages, for whom
 * nobody is signed in, with a token that the app would refresh first, or for an address that only the app understands.
 * `early` draws them.
 */
export function begin(early?: EarlyFiles): void {
  const base = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content
  const query = location.pathname.replace(/\/$/, '') === PAGE && queryOf(new URLSearchParams(location.search))
  if (base === undefined || !query) return
  const token = keptToken()
  if (token === undefined || needsRefresh(token, Date.now() / 1000)) return
  const url = new URL(`v1/assets?${query}`, new URL(base || '/', location.origin)).href
  const answer = fetch(url, { headers: { authorization: `Bearer ${token}` } })
  // Who takes it hears why it does not come; if nobody does, nobody missed it.
  answer.catch(() => {})
  // The first formatter of a page takes 20 ms, whatever it is for: better while the files come than among the first rows.
  setTimeout(() => new Intl.NumberFormat().format(0))
  const begun: Begun = { url, token, since: performance.now(), answer }
  globalThis.atelierBegun = begun
  if (!early) return
  globalThis.atelierFirst = import(/* @vite-ignore */ early.script)
    .then(({ drawFirstPage }) => drawFirstPage(begun, early.words))
    // The app draws it then.
    .catch(() => undefined)
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
