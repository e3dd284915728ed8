import { jwtDecode } from 'jwt-decode'

/** Remaining lifetime below which a token is refreshed before use, in seconds (Spec §9). */
export const REFRESH_MARGIN_SECONDS = 30

/** Tokens issued before this time are refreshed before use. Seconds since 1970 (Spec §9: 2022-07-19). */
export const TOKEN_CUTOFF_SECONDS = Date.UTC(2022, 6, 19) / 1000

/** Claims of the access token. `iat` and `exp` are in seconds since 1970, `ability` contains CASL's packed rules. */
export interface TokenClaims {
  sub?: string
  ability?: unknown
  anonymous?: boolean
  iat?: number
  exp?: number
}

/** Decodes a token's claims without verifying the signature. Returns `null` for a text that is not a token. */
export function readClaims(token: string | undefined): TokenClaims | null {
  if (!token) return null
  try {
    const claims: unknown = jwtDecode(token)
    return typeof claims === 'object' && claims !== null ? claims : null
  } catch {
    return null
  }
}

/**
 * Returns whether to refresh the session (Spec §7): the token is missing or unreadable, lacks an ability claim, is anonymous,
 * expires within {@link REFRESH_MARGIN_SECONDS}, or was issued before {@link TOKEN_CUTOFF_SECONDS}. `now` is the server's time, in
 * seconds since 1970.
 */
export function needsRefresh(token: string | undefined, now: number): boolean {
  const claims = readClaims(token)
  if (!claims?.ability || claims.anonymous) return true
  const { iat, exp } = claims
  if (typeof exp !== 'number' || typeof iat !== 'number') return true
  return exp - now <= REFRESH_MARGIN_SECONDS || iat < TOKEN_CUTOFF_SECONDS
}
