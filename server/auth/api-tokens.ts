import { createMongoAbility } from '@casl/ability'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  type ApiToken,
  MAX_TOKEN_DAYS,
  MAX_TOKENS_PER_ACCOUNT,
  type NewApiToken,
  type Scope,
} from '../../src/api/contract/api-tokens.ts'
import type { Role } from '../../src/api/contract/auth.ts'
import { type Access, type Method, needsProof } from '../../src/api/contract/endpoint.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import type { ApiTokenTable } from '../db/tables/accounts.ts'
import { jsonSql } from '../db/values.ts'
import { HttpError, invalidInputError, notFoundError } from '../errors/http-error.ts'
import { lockAccountForCreation, readIdempotentRequest, runOnceWithSecret } from '../http/idempotency.ts'
import { type Ability, createRulesForOwner } from './abilities.ts'
import { getEffectiveRole } from './ability-owner.ts'
import { getTokenHint, isApiToken, makeApiToken } from './api-token-format.ts'
import { assertMember, emailNotVerifiedError } from './assert-member.ts'
import { writeAuditEntry } from './audit.ts'
import { type AuthenticatedCall, type Caller, isAdmin } from './call.ts'
import { sessionEndedError } from './fresh-proof.ts'
import { addNotice } from './notices.ts'
import { countAttempt, type RateLimits } from './rate-limit.ts'
import { recordRevokedSessions } from './revocations.ts'
import { assertScopes, limitRulesToScopes } from './scopes.ts'
import { hashToken } from './session-data.ts'
import { lockSession } from './sessions.ts'
import { ACCESS_TOKEN_SECONDS } from './token-service.ts'

const DAY_MS = 86_400_000

export const EXPIRED_TOKEN_RETENTION_MS = 30 * DAY_MS

/** Resolution of `lastUsedAt`, in milliseconds. With a finer resolution, every call would write to the database. */
const LAST_USED_RESOLUTION_MS = 60_000

/**
 * Creates an API token, once for each idempotency key. A repeated request is refused with `TOKEN_ALREADY_MADE`, because the
 * secret is not stored. Throws:
 * - `FORBIDDEN` for a guest, and for the scope `private` unless the caller is an admin
 * - `VERIFY_EMAIL_FIRST` for an unverified account
 * - `LIMIT_REACHED` and `TOO_MANY_REQUESTS`
 * - `INVALID_INPUT` for an expiry that is past or too far away
 * - `NOT_SIGNED_IN` once the session has ended
 */
export async function addApiToken(
  deps: Deps,
  call: AuthenticatedCall,
  input: NewApiToken,
): Promise<ApiToken & { token: string }> {
  const { caller, address, userAgent } = call
  const { name, scopes, expiresAt } = input
  const at = deps.now()
  assertMember(caller, 'Guests cannot create API tokens. Sign up first.')
  if (scopes.includes('private') && !isAdmin(caller))
    throw new HttpError('FORBIDDEN', 'Only admins can create API tokens with the scope “private”.')
  const request = readIdempotentRequest(call, 'apiTokens.create', input)
  const end = new Date(expiresAt)
  return runOnceWithSecret(deps.db, request, at, {
    alreadyMade: alreadyMadeError,
    async before() {
      if (end <= at || end.getTime() > at.getTime() + MAX_TOKEN_DAYS * DAY_MS)
        throw invalidInputError([
          { path: 'body.expiresAt', message: 'The expiry date must be within one year from now.' },
        ])
      await countAttempt(deps, 'api-tokens-of', caller.id, deps.limits.apiTokensOfAccount)
    },
    async make(trx) {
      await lockAccountForCreation(trx, caller.id)
      if (!(await lockSession(trx, at, caller.id, caller.sessionId))) throw sessionEndedError()
      await assertBelowTokenLimit(trx, caller.id)
      const token = makeApiToken()
      const row = { id: uuidv7(), name, hint: getTokenHint(token), created_at: at, expires_at: end, last_used_at: null }
      await trx
        .insertInto('api_tokens')
        .values({ ...row, user_id: caller.id, token_hash: hashToken(token), scopes: jsonSql(scopes) })
        .execute()
      const details = { tokenId: row.id, name, scopes, expiresAt }
      await writeAuditEntry(trx, at, { action: 'api-token-made', userId: caller.id, address, details })
      await addNotice(trx, at, { userId: caller.id, change: { what: 'api-token-made', name }, address, userAgent })
      return { stored: toApiToken({ ...row, scopes }), secretPart: { token } }
    },
  })
}

const alreadyMadeError = ({ id: tokenId }: ApiToken) =>
  new HttpError(
    'TOKEN_ALREADY_MADE',
    'This request already created its API token. The secret is returned only once and is not stored. Revoke the token and create another.',
    { tokenId },
  )

export async function listApiTokens(db: Kysely<Database>, userId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toApiToken)
}

/** Revokes a token of the caller in every process immediately. Throws `NOT_FOUND`, also for tokens of other users. */
export async function revokeApiToken(
  { db, now }: Deps,
  { caller, address }: AuthenticatedCall,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) throw notFoundError('The API token')
    const details = { tokenId: id, name: deleted.name }
    await writeAuditEntry(trx, now(), { action: 'api-token-revoked', userId: caller.id, address, details })
  })
  recordRevokedSessions([id])
}

export interface ApiTokenDeps {
  db: Kysely<Database>
  now: () => Date
  limits: RateLimits
}

/**
 * Returns the caller of a token: its owner with their current rights, limited to the token's scopes. Throws:
 * - `NOT_SIGNED_IN` for a token that is unknown, expired or revoked
 * - `VERIFY_EMAIL_FIRST` if the owner's address is not verified
 * - `FORBIDDEN` for a call outside the token's scopes
 * - `TOO_MANY_REQUESTS`
 */
export async function authenticateApiToken(
  deps: ApiTokenDeps,
  token: string,
  access: Access,
  method: Method,
): Promise<Caller> {
  const at = deps.now()
  const found = isApiToken(token) ? await findOwner(deps.db, token, at) : undefined
  if (!found) throw new HttpError('NOT_SIGNED_IN', 'This API token is unknown, expired or revoked.')
  const { tokenId, scopes, owner, expiresAt, lastUsedAt } = found
  if (access === 'session' || needsProof(access)) throw new HttpError('FORBIDDEN', 'API tokens cannot make this call.')
  if (owner.role === 'anonymous') throw emailNotVerifiedError()
  assertScopes(scopes, access, method)
  await countAttempt(deps, 'api-token', tokenId, deps.limits.callsOfApiToken)
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= LAST_USED_RESOLUTION_MS)
    await deps.db.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute()
  // Event streams re-evaluate the rights of a token as often as the rights of a session.
  const rightsExpireAt = new Date(Math.min(expiresAt.getTime(), at.getTime() + ACCESS_TOKEN_SECONDS * 1000))
  const ability = createMongoAbility<Ability>(limitRulesToScopes(createRulesForOwner(owner), scopes))
  return { id: owner.id, anonymous: false, sessionId: tokenId, ability, scopes, rightsExpireAt }
}

interface TokenOwnerRow {
  tokenId: string
  scopes: Scope[]
  expiresAt: Date
  lastUsedAt: Date | null
  owner: { id: string; role: Role; applicationIds: string[] }
}

/** Finds a token's owner by the token's hash, so that the response time reveals nothing about valid tokens. */
async function findOwner(db: Kysely<Database>, token: string, at: Date): Promise<TokenOwnerRow | undefined> {
  const { rows } = await sql<Omit<TokenOwnerRow, 'owner'> & TokenOwnerRow['owner'] & { verified_at: Date | null }>`
    select api_tokens.id as "tokenId", scopes, expires_at as "expiresAt", last_used_at as "lastUsedAt", users.id, role, verified_at,
      array(select applications.id from applications where owner_id = users.id order by 1) as "applicationIds"
    from api_tokens join users on users.id = user_id
    where token_hash = ${hashToken(token)} and expires_at > ${at}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, role, verified_at, applicationIds, ...rest } = row
  return { ...rest, owner: { id, role: getEffectiveRole({ role, verified_at }), applicationIds } }
}

async function assertBelowTokenLimit(db: Kysely<Database>, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('api_tokens')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_TOKENS_PER_ACCOUNT)
    throw new HttpError(
      'LIMIT_REACHED',
      `An account has at most ${MAX_TOKENS_PER_ACCOUNT} API tokens. Revoke one first.`,
    )
}

type Row = Pick<ApiTokenTable, 'id' | 'name' | 'hint' | 'created_at' | 'expires_at'> & {
  scopes: Scope[]
  last_used_at: Date | null
}

const toApiToken = ({ id, name, hint, scopes, created_at, expires_at, last_used_at }: Row): ApiToken => ({
  id,
  name,
  hint,
  scopes,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
  ...(last_used_at && { lastUsedAt: last_used_at.toISOString() }),
})
