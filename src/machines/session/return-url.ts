/** Default page after sign-in. */
export const HOME_PATH = '/'

const SIGNED_OUT_PATHS = new Set(['/signin', '/signup', '/forgot', '/reset-password'])

/**
 * Returns the address to open after sign-in: a path of this origin, else {@link HOME_PATH}. Pages for signed-out users are
 * excluded. `origin` is the app's own, such as `https://atelier.example`.
 */
export function toSafeReturnUrl(address: string | undefined, origin: string): string {
  if (!address?.startsWith('/')) return HOME_PATH
  let url: URL
  try {
    url = new URL(address, origin)
  } catch {
    return HOME_PATH
  }
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//') || SIGNED_OUT_PATHS.has(url.pathname))
    return HOME_PATH
  return url.pathname + url.search + url.hash
}
