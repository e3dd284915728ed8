import * as v from 'valibot'
import { AccessToken, RefreshToken, SessionData } from '../../api/contract/auth.ts'
import { abilityOf, can } from './ability.ts'
import { readClaims } from './token.ts'

export { SESSION_KEY } from './session-key.ts'

/** Stored session: the data and two derived flags. The session flags of Spec §3 are never stored. */
export interface SessionRecord {
  data: SessionData
  isLoggedIn: boolean
  isAnonymous: boolean
}

/** Returns whether both tokens are present (Spec §4). */
export const isLoggedIn = (data: SessionData | null): boolean => Boolean(data?.token && data.refreshToken)

/** Returns whether there is an id but no e-mail (Spec §4). */
export const isAnonymous = (data: SessionData | null): boolean => Boolean(data?._id && !data.email)

/** Returns whether the account has a verified address. Without one, the account has guest permissions. */
export const isVerifiedAccount = (data: SessionData | null): boolean =>
  data !== null && !isAnonymous(data) && Boolean(data.verifiedAt)

export const unverifiedEmailOf = (data: SessionData | null): string | undefined =>
  data && !isAnonymous(data) && !data.verifiedAt ? data.email : undefined

export const toSessionRecord = (data: SessionData): SessionRecord => ({
  data,
  isLoggedIn: isLoggedIn(data),
  isAnonymous: isAnonymous(data),
})

/** Stored record, which is untrusted. Tokens in a format that the service cannot parse could never be refreshed. */
const Stored = v.object({ data: v.object({ ...SessionData.entries, token: AccessToken, refreshToken: RefreshToken }) })

/** Parses a stored session. Returns `null` unless the record is complete and has both tokens. Never throws. */
export function parseSessionRecord(text: string | null): SessionData | null {
  if (!text) return null
  try {
    const parsed = v.safeParse(Stored, JSON.parse(text))
    return parsed.success && isLoggedIn(parsed.output.data) ? withUniqueValues(parsed.output.data) : null
  } catch {
    return null
  }
}

/** Merges a refresh response into the session (Spec §4). Removes duplicates from lists. */
export const mergeSession = (data: SessionData | null, response: SessionData): SessionData =>
  withUniqueValues({ ...data, ...response })

export const isSameAccount = (ours: SessionData | null, theirs: SessionData | null): ours is SessionData =>
  ours !== null && theirs !== null && ours._id === theirs._id

/**
 * Returns the identity that displayed data belongs to: the account, and whether it has guest permissions only. Verification
 * changes the identity, so that data loaded with the old token is discarded. Returns `null` if signed out.
 */
export function identityOf(data: SessionData | null): string | null {
  if (!data) return null
  if (isAnonymous(data)) return `${data._id} guest`
  return can(abilityOf(data.token), 'read', 'Application') ? data._id : `${data._id} unverified`
}

/**
 * Adopts another tab's record of the same account, with the newer pair of tokens. A tab that stores a new name just after a
 * refresh in another tab still has the old tokens, which are used up.
 */
export function adoptNewerSession(ours: SessionData, theirs: SessionData | null): SessionData {
  if (!theirs) return ours
  const isOlder = (readClaims(theirs.token)?.iat ?? 0) < (readClaims(ours.token)?.iat ?? 0)
  const { token, refreshToken } = isOlder ? ours : theirs
  return { ...theirs, token, refreshToken }
}

const withUniqueValues = (data: SessionData): SessionData => ({
  ...data,
  assets: [...new Set(data.assets)],
  wallets: [...new Map(data.wallets.map((wallet) => [`${wallet.chain}:${wallet.address}`, wallet])).values()],
})
