import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { audit } from './audit.ts'
import { issueProof } from './proofs.ts'
import { endSessions } from './sessions.ts'

/** An account that was made admin, and the id of the link that sets its password: good for an hour, once. */
export interface MadeAdmin {
  linkId: string
  isNew: boolean
  /** Whether its own password still stands until the link is used. */
  keepsPassword: boolean
}

/**
 * Makes an account admin, or a new one where the address has none, ends its sessions and issues the link of a mailed reset
 * in place of any older one. The password of an address that nobody has proved is dropped: whoever chose it may be a
 * stranger, who would be admin with it.
 */
export function makeAdmin(db: Kysely<Database>, now: () => Date, email: string): Promise<MadeAdmin> {
  return db.transaction().execute(async (trx) => {
    const at = now()
    const made = await trx
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
    // Asked for by nobody who could bring a code: the link alone is good.
    const { linkId } = await issueProof({ db: trx, now }, user.id, 'reset', {})
    await audit(trx, at, { action: 'made-admin', userId: user.id, address: 'local' })
    return { linkId: linkId!, isNew: made !== undefined, keepsPassword: isProved && user.password_hash !== null }
  })
}
