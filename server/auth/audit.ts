import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'

/** What is written down of an account. */
export type AuditAction =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-up'
  | 'code-requested'
  | 'verified'
  | 'password-changed'
  | 'logout'
  | 'logout-everywhere'
  | 'family-revoked'
  | 'made-admin'
  | 'role-given'
  | 'api-token-made'
  | 'api-token-revoked'
  | 'wardrobe-added'
  | 'wardrobe-removed'
  | 'webhook-added'
  | 'webhook-changed'
  | 'webhook-removed'
  | 'webhook-secret-rotated'
  | 'exported'
  | 'cage-mesh-added'
  | 'cage-mesh-changed'
  | 'cages-carried'
  | 'morph-asked'
  | 'morph-added-to-application'

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
