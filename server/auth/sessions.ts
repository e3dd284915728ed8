import type { Kysely, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AuditAction } from '../../src/api/contract/audit.ts'
import type { AccountSession, SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { audit } from './audit.ts'
import { noteRevoked } from './revocations.ts'
import {
  addRefreshToken,
  claimsOf,
  describeSession,
  type From,
  hashToken,
  SESSION_MS,
  type SessionNeeds,
} from './session-data.ts'

/**
 * Signs a user in: a new session with its first pair of tokens. `how` is kept with it and written into the audit. With a
 * `passwordHash` only while it is still the account's: checking takes its time, and one that was taken away meanwhile opens
 * nothing. Throws `WRONG_CREDENTIALS` then.
 */
export async function startSession(
  { db, tokens, now }: SessionNeeds,
  userId: string,
  { address, userAgent }: From,
  how: string,
  passwordHash?: string,
): Promise<SessionData> {
  const at = now()
  const id = uuidv7()
  const refreshToken = await db.transaction().execute(async (trx) => {
    if (passwordHash !== undefined) await refuseOtherPassword(trx, userId, passwordHash)
    await trx
      .insertInto('sessions')
      .values({
        id,
        user_id: userId,
        created_at: at,
        expires_at: new Date(at.getTime() + SESSION_MS),
        last_used_at: at,
        user_agent: userAgent ?? null,
        began_with: how,
      })
      .execute()
    await audit(trx, at, { action: 'sign-in', userId, address, details: { how, sessionId: id } })
    return addRefreshToken(trx, id, at)
  })
  const token = await tokens.sign(await claimsOf(db, userId, id))
  return describeSession(db, userId, { token, refreshToken })
}

/** Locked, so that who is taking the password away is waited for, and finds the session if they come later. */
async function refuseOtherPassword(trx: Transaction<Database>, userId: string, hash: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (user?.password_hash !== hash) throw wrongCredentials()
}

/** What is answered to a password that is none. */
export const wrongCredentials = () => new Refusal('WRONG_CREDENTIALS', 'Wrong e-mail or password.')

/** Ends the session a refresh token belongs to, if there is one. */
export async function endSession({ db, now }: SessionNeeds, token: string, { address }: From): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const [ended] = await revoke(trx, at, (sessions) =>
      sessions.where('id', '=', (of) =>
        of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)),
      ),
    )
    if (!ended) return
    await audit(trx, at, { action: 'logout', userId: ended.user_id, address, details: { sessionId: ended.id } })
  })
}

/** Why all sessions of a user end, as the audit names it, and from where. */
interface Ending {
  reason: AuditAction
  address: string
}

/**
 * Ends all sessions of a user, but for one if it is named, and all API tokens: whoever had the account to themselves may
 * have made one. Each of these is audited.
 */
export async function endSessions(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  { reason, address }: Ending,
  butFor?: string,
): Promise<void> {
  await revoke(db, at, (sessions) =>
    sessions.where('user_id', '=', userId).$if(butFor !== undefined, (all) => all.where('id', '<>', butFor!)),
  )
  // After the sessions: a token is made under the lock of its maker's session, so none is made any more.
  const tokens = await db.deleteFrom('api_tokens').where('user_id', '=', userId).returning(['id', 'name']).execute()
  for (const { id: tokenId, name } of tokens)
    await audit(db, at, { action: 'api-token-revoked', userId, address, details: { tokenId, name, reason } })
  noteRevoked(tokens.map(({ id }) => id))
}

type Sessions = UpdateQueryBuilder<Database, 'sessions', 'sessions', UpdateResult>

/**
 * The one place that ends sessions: those of `which` that have not ended. Their access tokens pass no more once the call
 * around it is done (`revocations.ts`); the store itself tells other processes.
 */
export async function revoke(db: Kysely<Database>, at: Date, which: (sessions: Sessions) => Sessions) {
  const ended = await which(db.updateTable('sessions').set({ revoked_at: at }).where('revoked_at', 'is', null))
    .returning(['id', 'user_id'])
    .execute()
  noteRevoked(ended.map(({ id }) => id))
  return ended
}

/** Keeps a session of a user from ending while a transaction lasts; tells whether it lasts still. */
export async function holdSession(trx: Transaction<Database>, at: Date, userId: string, id: string): Promise<boolean> {
  const held = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Whether a session of a user still lasts. */
export async function isOpen(db: Kysely<Database>, at: Date, userId: string, id: string): Promise<boolean> {
  return (await openSessions(db, at, userId)).some((session) => session.id === id)
}

/** The sessions of a user that still last, the most recently used first. */
export async function listSessions(
  { db, now }: SessionNeeds,
  userId: string,
  current: string | undefined,
): Promise<AccountSession[]> {
  return (await openSessions(db, now(), userId)).map(({ id, created_at, last_used_at, user_agent }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    ...(user_agent === null ? {} : { userAgent: user_agent }),
    isCurrent: id === current,
  }))
}

const openSessions = (db: Kysely<Database>, at: Date, userId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
