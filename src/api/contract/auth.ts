import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { optionalLine, secretOf } from './text.ts'

export const ROLES = ['admin', 'developer', 'user', 'anonymous'] as const
export type Role = (typeof ROLES)[number]

/** A password's length in characters. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

export const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254), v.email())
/** A password that is set. Its characters count, not what they are written with: an emoji is one. */
export const Password = v.pipe(
  v.string(),
  v.check((text) => characters(text) >= PASSWORD_LENGTH.min, 'password.tooShort'),
  v.check((text) => characters(text) <= PASSWORD_LENGTH.max, 'password.tooLong'),
)
const characters = (text: string) => [...text].length

/** A password as it is typed in: one that was set under older rules may be longer than a new one. */
export const TypedPassword = v.pipe(v.string(), v.maxLength(1024))

/** A person's name as it is stored: trimmed, at most 120 characters; empty takes it away. */
export const PersonName = optionalLine(120, { tooLong: 'account.nameTooLong', odd: 'account.nameOdd' })

/** The tokens of a session as they are sent. An access token fits into a header, which has room for 16 KB. */
export const AccessToken = secretOf(16_000)
export const RefreshToken = secretOf(512)

/** The id of a mailed link. */
export const LinkId = secretOf(128)

export const Wallet = v.object({ address: v.string(), chain: v.string() })
export type Wallet = v.InferOutput<typeof Wallet>

/** A signed-in user with both tokens: what login, signup and refresh answer (Spec §3). Times are ISO 8601 UTC. */
export const SessionData = v.object({
  token: v.string(),
  refreshToken: v.string(),
  _id: v.string(),
  email: v.optional(v.string()),
  verifiedAt: v.optional(v.string()),
  name: v.optional(v.string()),
  assets: v.array(v.string()),
  wallets: v.array(Wallet),
  settings: v.object({ isPasswordUpdated: v.boolean(), isEmailVerified: v.boolean() }),
})
export type SessionData = v.InferOutput<typeof SessionData>

/** A code as it is mailed: six digits, good for 10 minutes and 5 tries. */
export const MailedCode = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'code.odd'))

/**
 * What binds a mailed code to what asked for it. It is answered to the call that asks for the code, and without it the
 * code is refused; links are good in any browser.
 */
export const RequestId = secretOf(64)

/** The most requests that one try of a code is for. */
export const MOST_REQUESTS = 5

/** What a code is brought with: the id of the request it was mailed for, or of each that it may have been mailed for, which is one try. */
export const BroughtWith = v.union([RequestId, v.pipe(v.array(RequestId), v.maxLength(MOST_REQUESTS))])

/** The answer to a call that asks for a code: the same whether or not the address has an account. */
export const CodeRequested = v.object({ requestId: v.optional(RequestId) })

/** A session of the caller: the refresh family behind it. Times are ISO 8601 UTC. */
export const AccountSession = v.object({
  id: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  /** What the browser called itself when the session began. */
  userAgent: v.optional(v.string()),
  /** The one the call was made with. */
  isCurrent: v.boolean(),
})
export type AccountSession = v.InferOutput<typeof AccountSession>

const Nothing = v.object({})

export const auth = {
  signupPasswordless: endpoint({
    method: 'POST',
    path: 'v1/auth/signup/passwordless',
    summary:
      'Makes an account from an e-mail alone, or keeps a guest as one, and mails a code to sign in with; answers the same ' +
      'where the address has an account, which is mailed a code too.',
    access: 'anyone',
    body: v.strictObject({ email: Email, name: v.optional(PersonName) }),
    returns: CodeRequested,
    status: 201,
  }),
  requestLoginCode: endpoint({
    method: 'POST',
    path: 'v1/auth/request-login-code',
    summary: 'Mails a code to sign in with; answers the same whether or not the address has an account.',
    access: 'anyone',
    body: v.strictObject({ email: Email }),
    returns: CodeRequested,
  }),
  signup: endpoint({
    method: 'POST',
    path: 'v1/auth/signup',
    summary: 'Creates an account: with e-mail and password a registered user, with neither a guest.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ email: Email, password: Password, name: v.optional(PersonName) }),
      v.strictObject({}),
    ]),
    returns: SessionData,
    status: 201,
  }),
  login: endpoint({
    method: 'POST',
    path: 'v1/auth/login',
    summary: 'Signs in with e-mail and password, or with e-mail and a mailed code, which also verifies the e-mail.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ email: Email, password: TypedPassword }),
      v.strictObject({ email: Email, code: MailedCode, requestId: v.optional(BroughtWith) }),
    ]),
    /** `passwordCleared`: the code verified the e-mail, and took away a password that somebody had set before. */
    returns: v.object({ ...SessionData.entries, passwordCleared: v.optional(v.boolean()) }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: 'v1/auth/refresh',
    summary: 'Exchanges a refresh token for a new pair; reusing an old one later revokes its whole family.',
    access: 'anyone',
    body: v.strictObject({ token: v.optional(AccessToken), refreshToken: RefreshToken }),
    returns: SessionData,
  }),
  logout: endpoint({
    method: 'POST',
    path: 'v1/auth/logout',
    summary: 'Ends the session of a refresh token.',
    access: 'anyone',
    body: v.strictObject({ refreshToken: RefreshToken }),
    returns: Nothing,
  }),
  passwordIdVerification: endpoint({
    method: 'POST',
    path: 'v1/auth/password-id-verification',
    summary: 'Tells whether the id of a reset link is still good.',
    access: 'anyone',
    body: v.strictObject({ id: LinkId }),
    returns: v.object({ data: v.object({ isValid: v.boolean() }) }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'v1/auth/sessions',
    summary: 'The open sessions of the caller, the most recently used first.',
    access: 'session',
    returns: v.object({ data: v.array(AccountSession) }),
  }),
  logoutEverywhere: endpoint({
    method: 'DELETE',
    path: 'v1/auth/sessions',
    summary: 'Ends every session of the caller, this one too.',
    access: 'session',
    returns: Nothing,
  }),
}
