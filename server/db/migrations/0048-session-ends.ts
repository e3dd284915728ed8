import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Stores the IP address of a session's last use. Sets the end of existing sessions like `computeSessionEnd`: 30 days after the
 * sign-in, and for admins at most 12 hours after the last use. Sessions of guests do not change.
 */
export const sessionEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('last_address', 'text').execute()
    await sql`
      update sessions set expires_at = least(
        sessions.expires_at,
        sessions.created_at + interval '30 days',
        case when users.role = 'admin' then sessions.last_used_at + interval '12 hours' end)
      from users where users.id = sessions.user_id and users.role <> 'anonymous'`.execute(db)
  },
}
