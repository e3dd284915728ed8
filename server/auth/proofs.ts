import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type LinkState, MAX_CODE_REQUEST_IDS } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import type { ProofTable } from '../db/tables/accounts.ts'
import { HttpError } from '../errors/http-error.ts'

/** Purpose of a mailed code or link, which is valid for no other purpose. */
export type ProofPurpose = ProofTable['purpose']

export const CODE_LIFETIME_MS = 10 * 60_000
export const MAX_CODE_TRIES = 5
/** Lifetime of a link by purpose, in milliseconds. Other purposes have no link. */
export const LINK_LIFETIME_MS = { verify: 24 * 3_600_000, reset: 3_600_000 } as const
/** Retention of links that no longer work, in milliseconds. */
export const ENDED_LINK_RETENTION_MS = 30 * 86_400_000
const LINK_LIFETIMES: Partial<Record<ProofPurpose, number>> = LINK_LIFETIME_MS

/** Returns the time for which a requested mail is useful, in milliseconds: the lifetime of its link, or else of its code. */
export const proofLifetimeMs = (purpose: ProofPurpose): number => LINK_LIFETIMES[purpose] ?? CODE_LIFETIME_MS

/** Mailed proof: a six-digit code, and a link id (256 bits) if the purpose has a link. */
export interface Proof {
  code: string
  linkId?: string
}

interface ProofDeps {
  db: Kysely<Database>
  now: () => Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hashCode = (userId: string, purpose: ProofPurpose, code: string) => sha256(`${purpose}:${userId}:${code}`)
const hashLink = (purpose: ProofPurpose, id: string) => sha256(`${purpose}:${id}`)

/** Request or session that is allowed to submit the code. Links work in any browser. */
export interface ProofRequester {
  requestHash?: string | undefined
  sessionId?: string | undefined
}

/** Creates the request id that the client must return together with the code (256 bits). */
export const createCodeRequestId = (): string => randomBytes(32).toString('base64url')

export const hashCodeRequestId = (id: string) => sha256(`request:${id}`)

/** Creates a proof for a user. Earlier proofs stay valid, so that a stranger's request cannot invalidate the user's code. */
export async function issueProof(
  { db, now }: ProofDeps,
  userId: string,
  purpose: ProofPurpose,
  { requestHash = hashCodeRequestId(createCodeRequestId()), sessionId }: ProofRequester,
): Promise<Proof> {
  const at = now().getTime()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const link = LINK_LIFETIMES[purpose]
  const linkId = link && randomBytes(32).toString('base64url')
  const row = {
    code_hash: hashCode(userId, purpose, code),
    code_expires_at: new Date(at + CODE_LIFETIME_MS),
    link_hash: linkId ? hashLink(purpose, linkId) : null,
    link_expires_at: link ? new Date(at + link) : null,
    request_hash: requestHash,
    session_id: sessionId ?? null,
  }
  await db
    .insertInto('proofs')
    .values({ user_id: userId, purpose, ...row })
    .execute()
  return { code, ...(linkId ? { linkId } : {}) }
}

/** Deletes all proofs of a request except the newest, whose mail may have arrived. */
export async function deleteEarlierProofs(db: Kysely<Database>, requestHash: string): Promise<void> {
  await sql`delete from proofs where request_hash = ${requestHash} and ctid <> (
    select ctid from proofs where request_hash = ${requestHash} order by code_expires_at desc limit 1)`.execute(db)
}

type ProofAction<T> = (trx: Transaction<Database>, userId: string) => Promise<T>

/**
 * Code that the user entered, with the session and the ids of the requests that the code may belong to. The attempt counts
 * against the codes of all these requests.
 */
export interface SubmittedCode {
  requestId?: string | string[] | undefined
  sessionId?: string | undefined
  email: string
  code: string
  purpose: ProofPurpose
}

/** Hashes request ids. Without ids, returns the hash of a never issued id, so that the SQL statement stays the same. */
const hashRequestIds = (requestIds: string | string[] = ''): string[] => {
  const ids = [requestIds].flat()
  return (ids.length > 0 ? ids : ['']).map(hashCodeRequestId)
}

/**
 * Returns the condition for the proofs that an attempt checks: the newest proofs of the submitted requests or session. The number
 * of proofs is limited, because each further proof makes guessing easier.
 */
const matchingProofsSql = (
  { email, purpose, requestId, sessionId }: Omit<SubmittedCode, 'code'>,
  at: Date,
): RawBuilder<boolean> => sql`
  users.id = proofs.user_id and users.email = ${email} and proofs.purpose = ${purpose}
    and proofs.request_hash in (
      select newest.request_hash from proofs as newest
      where newest.user_id = users.id and newest.purpose = ${purpose}
        and (newest.request_hash in (${sql.join(hashRequestIds(requestId))}) or newest.session_id = ${sessionId ?? ''})
        and newest.tries < ${MAX_CODE_TRIES} and newest.code_expires_at > ${at} and newest.ended is null
      order by newest.code_expires_at desc limit ${MAX_CODE_REQUEST_IDS})`

/** Returns a condition that is true if a submitted code would be compared with at least one proof. */
export const hasMatchingProofSql = (submitted: Omit<SubmittedCode, 'code'>, at: Date): RawBuilder<boolean> =>
  sql`exists (select from proofs, users where ${matchingProofsSql(submitted, at)})`

/**
 * Consumes a code and runs `act` in the same transaction. One statement locks the row and counts the attempt, so at most {@link
 * MAX_CODE_TRIES} parallel attempts are checked. The same statements run, without counting, for unknown addresses and for callers
 * who did not request the code. Throws `WRONG_CODE` after calling `onWrong` with the account's id, if known.
 */
export async function redeemCode<T>(
  { db, now }: ProofDeps,
  submitted: SubmittedCode,
  act: ProofAction<T>,
  onWrong: (trx: Transaction<Database>, userId: string | undefined) => Promise<void> = async () => {},
): Promise<T> {
  const result = await db.transaction().execute(async (trx) => {
    // Locks the account first, because concurrent use of two proofs of one account would deadlock.
    await sql`select from users where email = ${submitted.email} for update`.execute(trx)
    const { rows } = await sql<{ user_id: string; code_hash: string; request_hash: string }>`
      update proofs set tries = proofs.tries + 1 from users where ${matchingProofsSql(submitted, now())}
      returning proofs.user_id, proofs.code_hash, proofs.request_hash`.execute(trx)
    const { code, purpose } = submitted
    const userId = rows[0]?.user_id
    const submittedHash = Buffer.from(hashCode(userId ?? '', purpose, code))
    // A browser may have requested several codes. All hashes are compared, so that the time does not reveal which code matched.
    const matches = (rows.length > 0 ? rows : [{ code_hash: sha256(''), request_hash: '' }]).filter(({ code_hash }) =>
      timingSafeEqual(submittedHash, Buffer.from(code_hash)),
    )
    if (!userId || matches.length === 0) {
      await onWrong(trx, userId)
      return undefined
    }
    await endProofs(trx, userId, { purpose, used: matches[0]!.request_hash })
    return { value: await act(trx, userId) }
  })
  // Thrown outside the transaction, so that the counted attempt is committed.
  if (!result) throw new HttpError('WRONG_CODE', 'The code is wrong, already used or expired.')
  return result.value
}

/**
 * Ends the proofs of a user, of one purpose or all. Rows with a link stay until the sweep deletes them, so that the link's page
 * can say why the link no longer works. `used` is the `request_hash` of the caller's proof.
 */
export async function endProofs(
  db: Kysely<Database>,
  userId: string,
  { purpose, used }: { purpose?: ProofPurpose; used?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('proofs')
    .where('user_id', '=', userId)
    .where('link_hash', 'is', null)
    .$if(purpose !== undefined, (all) => all.where('purpose', '=', purpose!))
    .execute()
  await db
    .updateTable('proofs')
    .set(({ ref, val }) => ({
      ended: sql<'used' | 'void'>`case when ${ref('request_hash')} = ${val(used ?? '')} then 'used' else 'void' end`,
    }))
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .$if(purpose !== undefined, (all) => all.where('purpose', '=', purpose!))
    .execute()
}

/**
 * Consumes a link and runs `act` in one transaction. If `act` throws, the link stays unused. Throws `LINK_USED` for a used link,
 * and `LINK_EXPIRED` for any other invalid link.
 */
export function redeemLink<T>(
  { db, now }: ProofDeps,
  id: string,
  purpose: ProofPurpose,
  act: ProofAction<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select from users where id = (select user_id from proofs where link_hash = ${hashLink(purpose, id)})
      for update`.execute(trx)
    const proof = await findLink(trx, id, purpose, now())
    if (proof.state === 'used') throw new HttpError('LINK_USED', 'This link has already been used.')
    if (proof.state !== 'good') throw new HttpError('LINK_EXPIRED', 'This link is no longer valid.')
    await endProofs(trx, proof.userId, { purpose, used: proof.requestHash })
    return act(trx, proof.userId)
  })
}

/** State of a link and, if it is still stored, the account it was mailed to. */
export type LinkLookup =
  | { state: LinkState; userId: string; requestHash: string }
  | { state: 'invalid'; userId?: never }

export async function findLink(db: Kysely<Database>, id: string, purpose: ProofPurpose, at: Date): Promise<LinkLookup> {
  const row = await db
    .selectFrom('proofs')
    .select(['user_id', 'request_hash', 'link_expires_at', 'ended'])
    .where('link_hash', '=', hashLink(purpose, id))
    .executeTakeFirst()
  if (!row) return { state: 'invalid' }
  const isExpired = row.link_expires_at === null || row.link_expires_at <= at
  const state = row.ended === 'void' ? 'invalid' : (row.ended ?? (isExpired ? 'expired' : 'good'))
  return { state, userId: row.user_id, requestHash: row.request_hash }
}
