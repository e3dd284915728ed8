import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AccountSession, SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { notFound, Refusal } from '../errors.ts'
import { packAbility } from './abilities.ts'
import { audit } from './audit.ts'
import type { Tokens } from './tokens.ts'

/** How long a sign-in lasts without being used, in milliseconds. */
export const SESSION_MS = 30 * 86_400_000
/** How long a used refresh token may come back without harm: two tabs racing must not log the user out. */
export const GRACE_MS = 10_000

interface Needs {
  db: Kysely<Database>
  tokens: Tokens
  now: () => Date
}

/** Where a session is begun or used from. */
interface From {
  address: string
  userAgent?: string | undefined
}

/** The stored form of a refresh token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Signs a user in: a new session with its first pair of tokens. `how` is kept with it and written into the audit. */
export async function startSession(
  { db, tokens, now }: Needs,
  userId: string,
  { address, userAgent }: From,
  how: string,
): Promise<SessionData> {
  const at = now()
  const id = uuidv7()
  const refreshToken = await db.transaction().execute(async (trx) => {
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
  return describeSession({ db, tokens, now }, userId, id, refreshToken)
}

/**
 * Trades a refresh token for a new pair. The session's row is locked meanwhile, so parallel calls stand in a line. Throws
 * `REFRESH_TOKEN_NOT_FOUND`, `_REVOKED` or `_EXPIRED`; a used token that comes back after the grace ends the session.
 */
export async function refreshSession(
  { db, tokens, now }: Needs,
  token: string,
  { address }: From,
): Promise<SessionData> {
  const at = now()
  const hash = hashToken(token)
  const traded = await db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', (of) => of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash))
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!session) return new Refusal('REFRESH_TOKEN_NOT_FOUND', 'The refresh token is not found.')
    if (session.revoked_at) return new Refusal('REFRESH_TOKEN_REVOKED', 'The refresh token is revoked.')
    if (session.expires_at <= at) return new Refusal('REFRESH_TOKEN_EXPIRED', 'The refresh token is expired.')

    // Read after the lock: another call may have used it while this one waited.
    const { used_at: usedAt } = await trx
      .selectFrom('refresh_tokens')
      .where('token_hash', '=', hash)
      .select('used_at')
      .executeTakeFirstOrThrow()
    if (usedAt && at.getTime() - usedAt.getTime() > GRACE_MS) {
      await trx.updateTable('sessions').set({ revoked_at: at }).where('id', '=', session.id).execute()
      const details = { sessionId: session.id }
      await audit(trx, at, { action: 'family-revoked', userId: session.user_id, address, details })
      return new Refusal('REFRESH_TOKEN_REVOKED', 'The refresh token is revoked.')
    }
    if (!usedAt) {
      await trx.updateTable('refresh_tokens').set({ used_at: at }).where('token_hash', '=', hash).execute()
      const expires = new Date(at.getTime() + SESSION_MS)
      await trx
        .updateTable('sessions')
        .set({ expires_at: expires, last_used_at: at })
        .where('id', '=', session.id)
        .execute()
    }
    return { userId: session.user_id, sessionId: session.id, refreshToken: await addRefreshToken(trx, session.id, at) }
  })
  // Returned, not thrown, from the transaction: what it wrote must stay.
  if (traded instanceof Refusal) throw traded
  return describeSession({ db, tokens, now }, traded.userId, traded.sessionId, traded.refreshToken)
}

/** Ends the session a refresh token belongs to, if there is one. */
export async function endSession({ db, now }: Needs, token: string, { address }: From): Promise<void> {
  const at = now()
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .where('id', '=', (of) =>
      of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)),
    )
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (ended) await audit(db, at, { action: 'logout', userId: ended.user_id, address, details: { sessionId: ended.id } })
}

/** Ends all sessions of a user, but for one if it is named. */
export async function endSessions(db: Kysely<Database>, at: Date, userId: string, butFor?: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(butFor !== undefined, (all) => all.where('id', '<>', butFor!))
    .execute()
}

/** Whether a session of a user still lasts. */
export async function isOpen(db: Kysely<Database>, at: Date, userId: string, id: string): Promise<boolean> {
  return (await openSessions(db, at, userId)).some((session) => session.id === id)
}

/** The sessions of a user that still last, the most recently used first. */
export async function listSessions(
  { db, now }: Needs,
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

async function addRefreshToken(trx: Transaction<Database>, sessionId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at })
    .execute()
  return token
}

async function describeSession(
  { db, tokens }: Needs,
  userId: string,
  sessionId: string,
  refreshToken: string,
): Promise<SessionData> {
  const [user, applications, assets] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    db.selectFrom('applications').select('id').where('owner_id', '=', userId).orderBy('id').execute(),
    db.selectFrom('user_assets').select('asset_id').where('user_id', '=', userId).orderBy('asset_id').execute(),
  ])
  if (!user) throw notFound('The account')
  const ability = packAbility({ id: user.id, role: user.role, applicationIds: applications.map(({ id }) => id) })
  return {
    token: await tokens.sign({ sub: user.id, ability, anonymous: user.role === 'anonymous', sid: sessionId }),
    refreshToken,
    _id: user.id,
    ...(user.email === null ? {} : { email: user.email }),
    ...(user.verified_at === null ? {} : { verifiedAt: user.verified_at.toISOString() }),
    ...(user.name === null ? {} : { name: user.name }),
    assets: assets.map(({ asset_id }) => asset_id),
    wallets: user.wallets,
    settings: { isPasswordUpdated: user.is_password_updated, isEmailVerified: user.verified_at !== null },
  }
}
