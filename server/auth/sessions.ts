import type { Kysely, Selectable, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AuditAction } from '../../src/api/contract/audit.ts'
import type { AccountSession, SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import type { SessionTable } from '../db/tables/accounts.ts'
import { HttpError } from '../errors/http-error.ts'
import { writeAuditEntry } from './audit.ts'
import { recordRevokedSessions } from './revocations.ts'
import {
  addRefreshToken,
  type ClientInfo,
  computeSessionEnd,
  hashToken,
  readRole,
  readSessionData,
  readTokenClaims,
  type SessionDeps,
} from './session-data.ts'

/**
 * Signs a user in: inserts a session with its first pair of tokens. `beganWith` is stored and audited; every value except `guest`
 * counts as a fresh proof. Throws `WRONG_CREDENTIALS` if the account no longer has `passwordHash`, because the password was
 * replaced while it was verified.
 */
export async function startSession(
  { db, tokens, now }: SessionDeps,
  userId: string,
  { address, userAgent }: ClientInfo,
  beganWith: string,
  passwordHash?: string,
  id: string = uuidv7(),
): Promise<SessionData> {
  const at = now()
  const refreshToken = await db.transaction().execute(async (trx) => {
    if (passwordHash !== undefined) await assertPasswordHash(trx, userId, passwordHash)
    await trx
      .insertInto('sessions')
      .values({
        id,
        user_id: userId,
        created_at: at,
        expires_at: computeSessionEnd(await readRole(trx, userId), at, at),
        last_used_at: at,
        last_address: address,
        user_agent: userAgent ?? null,
        began_with: beganWith,
        proved_at: beganWith === 'guest' ? null : at,
      })
      .execute()
    await writeAuditEntry(trx, at, { action: 'sign-in', userId, address, details: { how: beganWith, sessionId: id } })
    await endExcessSessions(trx, at, userId)
    return addRefreshToken(trx, id, at)
  })
  const token = await tokens.sign(await readTokenClaims(db, userId, id))
  return readSessionData(db, userId, { token, refreshToken })
}

const MAX_SESSIONS = 100

/** Ends the sessions of a user above {@link MAX_SESSIONS}, the longest unused first. */
async function endExcessSessions(trx: Transaction<Database>, at: Date, userId: string): Promise<void> {
  await revokeSessions(trx, at, (sessions) =>
    sessions.where('id', 'in', (of) =>
      of
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', at)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_SESSIONS),
    ),
  )
}

/**
 * Checks the password's hash under a row lock. Waits for a transaction that is replacing the hash. A later replacement ends the
 * new session.
 */
async function assertPasswordHash(trx: Transaction<Database>, userId: string, hash: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (user?.password_hash !== hash) throw wrongCredentialsError()
}

export const wrongCredentialsError = () => new HttpError('WRONG_CREDENTIALS', 'Wrong e-mail or password.')

export async function endSession({ db, now }: SessionDeps, token: string, { address }: ClientInfo): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const [ended] = await revokeSessions(trx, at, (sessions) =>
      sessions.where('id', '=', (of) =>
        of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)),
      ),
    )
    if (!ended) return
    await writeAuditEntry(trx, at, {
      action: 'logout',
      userId: ended.user_id,
      address,
      details: { sessionId: ended.id },
    })
  })
}

/** Reason why all sessions of a user end, as audited, and the address of the caller. */
interface SessionsEnding {
  reason: AuditAction
  address: string
}

/**
 * Ends all sessions of a user except those of `retainedIds`, and all API tokens, because an attacker with a session may have
 * created a token. Audits each deleted token.
 */
export async function endSessions(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  { reason, address }: SessionsEnding,
  retainedIds: readonly string[] = [],
): Promise<void> {
  await revokeSessions(db, at, (sessions) =>
    sessions.where('user_id', '=', userId).$if(retainedIds.length > 0, (all) => all.where('id', 'not in', retainedIds)),
  )
  // API tokens are deleted after the sessions end. Creating a token locks its session, so no token can be created from here on.
  const tokens = await db.deleteFrom('api_tokens').where('user_id', '=', userId).returning(['id', 'name']).execute()
  for (const { id: tokenId, name } of tokens)
    await writeAuditEntry(db, at, { action: 'api-token-revoked', userId, address, details: { tokenId, name, reason } })
  recordRevokedSessions(tokens.map(({ id }) => id))
}

type Sessions = UpdateQueryBuilder<Database, 'sessions', 'sessions', UpdateResult>

/**
 * Ends the open sessions selected by `selectSessions`. All code ends sessions through this function. The access tokens of the
 * sessions are rejected after the surrounding call (`revocations.ts`). A database trigger notifies other processes.
 */
export async function revokeSessions(db: Kysely<Database>, at: Date, selectSessions: (sessions: Sessions) => Sessions) {
  const ended = await selectSessions(db.updateTable('sessions').set({ revoked_at: at }).where('revoked_at', 'is', null))
    .returning(['id', 'user_id'])
    .execute()
  recordRevokedSessions(ended.map(({ id }) => id))
  return ended
}

/** Locks a session for the transaction, so that it cannot end. Returns false if the session has already ended. */
export async function lockSession(trx: Transaction<Database>, at: Date, userId: string, id: string): Promise<boolean> {
  const lockedSession = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .forShare()
    .executeTakeFirst()
  return lockedSession !== undefined
}

export async function isSessionOpen(db: Kysely<Database>, at: Date, userId: string, id: string): Promise<boolean> {
  return (await selectOpenSessions(db, at, userId)).some((session) => session.id === id)
}

export async function listSessions(
  { db, now }: SessionDeps,
  userId: string,
  current: string | undefined,
): Promise<AccountSession[]> {
  return (await selectOpenSessions(db, now(), userId)).map(
    ({ id, created_at, last_used_at, last_address, user_agent }) => ({
      id,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      ...(user_agent === null ? {} : { userAgent: user_agent }),
      ...(last_address === null ? {} : { address: last_address }),
      isCurrent: id === current,
    }),
  )
}

/**
 * Returns whether a session began with the account's current password. A change of the password ends sessions that began with an
 * earlier password.
 */
export const wasStartedWithPassword = ({
  began_with: beganWith,
}: Pick<Selectable<SessionTable>, 'began_with'>): boolean => beganWith === 'sign-up' || beganWith === 'password'

/** Reads the open sessions of a user, most recently used first. */
export const selectOpenSessions = (db: Kysely<Database>, at: Date, userId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
