import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { writeAuditEntry } from './audit.ts'
import { issueProof } from './proofs.ts'
import { endSessions } from './sessions.ts'

/** Result of making an account admin. `linkId` is the id of a single-use link that sets a password, valid for an hour. */
export interface MakeAdminResult {
  linkId: string
  isNew: boolean
  /** Whether the account's password stays valid until the link is used. */
  keepsPassword: boolean
}

/**
 * Makes an account admin, and creates the account if the address has none. Ends the account's sessions, mailed codes and links.
 * Removes the password of an unverified address, because a stranger may have set it.
 */
export function makeAdmin(db: Kysely<Database>, now: () => Date, email: string): Promise<MakeAdminResult> {
  return db.transaction().execute(async (trx) => {
    const at = now()
    const created = await trx
      .insertInto('users')
      .values({ id: uuidv7(), email, role: 'admin', created_at: at })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    const user = await trx
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isProved = user.verified_at !== null
    await trx
      .updateTable('users')
      .set({ role: 'admin', ...(isProved ? {} : { password_hash: null }) })
      .where('id', '=', user.id)
      .execute()
    await endSessions(trx, at, user.id, { reason: 'made-admin', address: 'local' })
    await trx.deleteFrom('proofs').where('user_id', '=', user.id).execute()
    // No request id, because no browser requested a code. Only the link is used.
    const { linkId } = await issueProof({ db: trx, now }, user.id, 'reset', {})
    await writeAuditEntry(trx, at, { action: 'made-admin', userId: user.id, address: 'local' })
    return { linkId: linkId!, isNew: created !== undefined, keepsPassword: isProved && user.password_hash !== null }
  })
}
