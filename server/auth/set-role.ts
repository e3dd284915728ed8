import type { Kysely } from 'kysely'
import type { Role } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { audit } from './audit.ts'
import { endSessions } from './sessions.ts'

/**
 * Gives an account another role and ends its sessions, whose tokens still say the old one. Tells whether there is such an
 * account with a proved address: of any other, nobody knows whose it is.
 */
export function setRole(db: Kysely<Database>, now: () => Date, email: string, role: Role): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const at = now()
    const user = await trx
      .updateTable('users')
      .set({ role })
      .where('email', '=', email)
      .where('verified_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await endSessions(trx, at, user.id, { reason: 'role-given', address: 'local' })
    await audit(trx, at, { action: 'role-given', userId: user.id, address: 'local', details: { role } })
    return true
  })
}
