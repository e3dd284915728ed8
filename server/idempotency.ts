import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { CallOfMember } from './call.ts'
import type { Database } from './db/schema.ts'
import { json } from './db/values.ts'
import { invalidInput, Refusal } from './errors.ts'

/** How long a key is remembered, in milliseconds. */
export const KEY_MS = 86_400_000

/** One request that may come again: who sent it, under which key, and what it said. */
export interface Repeatable {
  userId: string
  key: string | undefined
  hash: string
}

/** Reads the `Idempotency-Key` of a call. Throws `INVALID_INPUT` for a key of odd length. */
export function repeatable({ caller, idempotencyKey: key }: CallOfMember, what: string, body: unknown): Repeatable {
  if (key !== undefined && (key.length < 1 || key.length > 255))
    throw invalidInput([{ path: 'header.Idempotency-Key', message: 'The key must have 1 to 255 characters.' }])
  return {
    userId: caller.id,
    key,
    hash: createHash('sha256')
      .update(`${what}\n${JSON.stringify(body)}`)
      .digest('hex'),
  }
}

/** What the first request of a key was answered, if there was one. Throws `IDEMPOTENCY_CONFLICT` for another body. */
export async function earlierAnswer<T>(
  db: Kysely<Database>,
  { userId, key, hash }: Repeatable,
): Promise<T | undefined> {
  if (key === undefined) return undefined
  const earlier = await db
    .selectFrom('idempotency')
    .select(['hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && earlier.hash !== hash)
    throw new Refusal('IDEMPOTENCY_CONFLICT', 'This idempotency key was used for another request.')
  return earlier?.answer as T | undefined
}

/**
 * Does the work once for each key. The key is taken in the work's own transaction: a parallel request with the same key
 * waits for it and then is given the same answer.
 */
export function once<T>(
  db: Kysely<Database>,
  request: Repeatable,
  at: Date,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const { userId, key, hash } = request
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return work(trx)
    const taken = await trx
      .insertInto('idempotency')
      .values({ user_id: userId, key, hash, created_at: at })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!taken) return (await earlierAnswer<T>(trx, request)) as T
    const answer = await work(trx)
    await trx
      .updateTable('idempotency')
      .set({ answer: json(answer) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

/** What makes something with a secret: what of its answer is kept, and what is answered this once. */
interface SecretWork<T, S> {
  /** Done before anything is made, and not for a request that comes again. */
  before?: () => Promise<void>
  make: (trx: Transaction<Database>) => Promise<{ kept: T; told: S }>
  /** The refusal of a request that comes again, by what is kept of the first. */
  alreadyMade: (kept: T) => Refusal
}

/**
 * As {@link once} for what is answered with a secret: that is kept nowhere, so a request that comes again is refused, with what it
 * made named, and not answered alike. A secret that were kept under a key of the caller's choice could be opened by who knows that.
 */
export async function onceWithSecret<T extends object, S extends object>(
  db: Kysely<Database>,
  request: Repeatable,
  at: Date,
  { before, make, alreadyMade }: SecretWork<T, S>,
): Promise<T & S> {
  const earlier = await earlierAnswer<T>(db, request)
  if (earlier) throw alreadyMade(earlier)
  await before?.()
  let told: S | undefined
  const kept = await once(db, request, at, async (trx) => {
    const made = await make(trx)
    told = made.told
    return made.kept
  })
  if (told === undefined) throw alreadyMade(kept)
  return { ...kept, ...told }
}

/**
 * Lets one request of an account make things at a time, so that of many at once not each sees room for one more. The keys of the
 * others point at the account meanwhile, which a stronger lock would wait for, and they for it.
 */
export async function oneMakerAtATime(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
