/** Where somebody goes who came from nowhere. */
export const HOME = '/'

/** Pages for people without a session. */
const ENTRANCES = new Set(['/signin', '/signup', '/forgot', '/reset-password'])

/**
 * The address to return to after sign-in: a path of this origin, else {@link HOME}. The pages that lead to a session are none.
 * `origin` is the page's own, such as `https://atelier.example`.
 */
export function safeReturn(address: string | undefined, origin: string): string {
  if (!address?.startsWith('/')) return HOME
  let url: URL
  try {
    url = new URL(address, origin)
  } catch {
    return HOME
  }
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//') || ENTRANCES.has(url.pathname)) return HOME
  return url.pathname + url.search + url.hash
}
