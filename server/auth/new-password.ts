import type { Kysely } from 'kysely'
import type { Call, CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound, Refusal } from '../errors.ts'
import { proveAddress, refuseCommon } from './accounts.ts'
import { audit } from './audit.ts'
import { forbidden } from './caller.ts'
import { forgetAddresses, rememberAddress } from './known-addresses.ts'
import { countCode } from './mailed.ts'
import { type BroughtCode, spendCode, spendLink } from './proofs.ts'
import { beginTry, countCall } from './rate-limit.ts'
import { endSessions, isOpen } from './sessions.ts'

/** Proves the address: a mailed code with its e-mail and what asked for it, or the id of a link. */
type Mailed = Omit<BroughtCode, 'purpose' | 'sessionId'> | { id: string }

/**
 * Sets a new password by what was mailed, which shows whose the address is, so it is verified too; ends every session and
 * takes back every other code of the user. Throws `WRONG_CODE`, `LINK_EXPIRED` or, for a common password, `INVALID_INPUT`.
 */
export async function resetPassword(deps: Deps, mailed: Mailed & { password: string }, call: Call): Promise<void> {
  const { address } = call
  await refuseCommon(mailed.password)
  const takeBack =
    'id' in mailed
      ? await countCall(deps, 'link-from', address, deps.limits.codeTriesFromAddress)
      : await countCode(deps, { ...mailed, purpose: 'reset' }, call)
  // Before the transaction, which holds a connection meanwhile.
  const password_hash = await deps.passwords.hash(mailed.password)
  const at = deps.now()
  const act = async (trx: Kysely<Database>, userId: string) => {
    await proveAddress(trx, at, userId, { address })
    await trx.updateTable('users').set({ password_hash, is_password_updated: true }).where('id', '=', userId).execute()
    // Whoever knew the old password may have signed in from one of them.
    await forgetAddresses(trx, userId)
    await rememberAddress(trx, at, userId, address)
    await trx.deleteFrom('proofs').where('user_id', '=', userId).execute()
    await endSessions(trx, at, userId, { reason: 'password-changed', address })
    await audit(trx, at, { action: 'password-changed', userId, address, details: { how: 'mail' } })
  }
  if ('id' in mailed) await spendLink(deps, mailed.id, 'reset', act)
  else await spendCode(deps, { ...mailed, purpose: 'reset' }, act)
  await takeBack()
}

/**
 * Changes the caller's own password and ends their other sessions. Where there is a password, the present one is asked
 * for; a wrong one is a fault of the field `current`, not a 401, which would ask the client to sign in again. Throws
 * `FORBIDDEN` for a guest, who has no address, and `NOT_SIGNED_IN` once the caller's session is over.
 */
export async function changePassword(
  deps: Deps,
  { current, password }: { current?: string | undefined; password: string },
  { caller, address }: CallOfMember,
): Promise<void> {
  const { db, now, passwords, limits } = deps
  await refuseCommon(password)
  const tried = await beginTry(deps, 'password-of', caller.id, limits.loginWaits)
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', caller.id)
    .executeTakeFirst()
  if (!user) throw notFound('The account')
  if (user.email === null) throw forbidden()
  const { sessionId } = caller
  const over = new Refusal('NOT_SIGNED_IN', 'Sign in first.')
  if (!sessionId || !(await isOpen(db, now(), caller.id, sessionId))) throw over
  if (user.password_hash !== null && !(await passwords.verify(current ?? '', user.password_hash)))
    throw invalidInput([{ path: 'body.current', message: 'password.wrong' }])
  const password_hash = await passwords.hash(password)
  const at = now()
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ password_hash, is_password_updated: true })
      .where('id', '=', caller.id)
      .where('password_hash', 'is not distinct from', user.password_hash)
      .returning('id')
      .executeTakeFirst()
    // Somebody else changed it meanwhile: what was given is not the present one any more.
    if (!changed) throw invalidInput([{ path: 'body.current', message: 'password.wrong' }])
    // Looked at again, now that nobody else changes the account: hashing takes its time.
    if (!(await isOpen(trx, at, caller.id, sessionId))) throw over
    await trx.updateTable('sessions').set({ began_with: 'password' }).where('id', '=', sessionId).execute()
    await endSessions(trx, at, caller.id, { reason: 'password-changed', address }, sessionId)
    await audit(trx, at, { action: 'password-changed', userId: caller.id, address, details: { how: 'own' } })
  })
  await tried.forgive()
}
