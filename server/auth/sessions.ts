import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { notFound, Refusal } from '../errors.ts'
import { packAbility } from './abilities.ts'
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

/** The stored form of a refresh token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Signs a user in: a new session with its first pair of tokens. */
export async function startSession({ db, tokens, now }: Needs, userId: string): Promise<SessionData> {
  const at = now()
  const id = uuidv7()
  const refreshToken = await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sessions')
      .values({ id, user_id: userId, created_at: at, expires_at: new Date(at.getTime() + SESSION_MS) })
      .execute()
    return addRefreshToken(trx, id, at)
  })
  return describeSession({ db, tokens, now }, userId, refreshToken)
}

/**
 * Trades a refresh token for a new pair. The session's row is locked meanwhile, so parallel calls stand in a line. Throws
 * `REFRESH_TOKEN_NOT_FOUND`, `_REVOKED` or `_EXPIRED`; a used token that comes back after the grace ends the session.
 */
export async function refreshSession({ db, tokens, now }: Needs, token: string): Promise<SessionData> {
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
      return new Refusal('REFRESH_TOKEN_REVOKED', 'The refresh token is revoked.')
    }
    if (!usedAt) {
      await trx.updateTable('refresh_tokens').set({ used_at: at }).where('token_hash', '=', hash).execute()
      const expires = new Date(at.getTime() + SESSION_MS)
      await trx.updateTable('sessions').set({ expires_at: expires }).where('id', '=', session.id).execute()
    }
    return { userId: session.user_id, refreshToken: await addRefreshToken(trx, session.id, at) }
  })
  // Returned, not thrown, from the transaction: what it wrote must stay.
  if (traded instanceof Refusal) throw traded
  return describeSession({ db, tokens, now }, traded.userId, traded.refreshToken)
}

/** Ends the session a refresh token belongs to, if there is one. */
export async function endSession({ db, now }: Needs, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('revoked_at', 'is', null)
    .where('id', '=', (of) =>
      of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)),
    )
    .execute()
}

async function addRefreshToken(trx: Transaction<Database>, sessionId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at })
    .execute()
  return token
}

async function describeSession({ db, tokens }: Needs, userId: string, refreshToken: string): Promise<SessionData> {
  const [user, applications, assets] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    db.selectFrom('applications').select('id').where('owner_id', '=', userId).orderBy('id').execute(),
    db.selectFrom('user_assets').select('asset_id').where('user_id', '=', userId).orderBy('asset_id').execute(),
  ])
  if (!user) throw notFound('The account')
  const ability = packAbility({ id: user.id, role: user.role, applicationIds: applications.map(({ id }) => id) })
  return {
    token: await tokens.sign({ sub: user.id, ability, anonymous: user.role === 'anonymous' }),
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
