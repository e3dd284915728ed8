import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Role, SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import type { MailLanguage } from '../db/tables/account-security-change.ts'
import { notFoundError } from '../errors/http-error.ts'
import { packAbility } from './abilities.ts'
import { readAbilityOwner } from './ability-owner.ts'
import type { SessionTokens } from './seal-token-pair.ts'
import type { TokenClaims, TokenService } from './token-service.ts'

const HOUR_MS = 3_600_000

/** Lifetime of a session from its sign-in, in milliseconds; for a guest, its idle time. */
export const SESSION_LIFETIME_MS = 30 * 24 * HOUR_MS

export const ADMIN_IDLE_TIMEOUT_MS = 12 * HOUR_MS

/**
 * Returns when a session used at `at` ends. Use does not extend a session beyond {@link SESSION_LIFETIME_MS} after sign-in, so a
 * stolen refresh token expires. A guest's session is extended without limit, because a guest cannot sign in again.
 */
export function computeSessionEnd(role: Role, createdAt: Date, at: Date): Date {
  if (role === 'anonymous') return new Date(at.getTime() + SESSION_LIFETIME_MS)
  const end = createdAt.getTime() + SESSION_LIFETIME_MS
  return new Date(role === 'admin' ? Math.min(end, at.getTime() + ADMIN_IDLE_TIMEOUT_MS) : end)
}

export interface SessionDeps {
  db: Kysely<Database>
  tokens: TokenService
  now: () => Date
}

export interface ClientInfo {
  address: string
  userAgent?: string | undefined
  /** Language of the browser, if mails are available in that language. */
  language?: MailLanguage | undefined
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Adds a refresh token to a session. The session's previous token must be marked as used first. */
export async function addRefreshToken(trx: Transaction<Database>, sessionId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at })
    .execute()
  return token
}

/** Returns the role of an account. Throws `NOT_FOUND` if the account is deleted. */
export async function readRole(db: Kysely<Database>, userId: string): Promise<Role> {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (!user) throw notFoundError('The account')
  return user.role
}

/** Returns the current claims for an access token of a session. Throws `NOT_FOUND` if the account is deleted. */
export async function readTokenClaims(db: Kysely<Database>, userId: string, sid: string): Promise<TokenClaims> {
  const owner = await readAbilityOwner(db, userId)
  if (!owner) throw notFoundError('The account')
  return { sub: userId, ability: packAbility(owner), anonymous: owner.isGuest, sid }
}

/** Returns the response to a sign-in or refresh. Throws `NOT_FOUND` if the account is deleted. */
export async function readSessionData(db: Kysely<Database>, userId: string, pair: SessionTokens): Promise<SessionData> {
  const [user, assets] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    db.selectFrom('user_assets').select('asset_id').where('user_id', '=', userId).orderBy('asset_id').execute(),
  ])
  if (!user) throw notFoundError('The account')
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
