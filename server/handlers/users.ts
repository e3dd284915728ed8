import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import type { users } from '../../src/api/contract/users.ts'
import { type Proven, proveAddress } from '../auth/accounts.ts'
import { countLookup } from '../auth/lookups.ts'
import { countCode, countMail, mailPasswordCleared, mailProof } from '../auth/mailed.ts'
import { changePassword, resetPassword } from '../auth/new-password.ts'
import { type BroughtCode, issueProof, newRequestId, spendCode, spendLink } from '../auth/proofs.ts'
import { countCall } from '../auth/rate-limit.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { CallOfAnyone } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound } from '../errors.ts'

/** A person's own account, and what is done with what was mailed to them. */
export const userHandlers = (deps: Deps): ServiceHandlers<typeof users> => ({
  async emailExists({ params }, { address }) {
    const email = v.safeParse(Email, params.email)
    if (!email.success) throw invalidInput([{ path: 'path.email', message: 'This is not an e-mail address.' }])
    await countLookup(deps, address)
    const user = await deps.db.selectFrom('users').select('id').where('email', '=', email.output).executeTakeFirst()
    return { data: { exists: user !== undefined } }
  },

  async resetPassword({ body: { email } }, call) {
    await countMail(deps, email, 'reset', call)
    const requestId = newRequestId()
    mailProof(deps, email, 'reset', call, { requestId })
    return { requestId }
  },

  async passwordByCode({ body }, call) {
    await resetPassword(deps, body, call)
    return {}
  },

  async verify({ body }, call) {
    if ('verificationId' in body) return verifyByLink(deps, body, call)
    if ('code' in body) return verifyByCode(deps, body, call)
    await countMail(deps, body.email, 'verify', call)
    const requestId = newRequestId()
    mailProof(deps, body.email, 'verify', call, { requestId, sessionId: call.caller?.sessionId })
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

/** What a verification says besides what it proves. */
type Verifying = { keepSignUp?: boolean | undefined }

async function verifyByLink(
  deps: Deps,
  { verificationId, ...rest }: { verificationId: string } & Verifying,
  call: CallOfAnyone,
) {
  const takeBack = await countCall(deps, 'link-from', call.address, deps.limits.codeTriesFromAddress)
  const proven = await spendLink(deps, verificationId, 'verify', prove(deps, rest, call))
  await takeBack()
  return tell(deps, proven)
}

async function verifyByCode(
  deps: Deps,
  { email, code, requestId, ...rest }: Omit<BroughtCode, 'purpose' | 'sessionId'> & Verifying,
  call: CallOfAnyone,
) {
  const brought = { email, code, purpose: 'verify', requestId, sessionId: call.caller?.sessionId } as const
  const takeBack = await countCode(deps, brought, call)
  const proven = await spendCode(deps, brought, prove(deps, rest, call))
  await takeBack()
  return tell(deps, proven)
}

/** Proves the address; whose password was taken away may set their own at once, by the id of a reset link. */
function prove(deps: Deps, { keepSignUp }: Verifying, { address, caller }: CallOfAnyone) {
  return async (trx: Kysely<Database>, userId: string): Promise<Proven & { resetId?: string | undefined }> => {
    const own = keepSignUp ? caller?.sessionId : undefined
    const proven = await proveAddress(trx, deps.now(), userId, { address, own })
    if (!proven.passwordCleared) return proven
    const { linkId } = await issueProof({ db: trx, now: deps.now }, userId, 'reset', {})
    return { ...proven, resetId: linkId }
  }
}

function tell(deps: Deps, { verifiedAt, isNew: _, ...proven }: Proven & { resetId?: string | undefined }) {
  if (proven.passwordCleared) mailPasswordCleared(deps, proven.email)
  return { ...proven, verifiedAt: verifiedAt.toISOString() }
}
