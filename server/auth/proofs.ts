import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { MOST_REQUESTS } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import type { ProofTable } from '../db/tables/accounts.ts'
import { Refusal } from '../errors.ts'

/** What a mailed code or link is for; one of another purpose is no good. */
export type Purpose = ProofTable['purpose']

/** How long a code is good for, in milliseconds, and how often one may be tried. */
export const CODE_MS = 10 * 60_000
export const CODE_TRIES = 5
/** How long the link of a purpose is good for, in milliseconds; signing in has none. */
export const LINK_MS = { verify: 24 * 3_600_000, reset: 3_600_000 } as const

/** What is mailed: six digits, and the id of a link (256 bits) where the purpose has one. */
export interface Proof {
  code: string
  linkId?: string
}

interface Needs {
  db: Kysely<Database>
  now: () => Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hashCode = (userId: string, purpose: Purpose, code: string) => sha256(`${purpose}:${userId}:${code}`)
const hashLink = (purpose: Purpose, id: string) => sha256(`${purpose}:${id}`)

/** What asks for a code, and has to bring it: a request by its id, or a session. Links are good in any browser. */
export interface Asker {
  requestId?: string | undefined
  sessionId?: string | undefined
}

/** Makes the id that is answered to who asks for a code and comes back with it: 256 bits. */
export const newRequestId = (): string => randomBytes(32).toString('base64url')

const hashRequest = (id: string) => sha256(`request:${id}`)

/** Makes a new proof for a user. Those asked for before stay good: whoever asks takes no code away from others. */
export async function issueProof(
  { db, now }: Needs,
  userId: string,
  purpose: Purpose,
  { requestId = newRequestId(), sessionId }: Asker,
): Promise<Proof> {
  const at = now().getTime()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const linkId = purpose === 'login' ? undefined : randomBytes(32).toString('base64url')
  const row = {
    code_hash: hashCode(userId, purpose, code),
    code_expires_at: new Date(at + CODE_MS),
    link_hash: linkId ? hashLink(purpose, linkId) : null,
    link_expires_at: purpose === 'login' ? null : new Date(at + LINK_MS[purpose]),
    request_hash: hashRequest(requestId),
    session_id: sessionId ?? null,
  }
  await db
    .insertInto('proofs')
    .values({ user_id: userId, purpose, ...row })
    .execute()
  return { code, ...(linkId ? { linkId } : {}) }
}

/** Work done in the transaction that used a proof up. */
type Act<T> = (trx: Transaction<Database>, userId: string) => Promise<T>

/** A code as it is brought back, with the session or the ids of the requests that it may have been mailed for: one try of each. */
export interface BroughtCode {
  requestId?: string | string[] | undefined
  sessionId?: string | undefined
  email: string
  code: string
  purpose: Purpose
}

/** An id that nobody was given stands for none: the statement stays the same. */
const requestHashes = (given: string | string[] = ''): string[] => {
  const ids = [given].flat()
  return (ids.length > 0 ? ids : ['']).map(hashRequest)
}

/** The proofs that a code can be tried on: the newest that the same requests or session asked for, so that a try is for few. */
const tried = (
  { email, purpose, requestId, sessionId }: Omit<BroughtCode, 'code'>,
  at: Date,
): RawBuilder<boolean> => sql`
  users.id = proofs.user_id and users.email = ${email} and proofs.purpose = ${purpose}
    and proofs.request_hash in (
      select newest.request_hash from proofs as newest
      where newest.user_id = users.id and newest.purpose = ${purpose}
        and (newest.request_hash in (${sql.join(requestHashes(requestId))}) or newest.session_id = ${sessionId ?? ''})
        and newest.tries < ${CODE_TRIES} and newest.code_expires_at > ${at}
      order by newest.code_expires_at desc limit ${MOST_REQUESTS})`

/** Whether a code would be tried on anything, as a condition. */
export const isTried = (brought: Omit<BroughtCode, 'code'>, at: Date): RawBuilder<boolean> =>
  sql`exists (select from proofs, users where ${tried(brought, at)})`

/**
 * Uses a code up and does what it allows, in one transaction. The try is counted by one statement that locks the row, so
 * exactly five of any number of parallel tries count; an unknown address goes through the same statements, and so does
 * who did not ask for the code, whose tries count for nothing. Throws `WRONG_CODE`, after `onWrong` was told whose code
 * it was not.
 */
export async function spendCode<T>(
  { db, now }: Needs,
  brought: BroughtCode,
  act: Act<T>,
  onWrong: (trx: Transaction<Database>, userId: string | undefined) => Promise<void> = async () => {},
): Promise<T> {
  const done = await db.transaction().execute(async (trx) => {
    // The account first: two proofs of one account that are used at a time would each wait for the other's.
    await sql`select from users where email = ${brought.email} for update`.execute(trx)
    const { rows } = await sql<{ user_id: string; code_hash: string }>`
      update proofs set tries = proofs.tries + 1 from users where ${tried(brought, now())}
      returning proofs.user_id, proofs.code_hash`.execute(trx)
    const { code, purpose } = brought
    const userId = rows[0]?.user_id
    const given = Buffer.from(hashCode(userId ?? '', purpose, code))
    // A browser may have asked more than once.
    const isRight = (rows.length > 0 ? rows.map((row) => row.code_hash) : [sha256('')])
      .map((hash) => timingSafeEqual(given, Buffer.from(hash)))
      .includes(true)
    if (!userId || !isRight) {
      await onWrong(trx, userId)
      return undefined
    }
    await trx.deleteFrom('proofs').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
    return { value: await act(trx, userId) }
  })
  // Thrown outside of the transaction: the try it counted must stay.
  if (!done) throw new Refusal('WRONG_CODE', 'The code is wrong, already used or expired.')
  return done.value
}

/** Uses a link up and does what it allows, in one transaction. Throws `LINK_EXPIRED`. */
export function spendLink<T>({ db, now }: Needs, id: string, purpose: Purpose, act: Act<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select from users where id = (select user_id from proofs where link_hash = ${hashLink(purpose, id)})
      for update`.execute(trx)
    const used = await trx
      .deleteFrom('proofs')
      .where('link_hash', '=', hashLink(purpose, id))
      .where('link_expires_at', '>', now())
      .returning('user_id')
      .executeTakeFirst()
    if (!used) throw new Refusal('LINK_EXPIRED', 'The link is already used or expired.')
    await trx.deleteFrom('proofs').where('user_id', '=', used.user_id).where('purpose', '=', purpose).execute()
    return act(trx, used.user_id)
  })
}

/** Whether a link could be used now. */
export async function isLinkGood({ db, now }: Needs, id: string, purpose: Purpose): Promise<boolean> {
  const kept = await db
    .selectFrom('proofs')
    .select('user_id')
    .where('link_hash', '=', hashLink(purpose, id))
    .where('link_expires_at', '>', now())
    .executeTakeFirst()
  return kept !== undefined
}
