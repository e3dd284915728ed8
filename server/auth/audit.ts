import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AuditAction } from '../../src/api/contract/audit.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'

/** Something that happened; `userId` is absent where the address has no account. */
export interface AuditEntry {
  action: AuditAction
  userId?: string | undefined
  /** Address of the caller's machine. */
  address: string
  details?: Record<string, unknown>
}

/** Writes down what happened, in the transaction it happened in where one is handed in. */
export async function audit(db: Kysely<Database>, at: Date, { action, userId, address, details = {} }: AuditEntry) {
  await db
    .insertInto('audit')
    .values({ id: uuidv7(), at, user_id: userId ?? null, action, address, details: json(details) })
    .execute()
}
