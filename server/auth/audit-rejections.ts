import type { Kysely } from 'kysely'
import { auth } from '../../src/api/contract/auth.ts'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import type { Database } from '../db/schema.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { writeCountedAuditEntry } from './audit.ts'
import type { Caller } from './call.ts'

export interface RejectedCall {
  db: Kysely<Database>
  now: () => Date
  endpoint: Endpoint
  fault: unknown
  caller: Caller | undefined
  address: string
  /** Parsed body; absent if the call was refused before parsing. */
  body?: unknown
}

/**
 * Audits a call refused for a missing permission, and a throttled attempt to sign in or to prove a session. Writes one row with a
 * count per caller, call and hour. Guests are identified by IP address; all unknown e-mail addresses share one row.
 */
export async function auditRejectedCall({
  db,
  now,
  endpoint,
  fault: error,
  caller,
  address,
  body,
}: RejectedCall): Promise<void> {
  if (!(error instanceof HttpError)) return
  const details = { call: `${endpoint.method} ${endpoint.path}` }
  try {
    if (error.code === 'FORBIDDEN' && caller) await countForbidden({ db, now }, { ...details, caller, address })
    if (error.code === 'TOO_MANY_REQUESTS' && (endpoint.access === 'anyone' || endpoint === auth.prove)) {
      const userId = endpoint === auth.prove ? caller?.id : await findAccountId(db, body)
      const key = `${details.call} ${userId ?? ''}`
      await writeCountedAuditEntry(db, now(), { action: 'throttled', userId, address, details, key })
    }
  } catch (auditError) {
    if (!isDatabaseUnavailable(auditError)) throw auditError
  }
}

/** Request refused before any handler ran. `caller` is undefined without a valid token. */
export interface ForbiddenRequest {
  /** Method and path pattern, without values from the caller. */
  call: string
  caller: Caller | undefined
  address: string
}

type AuditDeps = Pick<RejectedCall, 'db' | 'now'>

/** Audits a request refused for a missing permission. All callers without a valid token share one row per call and hour. */
export async function auditForbidden(deps: AuditDeps, forbidden: ForbiddenRequest): Promise<void> {
  try {
    await countForbidden(deps, forbidden)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
  }
}

async function countForbidden({ db, now }: AuditDeps, { call, caller, address }: ForbiddenRequest): Promise<void> {
  const key = `${call} ${caller?.anonymous ? address : (caller?.id ?? '')}`
  await writeCountedAuditEntry(db, now(), { action: 'refused', userId: caller?.id, address, details: { call }, key })
}

async function findAccountId(db: Kysely<Database>, body: unknown): Promise<string | undefined> {
  const email = (body as { email?: unknown } | undefined)?.email
  if (typeof email !== 'string') return undefined
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id
}
