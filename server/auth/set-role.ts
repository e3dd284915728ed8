import type { Kysely } from 'kysely'
import type { Role } from '../../src/api/contract/auth.ts'
import type { CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { notFound, Refusal } from '../errors.ts'
import { audit } from './audit.ts'
import { forbidden } from './caller.ts'
import { endSessions } from './sessions.ts'

/**
 * Gives an account another role and ends its sessions, whose tokens still say the old one. Tells whether there is such an
 * account with a proved address: of any other, nobody knows whose it is.
 */
export function setRole(db: Kysely<Database>, now: () => Date, email: string, role: Role): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('verified_at', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user) await writeRole(trx, now(), user.id, { role, address: 'local' })
    return user !== undefined
  })
}

/**
 * The same as an admin does it, by the account's id; who has the role already keeps their sessions. Throws `OWN_ROLE` for the
 * caller's own, `EMAIL_NOT_VERIFIED` where nobody knows whose account it is, and `NOT_FOUND`. An admin who takes another's role
 * away keeps their own until that is done, so of any number who do it to each other at once one is left.
 */
export function giveRole(
  { db, now }: { db: Kysely<Database>; now: () => Date },
  { caller, address }: Pick<CallOfMember, 'caller' | 'address'>,
  userId: string,
  role: Role,
): Promise<void> {
  if (userId === caller.id) throw new Refusal('OWN_ROLE', 'You cannot change your own role. Another admin can.')
  return transact(db, async (trx) => {
    const both = await trx
      .selectFrom('users')
      .select(['id', 'role', 'verified_at'])
      .where('id', 'in', [caller.id, userId])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    // Read under the lock: another admin may have taken it meanwhile.
    if (both.find(({ id }) => id === caller.id)?.role !== 'admin') throw forbidden()
    const user = both.find(({ id }) => id === userId)
    if (!user) throw notFound('The account')
    if (!user.verified_at) throw new Refusal('EMAIL_NOT_VERIFIED', 'This user has no verified e-mail address yet.')
    if (user.role !== role) await writeRole(trx, now(), userId, { role, address, by: caller.id, before: user.role })
  })
}

/** What is written down of a role besides whose it is: from where, and by whom where it was not the server's own admin. */
interface Given {
  role: Role
  address: string
  by?: string
  before?: Role
}

async function writeRole(db: Kysely<Database>, at: Date, userId: string, { address, ...details }: Given) {
  await db.updateTable('users').set({ role: details.role }).where('id', '=', userId).execute()
  await endSessions(db, at, userId, { reason: 'role-given', address })
  await audit(db, at, { action: 'role-given', userId, address, details })
}
