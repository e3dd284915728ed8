import { jwtDecode } from 'jwt-decode'

/** A token that expires within this many seconds is refreshed first (Spec §9). */
export const REFRESH_MARGIN = 30

/** Tokens issued before this moment are refreshed first, in seconds since 1970 (Spec §9: 2022-07-19). */
export const TOKEN_CUTOFF = Date.UTC(2022, 6, 19) / 1000

/** What the access token states; `iat` and `exp` in seconds since 1970, `ability` as CASL's packed rules. */
export interface TokenClaims {
  sub?: string
  ability?: unknown
  anonymous?: boolean
  iat?: number
  exp?: number
}

/** Reads a token's claims without checking its signature; `null` when it is no token at all. */
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
 * The session refresh rule (Spec §7): true when the token is missing or unreadable, lacks an ability claim, is
 * anonymous, expires within {@link REFRESH_MARGIN}, or was issued before {@link TOKEN_CUTOFF}.
 * `now` is the server's time in seconds since 1970.
 */
export function needsRefresh(token: string | undefined, now: number): boolean {
  const claims = readClaims(token)
  if (!claims?.ability || claims.anonymous) return true
  const { iat, exp } = claims
  if (typeof exp !== 'number' || typeof iat !== 'number') return true
  return exp - now <= REFRESH_MARGIN || iat < TOKEN_CUTOFF
}
