/** What a version of the client is made of, as far as it is kept; written when the client is built. */
export interface Version {
  /** Told from all others by it. */
  name: string
  /** The page that every page of the app begins as, the same for everybody. */
  shell: string
  /** The script that this version's page begins with. */
  entry: string
  /** What is kept of it: scripts, styles, fonts. Their names change with what is in them. */
  files: readonly string[]
  /** The patterns of the paths of the app's own pages. */
  pages: readonly string[]
}

/** What is asked, as far as it decides who answers. */
export interface Asked {
  url: string
  method: string
  mode: string
  destination: string
}

/** Vite writes a hash into the names of what it builds: such a file never changes. */
export const HASHED: RegExp = /^\/assets\/[\w.$-]+-[\w-]{8}\.(js|css|woff2)$/

/**
 * What a request is to the worker: a page of the app, in a tab of its own, or a file of the client. All else, API calls, other
 * origins, frames, the viewer for other sites, is none of its business.
 */
export function kindOf({ url, method, mode, destination }: Asked, { pages }: Version, origin: string) {
  const { origin: asked, pathname } = new URL(url)
  if (asked !== origin || method !== 'GET') return undefined
  if (HASHED.test(pathname)) return 'file'
  const isPage = mode === 'navigate' && destination === 'document' && !/\.\w+$/.test(pathname)
  return isPage && pages.some((pattern) => new RegExp(`^${pattern}/?$`).test(pathname)) ? 'page' : undefined
}

/** Whether an answer is whole, of this origin and what the name promises: nothing else is ever kept. */
export function isKept({ ok, type, redirected, headers }: Response, path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? ''
  const expected = TYPES[ending]
  return ok && type === 'basic' && !redirected && !!expected?.test(headers.get('content-type') ?? '')
}
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^text\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
  html: /^text\/html\b/,
}

/** Whether a page's answer only says that the server behind a proxy is gone. */
export const isGone = (status: number): boolean => status === 502 || status === 504

/** Begins the name of everything that is kept. */
const PREFIX = 'atelier '
export const KEPT: RegExp = new RegExp(`^${PREFIX}`)

/** Under what a version is kept that is installed at a time, in milliseconds: one that comes back is kept anew, as the newest. */
export const cacheOf = ({ name }: Version, at: number): string => `${PREFIX}${name} ${at}`

/** Where a version is kept, of what is kept, oldest first; undefined where it is not. */
export const keptAs = (names: readonly string[], { name }: Version): string | undefined =>
  names.findLast((kept) => kept.startsWith(`${PREFIX}${name} `))

/**
 * Which of what is kept, oldest first, goes once `version` is in charge: all but itself and the one before it, whose pages may
 * still be open in a tab. Of others on this origin nothing.
 */
export function outdated(names: readonly string[], version: Version): string[] {
  const own = keptAs(names, version)
  return names.filter((name) => KEPT.test(name) && name !== own).slice(0, -1)
}

/** A page that is shown again, under a nonce that nobody has seen before. */
export function withNonce(html: string, policy: string, nonce: string): { html: string; policy: string } {
  const [, former] = /'nonce-([\w+/=]+)'/.exec(policy) ?? []
  if (former === undefined) return { html, policy }
  return {
    html: html.replace(`nonce="${former}"`, `nonce="${nonce}"`),
    policy: policy.replace(`'nonce-${former}'`, `'nonce-${nonce}'`),
  }
}
