import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AuditAction } from '../../src/api/contract/audit.ts'
import type { AccountSession, SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { notFound, Refusal } from '../errors.ts'
import { packAbility } from './abilities.ts'
import { audit } from './audit.ts'
import { noteRevoked } from './revocations.ts'
import { type Pair, seal, unseal } from './successor.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

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

/**
 * Signs a user in: a new session with its first pair of tokens. `how` is kept with it and written into the audit. With a
 * `passwordHash` only while it is still the account's: checking takes its time, and one that was taken away meanwhile opens
 * nothing. Throws `WRONG_CREDENTIALS` then.
 */
export async function startSession(
  { db, tokens, now }: Needs,
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

/** Refreshes under way in this process, by their token: all who use one at once wait for the one answer. */
const underWay = new WeakMap<Kysely<Database>, Map<string, Promise<SessionData>>>()

/**
 * Trades a refresh token for a new pair: the first of any number of parallel calls uses the token, all others get the pair
 * that it got, or, where that was used in its turn, the youngest of the family. Throws `REFRESH_TOKEN_NOT_FOUND`, `_REVOKED`
 * or `_EXPIRED`; a used token that comes back after the grace ends the session.
 */
export function refreshSession(needs: Needs, token: string, from: From): Promise<SessionData> {
  const refreshes = underWay.get(needs.db) ?? new Map<string, Promise<SessionData>>()
  underWay.set(needs.db, refreshes)
  const hash = hashToken(token)
  const running = refreshes.get(hash)
  if (running) return running
  const refresh = trade(needs, token, from).finally(() => refreshes.delete(hash))
  refreshes.set(hash, refresh)
  return refresh
}

/** Trades a refresh token; the session's row is locked meanwhile, so that calls of several processes stand in a line. */
async function trade({ db, tokens, now }: Needs, token: string, { address }: From): Promise<SessionData> {
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
    if (session.revoked_at) return revoked()
    if (session.expires_at <= at) return new Refusal('REFRESH_TOKEN_EXPIRED', 'The refresh token is expired.')

    // Read after the lock: another call may have used it while this one waited.
    const { used_at: usedAt } = await trx
      .selectFrom('refresh_tokens')
      .where('token_hash', '=', hash)
      .select('used_at')
      .executeTakeFirstOrThrow()
    if (usedAt && at.getTime() - usedAt.getTime() > GRACE_MS) {
      await revoke(trx, at, (sessions) => sessions.where('id', '=', session.id))
      const details = { sessionId: session.id }
      await audit(trx, at, { action: 'family-revoked', userId: session.user_id, address, details })
      return revoked()
    }
    const claims = await claimsOf(trx, session.user_id, session.id)
    const pair = usedAt
      ? await youngest(trx, session.id, token, new Date(at.getTime() - GRACE_MS))
      : await spend(trx, tokens, { token, claims, at })
    // Another call was answered it, which goes on with it: that this one cannot be told it ends nothing.
    if (!pair) return revoked()
    return { userId: session.user_id, pair, claims }
  })
  // Returned, not thrown, from the transaction: what it wrote must stay.
  if (traded instanceof Refusal) throw traded
  const { userId, pair, claims } = traded
  const isOfToday = await says(tokens, pair.token, claims)
  return describeSession(db, userId, isOfToday ? pair : { ...pair, token: await tokens.sign(claims) })
}

/** Ends the session a refresh token belongs to, if there is one. */
export async function endSession({ db, now }: Needs, token: string, { address }: From): Promise<void> {
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

const revoked = () => new Refusal('REFRESH_TOKEN_REVOKED', 'The refresh token is revoked.')

/** Uses a token up and keeps what it is traded for with it, so that whoever comes with it again gets the same. */
async function spend(
  trx: Transaction<Database>,
  tokens: Tokens,
  { token, claims, at }: { token: string; claims: TokenClaims; at: Date },
): Promise<Pair> {
  const spent = trx.updateTable('refresh_tokens').where('token_hash', '=', hashToken(token))
  // Before the next is added: a session has one live token at most.
  await spent.set({ used_at: at }).execute()
  const pair = { token: await tokens.sign(claims), refreshToken: await addRefreshToken(trx, claims.sid, at) }
  await spent.set({ successor: seal(token, pair) }).execute()
  await trx
    .updateTable('sessions')
    .set({ expires_at: new Date(at.getTime() + SESSION_MS), last_used_at: at })
    .where('id', '=', claims.sid)
    .execute()
  return pair
}

/**
 * The live pair that a used token leads to: its successor, or that one's, and so on. All of them were used after it, so
 * none is out of its grace, and whoever holds the token could walk the same way by asking.
 */
async function youngest(
  trx: Transaction<Database>,
  sessionId: string,
  token: string,
  since: Date,
): Promise<Pair | undefined> {
  const rows = await trx
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'used_at', 'successor'])
    .where('session_id', '=', sessionId)
    .where((on) => on.or([on('used_at', 'is', null), on('used_at', '>=', since)]))
    .execute()
  const family = new Map(rows.map((row) => [row.token_hash, row]))
  for (let pair = unseal(token, family.get(hashToken(token))?.successor); pair; ) {
    const next = family.get(hashToken(pair.refreshToken))
    if (next && !next.used_at) return pair
    pair = unseal(pair.refreshToken, next?.successor)
  }
  return undefined
}

async function addRefreshToken(trx: Transaction<Database>, sessionId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at })
    .execute()
  return token
}

/** What an access token of a session says today. */
async function claimsOf(db: Kysely<Database>, userId: string, sid: string): Promise<TokenClaims> {
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

/** Whether a kept access token is good and still says what one made now would: a role may have changed meanwhile. */
async function says(tokens: Tokens, token: string, { ability, anonymous }: TokenClaims): Promise<boolean> {
  const kept = await tokens.verify(token).catch(() => undefined)
  return kept?.anonymous === anonymous && JSON.stringify(kept.ability) === JSON.stringify(ability)
}

async function describeSession(db: Kysely<Database>, userId: string, pair: Pair): Promise<SessionData> {
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
