import * as v from 'valibot'
import { AccessToken, RefreshToken, SessionData } from '../../api/contract/auth.ts'
import { readClaims } from './token.ts'

export { SESSION_KEY } from './session-key.ts'

/** What is kept: the data and the two derived flags; the session flags of Spec §3 never are. */
export interface SessionRecord {
  data: SessionData
  isLoggedIn: boolean
  isAnonymous: boolean
}

/** True when both tokens are there (Spec §4). */
export const isLoggedIn = (data: SessionData | null): boolean => Boolean(data?.token && data.refreshToken)

/** True when there is an id and no e-mail (Spec §4). */
export const isAnonymous = (data: SessionData | null): boolean => Boolean(data?._id && !data.email)

/** The e-mail of an account that is not verified yet. */
export const unverifiedEmail = (data: SessionData | null): string | undefined =>
  data && !isAnonymous(data) && !data.verifiedAt ? data.email : undefined

/** The record of a session, as it is written. */
export const toRecord = (data: SessionData): SessionRecord => ({
  data,
  isLoggedIn: isLoggedIn(data),
  isAnonymous: isAnonymous(data),
})

/** What storage held may be anything; a pair of tokens that the service could not even read would never be refreshed. */
const Stored = v.object({ data: v.object({ ...SessionData.entries, token: AccessToken, refreshToken: RefreshToken }) })

/** The session of an answer that says more than that. */
export function sessionOf({
  passwordCleared: _,
  ...data
}: SessionData & { passwordCleared?: boolean | undefined }): SessionData {
  return data
}

/** Reads what storage held: the data when it is whole and holds a token, else `null`; it never throws. */
export function fromStored(text: string | null): SessionData | null {
  if (!text) return null
  try {
    const parsed = v.safeParse(Stored, JSON.parse(text))
    return parsed.success && isLoggedIn(parsed.output.data) ? withSets(parsed.output.data) : null
  } catch {
    return null
  }
}

/** Merges a refresh's answer into the session (Spec §4); sets never hold a value twice. */
export const merge = (data: SessionData | null, answer: SessionData): SessionData => withSets({ ...data, ...answer })

/** True when both are sessions of one account. */
export const isSameAccount = (ours: SessionData | null, theirs: SessionData | null): ours is SessionData =>
  ours !== null && theirs !== null && ours._id === theirs._id

/** Whom what is shown belongs to: an account, and whether it is a guest's; `null` where nobody is signed in. */
export const identityOf = (data: SessionData | null): string | null =>
  data && `${data._id}${isAnonymous(data) ? ' guest' : ''}`

/**
 * What another tab kept of the same account, with the tokens that were issued last: a tab that writes a name down just
 * after a refresh elsewhere still holds the old pair, which is used up.
 */
export function takeOver(ours: SessionData, theirs: SessionData | null): SessionData {
  if (!theirs) return ours
  const isOlder = (readClaims(theirs.token)?.iat ?? 0) < (readClaims(ours.token)?.iat ?? 0)
  const { token, refreshToken } = isOlder ? ours : theirs
  return { ...theirs, token, refreshToken }
}

const withSets = (data: SessionData): SessionData => ({
  ...data,
  assets: [...new Set(data.assets)],
  wallets: [...new Map(data.wallets.map((wallet) => [`${wallet.chain}:${wallet.address}`, wallet])).values()],
})
