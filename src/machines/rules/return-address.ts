/** Where somebody goes who came from nowhere. */
export const HOME = '/'

/**
 * The address to return to after sign-in: a path of this origin, else {@link HOME}. The sign-in page itself is none.
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
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//') || url.pathname === '/signin') return HOME
  return url.pathname + url.search + url.hash
}
