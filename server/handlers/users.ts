import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import type { users } from '../../src/api/contract/users.ts'
import { setVerified } from '../auth/accounts.ts'
import { countCode, countMail, mailProof } from '../auth/mailed.ts'
import { changePassword, resetPassword } from '../auth/new-password.ts'
import { spendCode, spendLink } from '../auth/proofs.ts'
import { countCall } from '../auth/rate-limit.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Call } from '../call.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound } from '../errors.ts'

/** A person's own account, and what is done with what was mailed to them. */
export const userHandlers = (deps: Deps): ServiceHandlers<typeof users> => ({
  async emailExists({ params }, { address }) {
    const email = v.safeParse(Email, params.email)
    if (!email.success) throw invalidInput([{ path: 'path.email', message: 'This is not an e-mail address.' }])
    await countCall(deps, 'email-lookup', address, deps.limits.emailLookupsFromAddress)
    const user = await deps.db.selectFrom('users').select('id').where('email', '=', email.output).executeTakeFirst()
    return { data: { exists: user !== undefined } }
  },

  async resetPassword({ body: { email } }, call) {
    await countMail(deps, email, call)
    mailProof(deps, email, 'reset', call)
    return {}
  },

  async passwordByCode({ body }, call) {
    await resetPassword(deps, body, call)
    return {}
  },

  async verify({ body }, call) {
    if ('verificationId' in body) return verifyByLink(deps, body.verificationId, call)
    if ('code' in body) return verifyByCode(deps, body, call)
    await countMail(deps, body.email, call)
    mailProof(deps, body.email, 'verify', call)
    return {}
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

async function verifyByLink(deps: Deps, id: string, { address }: Call) {
  const takeBack = await countCall(deps, 'link-from', address, deps.limits.codeTriesFromAddress)
  const { verifiedAt } = await spendLink(deps, id, 'verify', (trx, userId) =>
    setVerified(trx, deps.now(), userId, address),
  )
  await takeBack()
  return { verifiedAt: verifiedAt.toISOString() }
}

async function verifyByCode(deps: Deps, { email, code }: { email: string; code: string }, call: Call) {
  const takeBack = await countCode(deps, email, call)
  const { verifiedAt } = await spendCode(deps, { email, code, purpose: 'verify' }, (trx, userId) =>
    setVerified(trx, deps.now(), userId, call.address),
  )
  await takeBack()
  return { verifiedAt: verifiedAt.toISOString() }
}
