import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, ProofTable } from '../db/schema.ts'
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

/** Makes a new proof for a user; the old one of that purpose is no good any more. */
export async function issueProof({ db, now }: Needs, userId: string, purpose: Purpose): Promise<Proof> {
  const at = now().getTime()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const linkId = purpose === 'login' ? undefined : randomBytes(32).toString('base64url')
  const row = {
    code_hash: hashCode(userId, purpose, code),
    code_expires_at: new Date(at + CODE_MS),
    tries: 0,
    link_hash: linkId ? hashLink(purpose, linkId) : null,
    link_expires_at: purpose === 'login' ? null : new Date(at + LINK_MS[purpose]),
  }
  await db
    .insertInto('proofs')
    .values({ user_id: userId, purpose, ...row })
    .onConflict((on) => on.columns(['user_id', 'purpose']).doUpdateSet(row))
    .execute()
  return { code, ...(linkId ? { linkId } : {}) }
}

/** Work done in the transaction that used a proof up. */
type Act<T> = (trx: Transaction<Database>, userId: string) => Promise<T>

/**
 * Uses a code up and does what it allows, in one transaction. The try is counted by one statement that locks the row, so
 * exactly five of any number of parallel tries count; an unknown address goes through the same statements. Throws
 * `WRONG_CODE`, after `onWrong` was told whose code it was not.
 */
export async function spendCode<T>(
  { db, now }: Needs,
  { email, code, purpose }: { email: string; code: string; purpose: Purpose },
  act: Act<T>,
  onWrong: (trx: Transaction<Database>, userId: string | undefined) => Promise<void> = async () => {},
): Promise<T> {
  const done = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ user_id: string; code_hash: string }>`
      update proofs set tries = proofs.tries + 1 from users
      where users.id = proofs.user_id and users.email = ${email} and proofs.purpose = ${purpose}
        and proofs.tries < ${CODE_TRIES} and proofs.code_expires_at > ${now()}
      returning proofs.user_id, proofs.code_hash`.execute(trx)
    const userId = rows[0]?.user_id
    const given = Buffer.from(hashCode(userId ?? '', purpose, code))
    const isRight = timingSafeEqual(given, Buffer.from(rows[0]?.code_hash ?? sha256('')))
    if (!userId || !isRight) {
      await onWrong(trx, userId)
      return undefined
    }
    await trx.deleteFrom('proofs').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
    return { value: await act(trx, userId) }
  })
  // Thrown outside of the transaction: the try it counted must stay.
  if (!done) throw new Refusal('WRONG_CODE', 'The code is wrong, was used already or has expired.')
  return done.value
}

/** Uses a link up and does what it allows, in one transaction. Throws `LINK_EXPIRED`. */
export function spendLink<T>({ db, now }: Needs, id: string, purpose: Purpose, act: Act<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom('proofs')
      .where('link_hash', '=', hashLink(purpose, id))
      .where('link_expires_at', '>', now())
      .returning('user_id')
      .executeTakeFirst()
    if (!used) throw new Refusal('LINK_EXPIRED', 'The link was used already or has expired.')
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
