import type { Kysely, Transaction } from 'kysely'
import type { SessionData } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { audit } from './audit.ts'
import {
  addRefreshToken,
  claimsOf,
  describeSession,
  type From,
  hashToken,
  SESSION_MS,
  type SessionNeeds,
} from './session-data.ts'
import { revoke } from './sessions.ts'
import { type Pair, seal, unseal } from './successor.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

/** How long a used refresh token may come back without harm: two tabs racing must not log the user out. */
export const GRACE_MS = 10_000

/** Refreshes under way in this process, by their token: all who use one at once wait for the one answer. */
const underWay = new WeakMap<Kysely<Database>, Map<string, Promise<SessionData>>>()

/**
 * Trades a refresh token for a new pair: the first of any number of parallel calls uses the token, all others get the pair
 * that it got, or, where that was used in its turn, the youngest of the family. Throws `REFRESH_TOKEN_NOT_FOUND`, `_REVOKED`
 * or `_EXPIRED`; a used token that comes back after the grace ends the session.
 */
export function refreshSession(needs: SessionNeeds, token: string, from: From): Promise<SessionData> {
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
async function trade({ db, tokens, now }: SessionNeeds, token: string, { address }: From): Promise<SessionData> {
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

/** Whether a kept access token is good and still says what one made now would: a role may have changed meanwhile. */
async function says(tokens: Tokens, token: string, { ability, anonymous }: TokenClaims): Promise<boolean> {
  const kept = await tokens.verify(token).catch(() => undefined)
  return kept?.anonymous === anonymous && JSON.stringify(kept.ability) === JSON.stringify(ability)
}
