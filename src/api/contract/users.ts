import * as v from 'valibot'
import {
  BroughtWith,
  CodeRequested,
  Email,
  LinkId,
  MailedCode,
  Password,
  PersonName,
  RequestId,
  TypedPassword,
} from './auth.ts'
import { endpoint } from './endpoint.ts'

const Nothing = v.object({})

/** What came of verifying an e-mail, or the id that binds the code that was mailed. Times are ISO 8601 UTC. */
const Verified = v.object({
  verifiedAt: v.optional(v.string()),
  /** The address that is verified now. */
  email: v.optional(v.string()),
  /** A password that was set before was taken away; `resetId` sets another, like the id of a reset link. */
  passwordCleared: v.optional(v.boolean()),
  resetId: v.optional(v.string()),
  /** Every session of the account was ended. */
  signedOut: v.optional(v.boolean()),
  requestId: v.optional(RequestId),
})
export type Verified = v.InferOutput<typeof Verified>

/** What people change of themselves. */
export const MyChange = v.strictObject({ name: PersonName })

export const users = {
  emailExists: endpoint({
    method: 'GET',
    path: 'v1/users/email/{email}',
    summary: 'Tells whether an address has an account.',
    access: 'anyone',
    returns: v.object({ data: v.object({ exists: v.boolean() }) }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'v1/users/reset-password',
    summary:
      'Mails a code and a link to set a new password; answers the same whether or not the address has an account.',
    access: 'anyone',
    body: v.strictObject({ email: Email }),
    returns: CodeRequested,
  }),
  passwordByCode: endpoint({
    method: 'PATCH',
    path: 'v1/users/password-by-code',
    summary: 'Sets a new password with a mailed code, or with the id of a reset link; ends every session of the user.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ email: Email, code: MailedCode, requestId: v.optional(BroughtWith), password: Password }),
      v.strictObject({ id: LinkId, password: Password }),
    ]),
    returns: Nothing,
  }),
  verify: endpoint({
    method: 'POST',
    path: 'v1/users/verify',
    summary:
      'Verifies an e-mail by a mailed code or the id of a link; with the e-mail alone it mails both again. The first time ' +
      'ends every session and takes the password away, for whoever set it need not own the address, unless `keepSignUp` ' +
      'is sent with the token of a session that began with that password.',
    access: 'anyone',
    body: v.union([
      v.strictObject({ verificationId: LinkId, keepSignUp: v.optional(v.boolean()) }),
      v.strictObject({
        email: Email,
        code: MailedCode,
        requestId: v.optional(BroughtWith),
        keepSignUp: v.optional(v.boolean()),
      }),
      v.strictObject({ email: Email }),
    ]),
    returns: Verified,
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: 'v1/users/me',
    summary: 'Changes the caller’s own name.',
    access: 'session',
    body: MyChange,
    returns: v.object({ name: v.optional(v.string()) }),
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: 'v1/users/me/password',
    summary: 'Changes the caller’s password, given the current one where there is one; ends every other session.',
    access: 'session',
    body: v.strictObject({ current: v.optional(TypedPassword), password: Password }),
    returns: Nothing,
  }),
}
