import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import type { users } from '../../src/api/contract/users.ts'
import type { AddressVerification } from '../auth/accounts.ts'
import { changePassword, resetPassword } from '../auth/change-password.ts'
import { countEmailLookup } from '../auth/email-lookups.ts'
import { countMailRequest, queueProofMail } from '../auth/proof-mails.ts'
import { newRequestId } from '../auth/proofs.ts'
import { describeVerificationLink, verifyByCode, verifyByLink } from '../auth/verify-address.ts'
import type { Deps } from '../boot/deps.ts'
import { invalidInput, notFound } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

/** Handlers for the caller's own account, and for links and codes sent by email. */
export const userHandlers = (deps: Deps): ServiceHandlers<typeof users> => ({
  async emailExists({ params }, { address }) {
    const email = v.safeParse(Email, params.email)
    if (!email.success) throw invalidInput([{ path: 'path.email', message: 'This is not an e-mail address.' }])
    await countEmailLookup(deps, address)
    const user = await deps.db.selectFrom('users').select('id').where('email', '=', email.output).executeTakeFirst()
    return { data: { exists: user !== undefined } }
  },

  async resetPassword({ body: { email } }, call) {
    await countMailRequest(deps, email, 'reset', call)
    const requestId = newRequestId()
    await queueProofMail(deps, email, 'reset', call, { requestId })
    return { requestId }
  },

  async passwordByCode({ body }, call) {
    await resetPassword(deps, body, call)
    return {}
  },

  async verificationLink({ body: { verificationId } }, { caller }) {
    return { data: await describeVerificationLink(deps, verificationId, caller?.sessionId) }
  },

  async verify({ body }, call) {
    if ('verificationId' in body) return toVerification(await verifyByLink(deps, body, call))
    if ('code' in body) return toVerification(await verifyByCode(deps, body, call))
    await countMailRequest(deps, body.email, 'verify', call)
    const requestId = newRequestId()
    await queueProofMail(deps, body.email, 'verify', call, { requestId, sessionId: call.caller?.sessionId })
    return { requestId }
  },

  async updateMe({ body: { name } }, { caller }) {
    const user = await deps.db
      .updateTable('users')
      .set({ name: name || null })
      .where('id', '=', caller.id)
      .returning('name')
      .executeTakeFirst()
    if (!user) throw notFound('The account')
    return user.name === null ? {} : { name: user.name }
  },

  async changePassword({ body }, call) {
    await changePassword(deps, body, call)
    return {}
  },
})

const toVerification = ({ verifiedAt, email, signedOut }: AddressVerification) => ({
  verifiedAt: verifiedAt.toISOString(),
  email,
  signedOut,
})
