import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import type { FieldMessageKey } from './field-message-key.ts'
import { optionalTextLine, secretText } from './text.ts'

export const ROLES = ['admin', 'developer', 'user', 'anonymous'] as const
export type Role = (typeof ROLES)[number]

/** Length of a password, in characters. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

/**
 * An e-mail address in lower case. Only ASCII capitals are converted: the Kelvin sign would become a "k", and the result would be
 * another address.
 */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
  v.maxLength(254),
  v.email(),
)
/** A new password. Length counts code points: an emoji that is one code point counts as one character. */
export const Password = v.pipe(
  v.string(),
  v.check((text) => countCharacters(text) >= PASSWORD_LENGTH.min, 'password.tooShort' satisfies FieldMessageKey),
  v.check((text) => countCharacters(text) <= PASSWORD_LENGTH.max, 'password.tooLong' satisfies FieldMessageKey),
)
/**
 * Counts the characters of a prefix only, because splitting a long text would take milliseconds. The prefix is long enough to
 * exceed the maximum.
 */
const countCharacters = (text: string) => [...text.slice(0, 2 * (PASSWORD_LENGTH.max + 1))].length

/** A password as typed. A password that was set under older rules may be longer than {@link PASSWORD_LENGTH} allows. */
export const EnteredPassword = v.pipe(v.string(), v.maxLength(1024))

/** A user's name as it is stored: trimmed, at most 120 characters. An empty text removes the name. */
export const PersonName = optionalTextLine(120, { tooLong: 'account.nameTooLong', odd: 'account.nameOdd' })

/** Access token in a request. It has to fit into a header, and headers are limited to 16 KB. */
export const AccessToken = secretText(16_000)
export const RefreshToken = secretText(512)

export const MailedLinkId = secretText(128)

/** State of a mailed link. "invalid": unknown, or invalidated since, for example by the use of another link. */
export const LINK_STATES = ['good', 'used', 'expired', 'invalid'] as const
export type LinkState = (typeof LINK_STATES)[number]

export const Wallet = v.object({ address: v.string(), chain: v.string() })
export type Wallet = v.InferOutput<typeof Wallet>

/** A signed-in user with both tokens: response of login, signup and refresh (Spec §3). Times are ISO 8601 UTC. */
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

/** A mailed code: six digits, valid for 10 minutes and 5 attempts. */
export const MailedCode = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'code.odd' satisfies FieldMessageKey))

/**
 * Id of a request for a mailed code, returned to the caller that requested the code. The code is refused without this id. Mailed
 * links need no id and are valid in any browser.
 */
export const CodeRequestId = secretText(64)

export const MAX_CODE_REQUEST_IDS = 5

/**
 * Request id that a code is submitted with, or the ids of all requests that the code may belong to. A list of ids also counts as
 * one attempt.
 */
export const CodeRequestIds = v.union([
  CodeRequestId,
  v.pipe(v.array(CodeRequestId), v.maxLength(MAX_CODE_REQUEST_IDS)),
])

/** Response to a request for a code: the same whether or not the address has an account. */
export const CodeRequestResponse = v.object({ requestId: v.optional(CodeRequestId) })

/** A session of the caller. Times are ISO 8601 UTC. */
export const AccountSession = v.object({
  id: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  /** User agent of the browser at sign-in. */
  userAgent: v.optional(v.string()),
  /** Network address of the last use. */
  address: v.optional(v.string()),
  /** Whether the call was made with this session. */
  isCurrent: v.boolean(),
})
export type AccountSession = v.InferOutput<typeof AccountSession>

/** Ways to prove that the user of a session is the owner of the account. */
export const PROOF_METHODS = ['password', 'code'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** Details of the error `FRESH_AUTH_REQUIRED`: the methods that the account can use. */
export const RequiredProof = v.object({ methods: v.array(v.picklist(PROOF_METHODS)) })
export type RequiredProof = v.InferOutput<typeof RequiredProof>

const Nothing = v.object({})

export const auth = {
  signupPasswordless: endpoint({
    method: 'POST',
    path: 'v1/auth/signup/passwordless',
    summary: 'Create an account without a password',
    description:
      'Needs only an e-mail address. A guest’s account becomes the new account. Mails a sign-in code. The response is the same if the address already has an account, which gets a code too.',
    access: 'anyone',
    body: v.strictObject({ email: Email, name: v.optional(PersonName) }),
    returns: CodeRequestResponse,
    status: 201,
  }),
  requestLoginCode: endpoint({
    method: 'POST',
    path: 'v1/auth/request-login-code',
    summary: 'Mail a sign-in code',
    description: 'The response is the same whether or not the address has an account.',
    access: 'anyone',
    body: v.strictObject({ email: Email }),
    returns: CodeRequestResponse,
  }),
  signup: endpoint({
    method: 'POST',
    path: 'v1/auth/signup',
    summary: 'Create an account',
    description: 'With e-mail and password it is a registered account, without both a guest’s.',
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
    summary: 'Sign in with a password or a mailed code',
    description:
      'A mailed code also verifies the e-mail. A code for an unverified account with a password needs `password`, which keeps the password, or `newPassword`, which replaces it and ends every session. Without either, the call fails with `PASSWORD_REQUIRED` and the code stays valid.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ email: Email, password: EnteredPassword }),
      v.strictObject({
        email: Email,
        code: MailedCode,
        requestId: v.optional(CodeRequestIds),
        password: v.optional(EnteredPassword),
        newPassword: v.optional(Password),
      }),
    ]),
    returns: SessionData,
  }),
  refresh: endpoint({
    method: 'POST',
    path: 'v1/auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    description: 'Using an old refresh token again later revokes its whole family.',
    access: 'anyone',
    body: v.strictObject({ token: v.optional(AccessToken), refreshToken: RefreshToken }),
    returns: SessionData,
  }),
  logout: endpoint({
    method: 'POST',
    path: 'v1/auth/logout',
    summary: 'End the session of a refresh token',
    access: 'anyone',
    body: v.strictObject({ refreshToken: RefreshToken }),
    returns: Nothing,
  }),
  passwordIdVerification: endpoint({
    method: 'POST',
    path: 'v1/auth/password-id-verification',
    summary: 'Check a password reset link',
    description: 'Returns whether the link is valid, and if not, why. Changes nothing.',
    access: 'anyone',
    body: v.strictObject({ id: MailedLinkId }),
    returns: v.object({ data: v.object({ isValid: v.boolean(), state: v.optional(v.picklist(LINK_STATES)) }) }),
  }),
  requestProofCode: endpoint({
    method: 'POST',
    path: 'v1/auth/request-proof-code',
    summary: 'Mail a code that confirms the session',
    description: 'The code cannot be used to sign in.',
    access: 'session',
    body: v.strictObject({}),
    returns: CodeRequestResponse,
  }),
  prove: endpoint({
    method: 'POST',
    path: 'v1/auth/prove',
    summary: 'Confirm the session with a password or a code',
    description:
      'For 10 minutes the session can make calls that need a recent confirmation. A wrong password or code is reported as an error of its field.',
    access: 'session',
    body: v.union([
      v.strictObject({ password: EnteredPassword }),
      v.strictObject({ code: MailedCode, requestId: CodeRequestIds }),
    ]),
    returns: Nothing,
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'v1/auth/sessions',
    summary: 'List the caller’s open sessions',
    description: 'The most recently used session comes first.',
    access: 'session',
    returns: v.object({ data: v.array(AccountSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: 'v1/auth/sessions/{sessionId}',
    summary: 'End a session of the caller',
    access: 'session',
    returns: Nothing,
  }),
  logoutEverywhere: endpoint({
    method: 'DELETE',
    path: 'v1/auth/sessions',
    summary: 'End all sessions of the caller',
    description: 'Includes the current session.',
    access: 'session',
    returns: Nothing,
  }),
}
