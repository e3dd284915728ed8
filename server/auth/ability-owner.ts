import type { Kysely } from 'kysely'
import type { Role } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import type { UserTable } from '../db/tables/accounts.ts'
import type { AbilityOwner } from './abilities.ts'

/** Returns the role whose rights an account has: `anonymous` until its e-mail address is verified. */
export const getEffectiveRole = ({ role, verified_at }: Pick<UserTable, 'role' | 'verified_at'>): Role =>
  verified_at === null ? 'anonymous' : role

/** Reads the account that rules are written for, with its role in effect. Returns undefined if the account does not exist. */
export async function readAbilityOwner(
  db: Kysely<Database>,
  id: string,
): Promise<(AbilityOwner & { isGuest: boolean }) | undefined> {
  const user = await db.selectFrom('users').select(['role', 'verified_at']).where('id', '=', id).executeTakeFirst()
  if (!user) return undefined
  const ownedApplications = await db
    .selectFrom('applications')
    .select('id')
    .where('owner_id', '=', id)
    .orderBy('id')
    .execute()
  const applicationIds = ownedApplications.map((application) => application.id)
  return { id, role: getEffectiveRole(user), applicationIds, isGuest: user.role === 'anonymous' }
}
