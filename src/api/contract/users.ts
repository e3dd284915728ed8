import * as v from 'valibot'
import {
  CodeRequestId,
  CodeRequestIds,
  CodeRequestResponse,
  Email,
  EnteredPassword,
  LINK_STATES,
  MailedCode,
  MailedLinkId,
  Password,
  PersonName,
} from './auth.ts'
import { endpoint } from './endpoint.ts'

const Nothing = v.object({})

/**
 * Result of verifying an e-mail address, or the id of the request for a code, which must be sent with that code. Times are ISO
 * 8601 UTC.
 */
const VerificationResult = v.object({
  verifiedAt: v.optional(v.string()),
  /** The newly verified address. */
  email: v.optional(v.string()),
  /** Whether the session of the call ended, together with all other sessions of the account. */
  signedOut: v.optional(v.boolean()),
  requestId: v.optional(CodeRequestId),
})
export type EmailVerificationResult = v.InferOutput<typeof VerificationResult>

/** Decision about a password that was set before the address was verified. */
const PasswordDecision = {
  keepSignUp: v.optional(v.boolean()),
  password: v.optional(EnteredPassword),
  newPassword: v.optional(Password),
}

/**
 * Content of a verification link's page before the user confirms. `email` is masked, because link scanners publish screenshots of
 * pages. `email`, `hasPassword` and `isOwn` are present while the link is valid. `isOwn`: the account was created in the session
 * of this call, so `keepSignUp` would have an effect.
 */
export const VerificationLink = v.object({
  state: v.picklist(LINK_STATES),
  isVerified: v.boolean(),
  email: v.optional(v.string()),
  hasPassword: v.optional(v.boolean()),
  isOwn: v.optional(v.boolean()),
})
export type VerificationLink = v.InferOutput<typeof VerificationLink>

/** Fields that users change on their own account. */
export const OwnProfileChange = v.strictObject({ name: PersonName })

export const users = {
  emailExists: endpoint({
    method: 'GET',
    path: 'v1/users/email/{email}',
    summary: 'Check whether an e-mail address has an account',
    access: 'anyone',
    returns: v.object({ data: v.object({ exists: v.boolean() }) }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'v1/users/reset-password',
    summary: 'Mail a code and a link to reset a password',
    description: 'The response is the same whether or not the address has an account.',
    access: 'anyone',
    body: v.strictObject({ email: Email }),
    returns: CodeRequestResponse,
  }),
  passwordByCode: endpoint({
    method: 'PATCH',
    path: 'v1/users/password-by-code',
    summary: 'Set a new password with a code or a reset link',
    description: 'Ends every session of the user.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ email: Email, code: MailedCode, requestId: v.optional(CodeRequestIds), password: Password }),
      v.strictObject({ id: MailedLinkId, password: Password }),
    ]),
    returns: Nothing,
  }),
  verificationLink: endpoint({
    method: 'POST',
    path: 'v1/users/verification-link',
    summary: 'Check a verification link',
    description: 'Changes nothing.',
    access: 'anyone',
    body: v.strictObject({ verificationId: MailedLinkId }),
    returns: v.object({ data: VerificationLink }),
  }),
  verify: endpoint({
    method: 'POST',
    path: 'v1/users/verify',
    summary: 'Verify an e-mail address',
    description:
      'Needs a mailed code or the id of a link. With the e-mail alone it mails both again. If the account has a password, the call must show that the owner set it: with `keepSignUp` and the token of a session that began with it, or with `password`. Otherwise `newPassword` replaces it and ends every session. Without any of these the call fails with `PASSWORD_REQUIRED`, and the link or code stays valid.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ verificationId: MailedLinkId, ...PasswordDecision }),
      v.strictObject({
        email: Email,
        code: MailedCode,
        requestId: v.optional(CodeRequestIds),
        ...PasswordDecision,
      }),
      v.strictObject({ email: Email }),
    ]),
    returns: VerificationResult,
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: 'v1/users/me',
    summary: 'Update the caller’s name',
    access: 'session',
    body: OwnProfileChange,
    returns: v.object({ name: v.optional(v.string()) }),
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: 'v1/users/me/password',
    summary: 'Change the caller’s password',
    description:
      'Ends every other session. If the account has a password, the current one is required and counts as confirmation. An account without a password needs a recently confirmed session.',
    access: 'fresh',
    provenBy: 'current',
    body: v.strictObject({ current: v.optional(EnteredPassword), password: Password }),
    returns: Nothing,
  }),
}
