import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AuditAction } from '../../src/api/contract/audit.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'

/** Entry of the audit log. `userId` is absent if the address has no account. */
export interface AuditEntry {
  action: AuditAction
  userId?: string | undefined
  /** IP address of the caller. */
  address: string
  details?: Record<string, unknown>
}

/** Writes an entry to the audit log. `db` is the transaction of the audited event, if there is one. */
export async function writeAuditEntry(
  db: Kysely<Database>,
  at: Date,
  { action, userId, address, details = {} }: AuditEntry,
) {
  await db
    .insertInto('audit')
    .values({ id: uuidv7(), at, user_id: userId ?? null, action, address, details: jsonSql(details) })
    .execute()
}

const HOUR_MS = 3_600_000

export interface CountedAuditEntry extends AuditEntry {
  /** Identifies the caller and the call whose events are counted together. Contains no value that a caller can choose. */
  key: string
}

/**
 * Writes one entry per hour for an action and key, with a count, so that a repeating caller cannot flood the log. The entry
 * stores the first IP address.
 */
export async function writeCountedAuditEntry(
  db: Kysely<Database>,
  at: Date,
  { action, key, userId, address, details = {} }: CountedAuditEntry,
): Promise<void> {
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const id = createHash('sha256')
    .update(JSON.stringify([action, key, hour]))
    .digest('base64url')
  await db
    .insertInto('audit')
    .values({ id, at, user_id: userId ?? null, action, address, details: jsonSql({ ...details, count: 1 }) })
    .onConflict((on) =>
      on.column('id').doUpdateSet({
        details: sql`jsonb_set(audit.details, '{count}', to_jsonb((audit.details->>'count')::int + 1))`,
      }),
    )
    .execute()
}
