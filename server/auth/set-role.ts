import type { Kysely } from 'kysely'
import type { Role } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { writeAuditEntry } from './audit.ts'
import { forbiddenError } from './authenticate-caller.ts'
import type { AuthenticatedCall } from './call.ts'
import { addNotice } from './notices.ts'
import { endSessions } from './sessions.ts'

/**
 * Sets the role of an account and ends its sessions, whose tokens contain the old role. Returns false if no account has this
 * verified address. The owner of an unverified address is unknown.
 */
export function setRoleByEmail(db: Kysely<Database>, now: () => Date, email: string, role: Role): Promise<boolean> {
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
 * Sets the role of an account on behalf of an admin. Sessions stay if the role does not change. Throws `OWN_ROLE` for the
 * caller's own account, `EMAIL_NOT_VERIFIED` and `NOT_FOUND`. Locks both accounts: if admins demote each other concurrently, one
 * stays admin.
 */
export function setRoleAsAdmin(
  { db, now }: { db: Kysely<Database>; now: () => Date },
  { caller, address, userAgent }: Pick<AuthenticatedCall, 'caller' | 'address' | 'userAgent'>,
  userId: string,
  role: Role,
): Promise<void> {
  if (userId === caller.id) throw new HttpError('OWN_ROLE', 'You cannot change your own role. Another admin can.')
  return transact(db, async (trx) => {
    const accounts = await trx
      .selectFrom('users')
      .select(['id', 'role', 'verified_at'])
      .where('id', 'in', [caller.id, userId])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    // Read under the lock: another admin may have demoted the caller in the meantime.
    if (accounts.find(({ id }) => id === caller.id)?.role !== 'admin') throw forbiddenError()
    const user = accounts.find(({ id }) => id === userId)
    if (!user) throw notFoundError('The account')
    if (!user.verified_at) throw new HttpError('EMAIL_NOT_VERIFIED', 'This user has no verified e-mail address yet.')
    if (user.role !== role)
      await writeRole(trx, now(), userId, { role, address, userAgent, by: caller.id, before: user.role })
  })
}

/** Details of a role change. `by` is the id of the acting admin; absent if a server command changed the role. */
interface RoleChange {
  role: Role
  address: string
  userAgent?: string | undefined
  by?: string
  before?: Role
}

async function writeRole(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  { address, userAgent, ...details }: RoleChange,
) {
  const { role, by } = details
  const user = await db
    .updateTable('users')
    .set({ role })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await endSessions(db, at, userId, { reason: 'role-given', address })
  await writeAuditEntry(db, at, { action: 'role-given', userId, address, details })
  // The address of an acting admin is for the audit log only.
  await addNotice(db, at, { userId, change: { what: 'role-changed', role }, address: by ? '' : address })
  const name = user.email ?? ''
  if (by) await addNotice(db, at, { userId: by, change: { what: 'role-given', role, user: name }, address, userAgent })
  // Webhooks are disabled after the sessions have ended. From then on, no call in flight can add a webhook.
  if (role !== 'admin') await disableWebhooks(db, at, { id: userId, name })
}

/**
 * Disables the webhooks that a user is responsible for, and notifies every admin, who can enable the webhooks again and take
 * responsibility.
 */
async function disableWebhooks(db: Kysely<Database>, at: Date, user: { id: string; name: string }): Promise<void> {
  const disabled = await db
    .updateTable('webhooks')
    .set({ is_enabled: false, off_reason: 'maker-lost-right', updated_at: at })
    .where('created_by', '=', user.id)
    .where('is_enabled', '=', true)
    .returning(['id', 'url'])
    .execute()
  if (disabled.length === 0) return
  const hosts = disabled.map(({ url }) => new URL(url).host)
  for (const [n, { id }] of disabled.entries()) {
    const details = { webhookId: id, host: hosts[n], reason: 'maker-lost-right', userId: user.id }
    await writeAuditEntry(db, at, { action: 'webhook-switched-off', address: '', details })
  }
  const admins = await db.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id').execute()
  const change = { what: 'webhooks-switched-off', hosts, user: user.name } as const
  for (const { id } of admins) await addNotice(db, at, { userId: id, change, address: 'local' })
}
