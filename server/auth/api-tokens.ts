import { createMongoAbility } from '@casl/ability'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  type ApiToken,
  MOST_TOKEN_DAYS,
  MOST_TOKENS,
  type NewApiToken,
  type Scope,
} from '../../src/api/contract/api-tokens.ts'
import type { Role } from '../../src/api/contract/auth.ts'
import type { Access, Method } from '../../src/api/contract/endpoint.ts'
import { type Caller, type CallOfMember, isAdmin } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { ApiTokenTable } from '../db/tables/accounts.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound, Refusal } from '../errors.ts'
import { onceWithSecret, oneMakerAtATime, repeatable } from '../idempotency.ts'
import { type Ability, rulesFor } from './abilities.ts'
import { hintOf, isApiToken, makeApiToken } from './api-token-form.ts'
import { audit } from './audit.ts'
import { countCall, type Limits } from './rate-limit.ts'
import { noteRevoked } from './revocations.ts'
import { refuseBeyondScopes, rulesOfToken } from './scopes.ts'
import { hashToken } from './session-data.ts'
import { holdSession } from './sessions.ts'
import { ACCESS_SECONDS } from './tokens.ts'

const DAY = 86_400_000

/** How long a token that has ended is still listed, in milliseconds. */
export const ENDED_TOKEN_MS = 30 * DAY

/** How exact `lastUsedAt` is, in milliseconds: a call that only reads does not write each time. */
const USED_MS = 60_000

/**
 * Makes a token for programs, once for each idempotency key: another request under it is refused with `TOKEN_ALREADY_MADE`, for the
 * secret is not kept. Throws `FORBIDDEN` for a guest, and for the scope `private` but to admins; `LIMIT_REACHED`,
 * `TOO_MANY_REQUESTS`; `INVALID_INPUT` for an end that is past or too far; `NOT_SIGNED_IN` once the session is over.
 */
export async function addApiToken(
  deps: Deps,
  call: CallOfMember,
  given: NewApiToken,
): Promise<ApiToken & { token: string }> {
  const { caller, address } = call
  const { name, scopes, expiresAt } = given
  const at = deps.now()
  if (caller.anonymous) throw new Refusal('FORBIDDEN', 'Guests cannot make API tokens. Sign up first.')
  if (scopes.includes('private') && !isAdmin(caller))
    throw new Refusal('FORBIDDEN', 'Only admins make API tokens with the scope “private”.')
  const request = repeatable(call, 'apiTokens.create', given)
  const end = new Date(expiresAt)
  return onceWithSecret(deps.db, request, at, {
    alreadyMade,
    async before() {
      if (end <= at || end.getTime() > at.getTime() + MOST_TOKEN_DAYS * DAY)
        throw invalidInput([{ path: 'body.expiresAt', message: 'The end must be within a year from now.' }])
      await countCall(deps, 'api-tokens-of', caller.id, deps.limits.apiTokensOfAccount)
    },
    async make(trx) {
      await oneMakerAtATime(trx, caller.id)
      if (!(await holdSession(trx, at, caller.id, caller.sessionId)))
        throw new Refusal('NOT_SIGNED_IN', 'This session has ended. Sign in again.')
      await refuseTooMany(trx, caller.id)
      const token = makeApiToken()
      const row = { id: uuidv7(), name, hint: hintOf(token), created_at: at, expires_at: end, last_used_at: null }
      await trx
        .insertInto('api_tokens')
        .values({ ...row, user_id: caller.id, token_hash: hashToken(token), scopes: json(scopes) })
        .execute()
      const details = { tokenId: row.id, name, scopes, expiresAt }
      await audit(trx, at, { action: 'api-token-made', userId: caller.id, address, details })
      return { kept: shown({ ...row, scopes }), told: { token } }
    },
  })
}

const alreadyMade = ({ id: tokenId }: ApiToken) =>
  new Refusal(
    'TOKEN_ALREADY_MADE',
    'This request made its API token before, whose secret was answered then and is kept nowhere. Revoke it and make another.',
    { tokenId },
  )

/** The tokens of an account, the newest first. */
export async function listApiTokens(db: Kysely<Database>, userId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(shown)
}

/** Ends a token of the caller at once, in every process. Throws `NOT_FOUND`, for those of others too. */
export async function revokeApiToken({ db, now }: Deps, { caller, address }: CallOfMember, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw notFound('The API token')
    const details = { tokenId: id, name: gone.name }
    await audit(trx, now(), { action: 'api-token-revoked', userId: caller.id, address, details })
  })
  noteRevoked([id])
}

/** What tokens are looked up with. */
export interface ApiTokenNeeds {
  db: Kysely<Database>
  now: () => Date
  limits: Limits
}

/**
 * Who calls with a token: its owner, by the rules of today, as far as its scopes go. Throws `NOT_SIGNED_IN` for one that is
 * unknown, ended or revoked; `FORBIDDEN` for what its scopes do not name; `TOO_MANY_REQUESTS`.
 */
export async function callerByApiToken(
  needs: ApiTokenNeeds,
  token: string,
  access: Access,
  method: Method,
): Promise<Caller> {
  const at = needs.now()
  const found = isApiToken(token) ? await findOwner(needs.db, token, at) : undefined
  if (!found) throw new Refusal('NOT_SIGNED_IN', 'This API token is unknown, has ended or was revoked.')
  const { tokenId, scopes, owner, expiresAt, lastUsedAt } = found
  if (access === 'session') throw new Refusal('FORBIDDEN', 'API tokens cannot make this call.')
  refuseBeyondScopes(scopes, access, method)
  await countCall(needs, 'api-token', tokenId, needs.limits.callsOfApiToken)
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= USED_MS)
    await needs.db.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', tokenId).execute()
  // As often as a session's, what it may do is looked at again.
  const until = new Date(Math.min(expiresAt.getTime(), at.getTime() + ACCESS_SECONDS * 1000))
  const ability = createMongoAbility<Ability>(rulesOfToken(rulesFor(owner), scopes))
  return { id: owner.id, anonymous: false, sessionId: tokenId, ability, scopes, until }
}

interface Found {
  tokenId: string
  scopes: Scope[]
  expiresAt: Date
  lastUsedAt: Date | null
  owner: { id: string; role: Role; applicationIds: string[] }
}

/** By the hash, which an index finds: how long that takes says nothing of the token. */
async function findOwner(db: Kysely<Database>, token: string, at: Date): Promise<Found | undefined> {
  const { rows } = await sql<Omit<Found, 'owner'> & Found['owner']>`
    select api_tokens.id as "tokenId", scopes, expires_at as "expiresAt", last_used_at as "lastUsedAt", users.id, role,
      array(select applications.id from applications where owner_id = users.id order by 1) as "applicationIds"
    from api_tokens join users on users.id = user_id
    where token_hash = ${hashToken(token)} and expires_at > ${at}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, role, applicationIds, ...rest } = row
  return { ...rest, owner: { id, role, applicationIds } }
}

async function refuseTooMany(db: Kysely<Database>, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('api_tokens')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_TOKENS)
    throw new Refusal('LIMIT_REACHED', `An account has at most ${MOST_TOKENS} API tokens. Revoke one first.`)
}

type Row = Pick<ApiTokenTable, 'id' | 'name' | 'hint' | 'created_at' | 'expires_at'> & {
  scopes: Scope[]
  last_used_at: Date | null
}

const shown = ({ id, name, hint, scopes, created_at, expires_at, last_used_at }: Row): ApiToken => ({
  id,
  name,
  hint,
  scopes,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
  ...(last_used_at && { lastUsedAt: last_used_at.toISOString() }),
})
