/** Cached files of one version of the client; generated when the client is built. */
export interface ClientVersion {
  name: string
  /** HTML shell of every page of the app, the same for all users. */
  shell: string
  entry: string
  /** Cached files: scripts, styles, fonts. Their names contain a hash of their content. */
  files: readonly string[]
  /** Patterns of the paths of the app's own pages. */
  pages: readonly string[]
}

export interface RequestFacts {
  url: string
  method: string
  mode: string
  destination: string
}

/** Pattern for the paths of Vite's build output. The paths contain a hash of the content, so a file never changes. */
export const HASHED_FILE_PATTERN: RegExp = /^\/assets\/[\w.$-]+-[\w-]{8}\.(js|css|woff2)$/

/**
 * Classifies a request: a page of the app as a top-level navigation, or a file of the client. The worker ignores everything else:
 * API calls, other origins, frames, the viewer embedded in other sites.
 */
export function classifyRequest(
  { url, method, mode, destination }: RequestFacts,
  { pages }: ClientVersion,
  origin: string,
) {
  const { origin: requestOrigin, pathname } = new URL(url)
  if (requestOrigin !== origin || method !== 'GET') return undefined
  if (HASHED_FILE_PATTERN.test(pathname)) return 'file'
  const isPage = mode === 'navigate' && destination === 'document' && !/\.\w+$/.test(pathname)
  return isPage && pages.some((pattern) => new RegExp(`^${pattern}/?$`).test(pathname)) ? 'page' : undefined
}

/**
 * Returns whether a response may be cached: complete, of this origin, and of the content type that the file extension implies.
 */
export function isCacheable({ ok, type, redirected, headers }: Response, path: string): boolean {
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? ''
  const expected = TYPES[extension]
  return ok && type === 'basic' && !redirected && !!expected?.test(headers.get('content-type') ?? '')
}
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^text\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
  html: /^text\/html\b/,
}

/** Returns whether a status means that a proxy cannot reach the server. */
export const isGatewayError = (status: number): boolean => status === 502 || status === 504

const PREFIX = 'atelier '
export const CACHE_NAME_PATTERN: RegExp = new RegExp(`^${PREFIX}`)

/**
 * Returns the cache name of a version installed at a time, in milliseconds. A reinstalled version gets a new name and counts as
 * the newest.
 */
export const createCacheName = ({ name }: ClientVersion, installedAt: number): string =>
  `${PREFIX}${name} ${installedAt}`

/** Returns the cache name of a version, from names ordered oldest first; undefined if the version is not cached. */
export const findCacheName = (names: readonly string[], { name }: ClientVersion): string | undefined =>
  names.findLast((cacheName) => cacheName.startsWith(`${PREFIX}${name} `))

/**
 * Returns the app's caches to delete once `version` is active, from names ordered oldest first. Omits the cache of `version`, and
 * the previous cache, whose pages may still be open in a tab.
 */
export function findOutdatedCaches(names: readonly string[], version: ClientVersion): string[] {
  const ownCache = findCacheName(names, version)
  return names.filter((name) => CACHE_NAME_PATTERN.test(name) && name !== ownCache).slice(0, -1)
}

/** Returns a cached page and its content security policy with `nonce` in place of the previous nonce. */
export function withNonce(html: string, policy: string, nonce: string): { html: string; policy: string } {
  const [, previousNonce] = /'nonce-([\w+/=]+)'/.exec(policy) ?? []
  if (previousNonce === undefined) return { html, policy }
  return {
    html: html.replace(`nonce="${previousNonce}"`, `nonce="${nonce}"`),
    policy: policy.replace(`'nonce-${previousNonce}'`, `'nonce-${nonce}'`),
  }
}
