import type { Kysely, NotNull, Transaction } from 'kysely'
import type { Role, SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'
import { writeAuditEntry } from './audit.ts'
import { type SessionTokens, sealTokenPair, unsealTokenPair } from './seal-token-pair.ts'
import {
  addRefreshToken,
  type ClientInfo,
  computeSessionEnd,
  hashToken,
  readSessionData,
  readTokenClaims,
  type SessionDeps,
} from './session-data.ts'
import { revokeSessions } from './sessions.ts'
import type { TokenClaims, TokenService } from './token-service.ts'

/** Time in which a used refresh token may be presented again, in milliseconds: two racing tabs must not end the session. */
export const REUSE_GRACE_MS = 10_000

/** Refreshes in progress in this process, by token hash. Parallel calls with the same token share one response. */
const pendingRefreshes = new WeakMap<Kysely<Database>, Map<string, Promise<SessionData>>>()

/**
 * Exchanges a refresh token for a new pair. Of parallel calls with one token, the first exchanges the token, and all others get
 * the same pair. If the refresh token of that pair was used too, other calls get the session's newest pair. Throws
 * `REFRESH_TOKEN_NOT_FOUND`, `_REVOKED` or `_EXPIRED`. A used token presented after the grace period ends the session.
 */
export function refreshSession(deps: SessionDeps, token: string, from: ClientInfo): Promise<SessionData> {
  const refreshes = pendingRefreshes.get(deps.db) ?? new Map<string, Promise<SessionData>>()
  pendingRefreshes.set(deps.db, refreshes)
  const hash = hashToken(token)
  const running = refreshes.get(hash)
  if (running) return running
  const refresh = exchangeToken(deps, token, from).finally(() => refreshes.delete(hash))
  refreshes.set(hash, refresh)
  return refresh
}

/** Exchanges a refresh token. Locks the session's row, which serialises calls in several processes. */
async function exchangeToken(
  { db, tokens, now }: SessionDeps,
  token: string,
  { address }: ClientInfo,
): Promise<SessionData> {
  const at = now()
  const hash = hashToken(token)
  const exchange = await db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', (of) => of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash))
      .selectAll()
      .select((of) => of.selectFrom('users').select('role').whereRef('users.id', '=', 'sessions.user_id').as('role'))
      .$narrowType<{ role: NotNull }>()
      .forUpdate()
      .executeTakeFirst()
    if (!session) return new HttpError('REFRESH_TOKEN_NOT_FOUND', 'The refresh token is not found.')
    if (session.revoked_at) return tokenRevokedError()
    if (session.expires_at <= at) return new HttpError('REFRESH_TOKEN_EXPIRED', 'The refresh token is expired.')

    // Read after the lock, because another call may have used the token while this call waited for the lock.
    const { used_at: usedAt } = await trx
      .selectFrom('refresh_tokens')
      .where('token_hash', '=', hash)
      .select('used_at')
      .executeTakeFirstOrThrow()
    if (usedAt && at.getTime() - usedAt.getTime() > REUSE_GRACE_MS) {
      await revokeSessions(trx, at, (sessions) => sessions.where('id', '=', session.id))
      const details = { sessionId: session.id }
      await writeAuditEntry(trx, at, { action: 'family-revoked', userId: session.user_id, address, details })
      return tokenRevokedError()
    }
    const claims = await readTokenClaims(trx, session.user_id, session.id)
    const pair = usedAt
      ? await findLatestPair(trx, session.id, token, new Date(at.getTime() - REUSE_GRACE_MS))
      : await redeemToken(trx, tokens, { token, claims, at, address, session })
    // The pair is no longer available. The session stays open, because another call received the pair and continues with it.
    if (!pair) return tokenRevokedError()
    return { userId: session.user_id, pair, claims }
  })
  // Errors are returned from the transaction, not thrown, so that the writes are committed.
  if (exchange instanceof HttpError) throw exchange
  const { userId, pair, claims } = exchange
  const isCurrent = await hasCurrentClaims(tokens, pair.token, claims)
  return readSessionData(db, userId, isCurrent ? pair : { ...pair, token: await tokens.sign(claims) })
}

const tokenRevokedError = () => new HttpError('REFRESH_TOKEN_REVOKED', 'The refresh token is revoked.')

interface TokenExchange {
  token: string
  claims: TokenClaims
  at: Date
  address: string
  session: { created_at: Date; role: Role }
}

/** Marks a token as used and stores its successor with it, so that a repeated request gets the same pair. */
async function redeemToken(
  trx: Transaction<Database>,
  tokens: TokenService,
  { token, claims, at, address, session }: TokenExchange,
): Promise<SessionTokens> {
  const usedToken = trx.updateTable('refresh_tokens').where('token_hash', '=', hashToken(token))
  // Marks the token as used before its successor is added, because a session has at most one unused token.
  await usedToken.set({ used_at: at }).execute()
  const pair = { token: await tokens.sign(claims), refreshToken: await addRefreshToken(trx, claims.sid, at) }
  await usedToken.set({ successor: sealTokenPair(token, pair) }).execute()
  await trx
    .updateTable('sessions')
    .set({
      expires_at: computeSessionEnd(session.role, session.created_at, at),
      last_used_at: at,
      last_address: address,
    })
    .where('id', '=', claims.sid)
    .execute()
  return pair
}

/**
 * Follows the successors of a used token to the unused pair. Each successor was used later than the token, so the grace period of
 * the successor has not ended. The pair is no secret to the caller, who could also get it by one request per successor.
 */
async function findLatestPair(
  trx: Transaction<Database>,
  sessionId: string,
  token: string,
  since: Date,
): Promise<SessionTokens | undefined> {
  const rows = await trx
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'used_at', 'successor'])
    .where('session_id', '=', sessionId)
    .where((on) => on.or([on('used_at', 'is', null), on('used_at', '>=', since)]))
    .execute()
  const family = new Map(rows.map((row) => [row.token_hash, row]))
  for (let pair = unsealTokenPair(token, family.get(hashToken(token))?.successor); pair; ) {
    const next = family.get(hashToken(pair.refreshToken))
    if (next && !next.used_at) return pair
    pair = unsealTokenPair(pair.refreshToken, next?.successor)
  }
  return undefined
}

/**
 * Returns whether a stored access token is valid and has the current claims. The role may have changed since the token was
 * signed.
 */
async function hasCurrentClaims(
  tokens: TokenService,
  token: string,
  { ability, anonymous }: TokenClaims,
): Promise<boolean> {
  const claims = await tokens.verify(token).catch(() => undefined)
  return claims?.anonymous === anonymous && JSON.stringify(claims.ability) === JSON.stringify(ability)
}
