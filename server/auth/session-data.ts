import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { packAbility } from './abilities.ts'
import type { Pair } from './successor.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

/** How long a sign-in lasts without being used, in milliseconds. */
export const SESSION_MS = 30 * 86_400_000

/** What sessions are begun, used and ended with. */
export interface SessionNeeds {
  db: Kysely<Database>
  tokens: Tokens
  now: () => Date
}

/** Where a session is begun or used from. */
export interface From {
  address: string
  userAgent?: string | undefined
}

/** The stored form of a refresh token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Gives a session a refresh token of its own; of one that has a live one, that is used first. */
export async function addRefreshToken(trx: Transaction<Database>, sessionId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at })
    .execute()
  return token
}

/** What an access token of a session says today. */
export async function claimsOf(db: Kysely<Database>, userId: string, sid: string): Promise<TokenClaims> {
  const user = await db.selectFrom('users').select(['id', 'role']).where('id', '=', userId).executeTakeFirst()
  if (!user) throw notFound('The account')
  const applications = await db
    .selectFrom('applications')
    .select('id')
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  const ability = packAbility({ ...user, applicationIds: applications.map(({ id }) => id) })
  return { sub: user.id, ability, anonymous: user.role === 'anonymous', sid }
}

/** What whoever signed in or refreshed is answered. Throws `NOT_FOUND` where the account is gone. */
export async function describeSession(db: Kysely<Database>, userId: string, pair: Pair): Promise<SessionData> {
  const [user, assets] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    db.selectFrom('user_assets').select('asset_id').where('user_id', '=', userId).orderBy('asset_id').execute(),
  ])
  if (!user) throw notFound('The account')
  return {
    ...pair,
    _id: user.id,
    ...(user.email === null ? {} : { email: user.email }),
    ...(user.verified_at === null ? {} : { verifiedAt: user.verified_at.toISOString() }),
    ...(user.name === null ? {} : { name: user.name }),
    assets: assets.map(({ asset_id }) => asset_id),
    wallets: user.wallets,
    settings: { isPasswordUpdated: user.is_password_updated, isEmailVerified: user.verified_at !== null },
  }
}
