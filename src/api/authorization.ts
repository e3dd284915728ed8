/** Source of access tokens, implemented by the session, which refreshes tokens when due. */
export interface TokenSource {
  /** Returns a valid token, or undefined if no user is signed in. `rejected` is a token that the server has just refused. */
  getFreshToken(rejected?: string): Promise<string | undefined>
  /** Reports a token that was just refreshed and that the server still refused. */
  reportRejected?(token: string | undefined): void
  /** Returns the current token without a refresh. */
  getCurrentToken(): string | undefined
}

/** Returns the address of an API path; an empty base is the page's own origin. */
export const resolveApiUrl = (base: string, path: string): URL =>
  new URL(path, new URL(base || '/', globalThis.location?.origin ?? 'http://localhost'))

export const createAuthorizationHeader = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

/**
 * Sends a request with a valid token. If the server refuses the token, refreshes it and sends the request again. Reports a
 * second refusal to the session, which then ends.
 */
export async function sendWithToken<T>(
  tokens: Pick<TokenSource, 'getFreshToken' | 'reportRejected'>,
  send: (token: string | undefined, isRetry: boolean) => Promise<T>,
  isRefused: (response: T) => boolean,
): Promise<T> {
  const token = await tokens.getFreshToken()
  const response = await send(token, false)
  if (!token || !isRefused(response)) return response
  const freshToken = await tokens.getFreshToken(token)
  // The session has no newer token, so a retry would be refused too. The session may still be valid, so nothing is reported.
  if (freshToken === token) return response
  const secondResponse = await send(freshToken, true)
  if (isRefused(secondResponse)) tokens.reportRejected?.(freshToken)
  return secondResponse
}
