/** Where tokens come from: the session, which refreshes them first when its rule says so. */
export interface TokenSource {
  /** A token fit to be sent, or none where nobody is signed in. `rejected` is one that the server has just refused. */
  fresh(rejected?: string): Promise<string | undefined>
  /** Told of a token that was just refreshed and that the server refused all the same. */
  refused?(token: string | undefined): void
  /** The token as it is, without a refresh. */
  current(): string | undefined
}

/** The address of a path of the API; an empty base is the page's own origin. */
export const addressOf = (base: string, path: string): URL =>
  new URL(path, new URL(base || '/', globalThis.location?.origin ?? 'http://localhost'))

/** The header that carries a token, if there is one. */
export const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

/**
 * Sends with a fresh token. One that is refused is replaced and sent once more; where that one is refused too, the session
 * is told that it is over.
 */
export async function sendBearing<T>(
  tokens: Pick<TokenSource, 'fresh' | 'refused'>,
  send: (token: string | undefined, isAgain: boolean) => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  const token = await tokens.fresh()
  const answer = await send(token, false)
  if (!token || !isRefused(answer)) return answer
  const fresh = await tokens.fresh(token)
  // There is no other yet: what was refused would be refused again, and says nothing of the session.
  if (fresh === token) return answer
  const second = await send(fresh, true)
  if (isRefused(second)) tokens.refused?.(fresh)
  return second
}
