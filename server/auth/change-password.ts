import type { Kysely } from 'kysely'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { invalidInputError, notFoundError } from '../errors/http-error.ts'
import { assertUncommonPassword, markEmailVerified, replacePassword } from './accounts.ts'
import { writeAuditEntry } from './audit.ts'
import { forbiddenError } from './authenticate-caller.ts'
import type { AuthenticatedCall, Call } from './call.ts'
import { markSessionProved, requireFreshProof, sessionEndedError } from './fresh-proof.ts'
import { addNotice } from './notices.ts'
import { countCodeAttempt } from './proof-mails.ts'
import { endProofs, redeemCode, redeemLink, type SubmittedCode } from './proofs.ts'
import { countAttempt, startAttempt } from './rate-limit.ts'
import { endSessions, isSessionOpen } from './sessions.ts'

/** Proof of the address: a mailed code with its e-mail address and request id, or the id of a link. */
type MailedProof = Omit<SubmittedCode, 'purpose' | 'sessionId'> | { id: string }

/**
 * Sets a new password by a mailed code or link, which also verifies the address. Ends every session, code and link. Throws
 * `WRONG_CODE`, `LINK_USED`, `LINK_EXPIRED` or, for a common password, `INVALID_INPUT`.
 */
export async function resetPassword(deps: Deps, mailed: MailedProof & { password: string }, call: Call): Promise<void> {
  const { address, userAgent } = call
  await assertUncommonPassword(mailed.password)
  const rollback =
    'id' in mailed
      ? await countAttempt(deps, 'link-from', address, deps.limits.codeTriesFromAddress)
      : await countCodeAttempt(deps, { ...mailed, purpose: 'reset' }, call)
  // Hashed before the transaction, so that no database connection is occupied during the computation.
  const hash = await deps.passwords.hash(mailed.password)
  const at = deps.now()
  const setPassword = async (trx: Kysely<Database>, userId: string) => {
    const { isNew } = await markEmailVerified(trx, at, userId, { address, userAgent, newHash: hash })
    if (!isNew) await replacePassword(trx, at, userId, { hash, address, userAgent })
  }
  if ('id' in mailed) await redeemLink(deps, mailed.id, 'reset', setPassword)
  else await redeemCode(deps, { ...mailed, purpose: 'reset' }, setPassword)
  await rollback()
}

/**
 * Changes the caller's password. Ends the caller's other sessions, and mailed codes and links that set a password or sign in.
 * `current` is required if the account has a password; otherwise a fresh proof is required. A wrong `current` is a field error,
 * because a 401 would make the client sign in again. Throws `FRESH_AUTH_REQUIRED`, `FORBIDDEN` for a guest, and `NOT_SIGNED_IN`
 * once the session has ended.
 */
export async function changePassword(
  deps: Deps,
  { current, password }: { current?: string | undefined; password: string },
  { caller, address, userAgent }: AuthenticatedCall,
): Promise<void> {
  const { db, now, passwords, limits } = deps
  await assertUncommonPassword(password)
  const attempt = await startAttempt(deps, 'password-of', caller.id, limits.loginWaits)
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', caller.id)
    .executeTakeFirst()
  if (!user) throw notFoundError('The account')
  if (user.email === null) throw forbiddenError()
  const { sessionId } = caller
  if (!(await isSessionOpen(db, now(), caller.id, sessionId))) throw sessionEndedError()
  if (user.password_hash === null) await requireFreshProof(deps, caller)
  else if (!(await passwords.verify(current ?? '', user.password_hash)))
    throw invalidInputError([{ path: 'body.current', message: 'password.wrong' }])
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
    // The password changed in the meantime, so `current` no longer matches.
    if (!changed) throw invalidInputError([{ path: 'body.current', message: 'password.wrong' }])
    // Checks the session again under the account's lock, because hashing takes time.
    await markSessionProved(trx, at, caller)
    await trx.updateTable('sessions').set({ began_with: 'password' }).where('id', '=', sessionId).execute()
    // An attacker may have read a link or code that sets a password or signs in, so the change ends both.
    for (const purpose of ['reset', 'login'] as const) await endProofs(trx, caller.id, { purpose })
    await endSessions(trx, at, caller.id, { reason: 'password-changed', address }, [sessionId])
    await writeAuditEntry(trx, at, { action: 'password-changed', userId: caller.id, address, details: { how: 'own' } })
    await addNotice(trx, at, { userId: caller.id, change: { what: 'password-changed' }, address, userAgent })
  })
  await attempt.forgive()
}
