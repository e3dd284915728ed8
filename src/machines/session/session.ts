import type { SessionData } from '../../api/contract/auth.ts'
import type { EmailVerificationResult } from '../../api/contract/users.ts'

/** Reason why a session closed: the user signed out, or the session is invalid and sign-in is required (Spec §2). */
export type CloseReason = 'logged_out' | 'login_required'

/** Password set before the address was verified, entered again to retain it, or a new password. */
export interface PasswordChoice {
  password?: string
  newPassword?: string
}

export type Credentials = { email: string; password: string } | ({ email: string; code: string } & PasswordChoice)

export interface SignUp {
  email: string
  password: string
  name?: string
}

export type PasswordlessSignUp = Omit<SignUp, 'password'>

/**
 * Proof of an e-mail address: the id of a mailed link, or a mailed code. `keepSignUp`: the user confirms that they signed up in
 * this session, so that the account's password stays.
 */
export type Verification = ({ verificationId: string } | { email: string; code: string }) &
  PasswordChoice & { keepSignUp?: boolean }

/** Parameters of each attempt that a user can make while signed out or as a guest. */
export interface AttemptParams {
  'login.submitted': { email: string; password: string }
  'code.requested': { email: string }
  'signup.submitted': SignUp
  'passwordless.submitted': PasswordlessSignUp
  'verification.submitted': Verification
  'verification.requested': { email: string }
  /** A code was requested before the page was reloaded. */
  'code.awaited': { email: string }
}

export type SessionAttempt = { [T in keyof AttemptParams]: { type: T } & AttemptParams[T] }[keyof AttemptParams]

export interface SessionContext {
  data: SessionData | null
  /** Error of the last attempt, or `null` after a success. */
  error: unknown
  /** Address that a code is sent to. */
  email: string
  /** Success that did not open a session. */
  notice: null | 'verified' | 'verificationSent'
  /** Attempt in progress, or pending until the current refresh ends. */
  attempt: SessionAttempt | null
}

export type SessionEvent =
  | SessionAttempt
  | ({ type: 'code.submitted'; code: string } & PasswordChoice)
  | { type: 'code.cancelled' }
  | { type: 'guest.requested' }
  | { type: 'refresh.requested' }
  | { type: 'logout.requested' }
  /** The server rejected a token that was just refreshed. */
  | { type: 'token.rejected' }
  | { type: 'password.changed' }
  | { type: 'profile.changed'; name?: string }
  /** Another tab signed in, refreshed its tokens, or signed out (`null`). */
  | { type: 'record.changed'; data: SessionData | null }

export type SessionEmitted =
  | { type: 'session.opened' }
  | { type: 'session.closed'; reason: CloseReason }
  /** The user signed out or was rejected. The server should revoke this refresh token. */
  | { type: 'revocation.requested'; refreshToken: string }

/** Signed out, without an attempt. */
export const NO_SESSION: SessionContext = {
  data: null,
  error: null,
  email: '',
  notice: null,
  attempt: null,
}

/**
 * Returns the parameters of the current attempt. Throws if the current attempt is of another type, which is a programming error.
 */
export function attemptParamsOf<T extends keyof AttemptParams>({ attempt }: SessionContext, type: T): AttemptParams[T] {
  if (attempt?.type !== type) throw new Error(`no '${type}' is in progress`)
  const { type: _, ...params } = attempt
  return params as unknown as AttemptParams[T]
}

/** Returns whether a verified e-mail belongs to the signed-in account. A link may belong to another account. */
export const isOwnEmail = (data: SessionData | null, { email }: EmailVerificationResult): data is SessionData =>
  data !== null && (email === undefined || email === data.email)

export function withVerification(data: SessionData | null, verified: EmailVerificationResult): Partial<SessionContext> {
  if (!isOwnEmail(data, verified)) return { data, notice: 'verified' }
  const { verifiedAt } = verified
  const settings = { ...data.settings, isEmailVerified: true }
  return { data: { ...data, ...(verifiedAt && { verifiedAt }), settings }, notice: 'verified' }
}

export const hasEndedOwnSession = (data: SessionData | null, { signedOut, email }: EmailVerificationResult): boolean =>
  data !== null && signedOut === true && email === data.email

export const withPasswordUpdated = (data: SessionData | null): SessionData | null =>
  data && { ...data, settings: { ...data.settings, isPasswordUpdated: true } }

export function withName(data: SessionData | null, name: string | undefined): SessionData | null {
  if (!data) return data
  const { name: _, ...rest } = data
  return name ? { ...rest, name } : rest
}
