import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import type { users } from '../../src/api/contract/users.ts'
import type { EmailVerification } from '../auth/accounts.ts'
import { changePassword, resetPassword } from '../auth/change-password.ts'
import { countEmailLookup } from '../auth/count-email-lookup.ts'
import { countMailRequest, queueProofMail } from '../auth/proof-mails.ts'
import { createCodeRequestId } from '../auth/proofs.ts'
import { describeVerificationLink, verifyEmailByCode, verifyEmailByLink } from '../auth/verify-email.ts'
import type { Deps } from '../boot/deps.ts'
import { invalidInputError, notFoundError } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createUserHandlers = (deps: Deps): ServiceHandlers<typeof users> => ({
  async emailExists({ params }, { address }) {
    const email = v.safeParse(Email, params.email)
    if (!email.success) throw invalidInputError([{ path: 'path.email', message: 'This is not an e-mail address.' }])
    await countEmailLookup(deps, address)
    const user = await deps.db.selectFrom('users').select('id').where('email', '=', email.output).executeTakeFirst()
    return { data: { exists: user !== undefined } }
  },

  async resetPassword({ body: { email } }, call) {
    await countMailRequest(deps, email, 'reset', call)
    const requestId = createCodeRequestId()
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
    if ('verificationId' in body) return toVerification(await verifyEmailByLink(deps, body, call))
    if ('code' in body) return toVerification(await verifyEmailByCode(deps, body, call))
    await countMailRequest(deps, body.email, 'verify', call)
    const requestId = createCodeRequestId()
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
    if (!user) throw notFoundError('The account')
    return user.name === null ? {} : { name: user.name }
  },

  async changePassword({ body }, call) {
    await changePassword(deps, body, call)
    return {}
  },
})

const toVerification = ({ verifiedAt, email, signedOut }: EmailVerification) => ({
  verifiedAt: verifiedAt.toISOString(),
  email,
  signedOut,
})
