import type { SessionData } from '../../api/contract/auth.ts'
import type { Verified } from '../../api/contract/users.ts'

/** Why a session closed: the person left, or it was found invalid and signing in is needed (Spec §2). */
export type CloseReason = 'logged_out' | 'login_required'

/** What signs a person in: a password, or a code that was mailed. */
export type Credentials = { email: string; password: string } | { email: string; code: string }

/** What makes an account with a password. */
export interface SignUp {
  email: string
  password: string
  name?: string
}

/** What makes an account without one. */
export type PasswordlessSignUp = Omit<SignUp, 'password'>

/**
 * What proves an e-mail: the id of a mailed link, or a mailed code. `keepSignUp`: the person says that the account they
 * are signed in to is of their own making, so that its password may stay.
 */
export type Verification = ({ verificationId: string } | { email: string; code: string }) & { keepSignUp?: boolean }

/** A sign-in's answer; `passwordCleared`: it took away a password that somebody had set before. */
export type SignedIn = SessionData & { passwordCleared?: boolean | undefined }

/** What each attempt needs: what a person may ask of a session that is not open, or of a guest's. */
export interface Attempts {
  'login.submitted': { email: string; password: string }
  'code.requested': { email: string }
  'signup.submitted': SignUp
  'passwordless.submitted': PasswordlessSignUp
  'verification.submitted': Verification
  'verification.requested': { email: string }
  /** A code was asked for before the page was loaded anew. */
  'code.awaited': { email: string }
}

/** What a person asked for. */
export type SessionAttempt = { [T in keyof Attempts]: { type: T } & Attempts[T] }[keyof Attempts]

/** What a session knows. */
export interface SessionContext {
  data: SessionData | null
  /** What the last attempt failed with; `null` once something worked. */
  error: unknown
  /** The address that a code was or is being mailed to. */
  email: string
  /** What went well without opening a session. */
  notice: null | 'verified' | 'verificationSent'
  /** What came of proving the e-mail: a password that was taken away by it, and what sets another. */
  verified: Verified | null
  /** What the person asked for and is being done, or is done as soon as the refresh under way has ended. */
  attempt: SessionAttempt | null
}

/** What a session is asked and told. */
export type SessionEvent =
  | SessionAttempt
  | { type: 'code.submitted'; code: string }
  | { type: 'code.abandoned' }
  | { type: 'guest.requested' }
  | { type: 'refresh.requested' }
  | { type: 'logout.requested' }
  /** The server refused a token that was just refreshed. */
  | { type: 'session.refused' }
  | { type: 'password.changed' }
  | { type: 'profile.changed'; name?: string }
  /** Another tab signed in, took new tokens, or signed out (`null`). */
  | { type: 'record.changed'; data: SessionData | null }

/** What a session tells. */
export type SessionEmitted =
  | { type: 'session.opened'; passwordCleared?: boolean }
  | { type: 'session.closed'; reason: CloseReason }
  /** The person signed out, or was not let in: the server is to be told to end the session of this refresh token. */
  | { type: 'session.left'; refreshToken: string }
  | { type: 'email.verified' }

/** Nobody is signed in, and nothing was asked for. */
export const NO_SESSION: SessionContext = {
  data: null,
  error: null,
  email: '',
  notice: null,
  verified: null,
  attempt: null,
}

/** What the attempt under way needs. Throws where another is: the states that read it are entered with theirs only. */
export function attemptOf<T extends keyof Attempts>({ attempt }: SessionContext, type: T): Attempts[T] {
  if (attempt?.type !== type) throw new Error(`no '${type}' is under way`)
  const { type: _, ...needs } = attempt
  return needs as unknown as Attempts[T]
}

/** After an e-mail was proved; a link may be of another account than the one that is signed in. */
export function withVerification(data: SessionData | null, verified: Verified): Partial<SessionContext> {
  const { email, verifiedAt } = verified
  const isOwn = data !== null && (email === undefined || email === data.email)
  const settings = data && { ...data.settings, isEmailVerified: true }
  return {
    data: isOwn && settings ? { ...data, ...(verifiedAt && { verifiedAt }), settings } : data,
    verified,
    notice: 'verified',
  }
}

/** Whether the verification ended the very session it was asked for in. */
export const endsOwnSession = (data: SessionData | null, { signedOut, email }: Verified): boolean =>
  data !== null && signedOut === true && email === data.email

/** After its password was changed. */
export const withPassword = (data: SessionData | null): SessionData | null =>
  data && { ...data, settings: { ...data.settings, isPasswordUpdated: true } }

/** Under another name, or none. */
export function withName(data: SessionData | null, name: string | undefined): SessionData | null {
  if (!data) return data
  const { name: _, ...rest } = data
  return name ? { ...rest, name } : rest
}
