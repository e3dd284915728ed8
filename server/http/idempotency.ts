import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'

export const IDEMPOTENCY_KEY_MS = 86_400_000

/** Request that the client may repeat: its user, its key and the hash of its content. */
export interface IdempotentRequest {
  userId: string
  key: string | undefined
  hash: string
}

/** Returns user, key and content hash of a call. Throws `INVALID_INPUT` for an `Idempotency-Key` of invalid length. */
export function readIdempotentRequest(
  { caller, idempotencyKey: key }: AuthenticatedCall,
  operation: string,
  body: unknown,
): IdempotentRequest {
  if (key !== undefined && (key.length < 1 || key.length > 255))
    throw invalidInputError([{ path: 'header.Idempotency-Key', message: 'The key must have 1 to 255 characters.' }])
  return {
    userId: caller.id,
    key,
    hash: createHash('sha256')
      .update(`${operation}\n${JSON.stringify(body)}`)
      .digest('hex'),
  }
}

/** Returns the stored response to the first request with a key, if any. Throws `IDEMPOTENCY_CONFLICT` for another body. */
export async function findEarlierResponse<T>(
  db: Kysely<Database>,
  { userId, key, hash }: IdempotentRequest,
): Promise<T | undefined> {
  if (key === undefined) return undefined
  const earlier = await db
    .selectFrom('idempotency')
    .select(['hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && earlier.hash !== hash)
    throw new HttpError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used for another request.')
  return earlier?.answer as T | undefined
}

/**
 * Runs work once per key. The key is inserted in the same transaction, so a concurrent request with that key waits for the
 * transaction and then gets the same response.
 */
export function runOnce<T>(
  db: Kysely<Database>,
  request: IdempotentRequest,
  at: Date,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const { userId, key, hash } = request
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return work(trx)
    const claimed = await trx
      .insertInto('idempotency')
      .values({ user_id: userId, key, hash, created_at: at })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!claimed) return (await findEarlierResponse<T>(trx, request)) as T
    const response = await work(trx)
    await trx
      .updateTable('idempotency')
      .set({ answer: jsonSql(response) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return response
  })
}

/**
 * Work that creates something with a secret. `stored` is the part of the response that is stored. `secretPart` is returned only
 * once.
 */
interface WorkWithSecret<T, S> {
  before?: () => Promise<void>
  make: (trx: Transaction<Database>) => Promise<{ stored: T; secretPart: S }>
  /** Returns the error for a repeated request, from the stored part of the first response. */
  alreadyMade: (stored: T) => HttpError
}

/**
 * Works as {@link runOnce} for responses with a secret. The secret is not stored, because anyone who knows the caller's key could
 * read it. A repeated request is therefore refused with an error that names the existing object.
 */
export async function runOnceWithSecret<T extends object, S extends object>(
  db: Kysely<Database>,
  request: IdempotentRequest,
  at: Date,
  { before, make, alreadyMade }: WorkWithSecret<T, S>,
): Promise<T & S> {
  const earlier = await findEarlierResponse<T>(db, request)
  if (earlier) throw alreadyMade(earlier)
  await before?.()
  let secretPart: S | undefined
  const stored = await runOnce(db, request, at, async (trx) => {
    const result = await make(trx)
    secretPart = result.secretPart
    return result.stored
  })
  if (secretPart === undefined) throw alreadyMade(stored)
  return { ...stored, ...secretPart }
}

/**
 * Locks the account's row until the transaction ends, so that concurrent creations cannot all pass a limit. Not `for update`:
 * rows of the other requests refer to the account, and the two locks would deadlock.
 */
export async function lockAccountForCreation(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
