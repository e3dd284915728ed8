import { createMongoAbility } from '@casl/ability'
import type { Kysely } from 'kysely'
import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { Database } from '../db/schema.ts'
import { type Ability, rulesFor } from './abilities.ts'
import { rulesOfToken } from './scopes.ts'
import { isOpen } from './sessions.ts'

/** Who is asked about: an account, and what it asked by: a session, or an API token, which has scopes. */
export interface Standing {
  readonly userId: string
  /** Not looked at where work goes on without the session that asked for it. */
  readonly sessionId?: string | undefined
  readonly tokenId?: string | null | undefined
  readonly scopes?: readonly Scope[] | null | undefined
}

/**
 * What somebody may do as of now, for work that lasts longer than a call: by the rights of today, of an API token no more than
 * its scopes grant. Undefined once the account is gone, the session has ended, or the token was revoked or has ended.
 */
export async function abilityNow(
  db: Kysely<Database>,
  at: Date,
  { userId, sessionId, tokenId, scopes }: Standing,
): Promise<Ability | undefined> {
  const user = await db.selectFrom('users').select(['id', 'role']).where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  if (sessionId !== undefined && !(await isOpen(db, at, userId, sessionId))) return undefined
  if (tokenId != null && !(await isTokenGood(db, at, tokenId))) return undefined
  const owned = await db.selectFrom('applications').select('id').where('owner_id', '=', userId).execute()
  const rules = rulesFor({ ...user, applicationIds: owned.map(({ id }) => id) })
  return createMongoAbility<Ability>(scopes ? rulesOfToken(rules, scopes) : rules)
}

/** Whether an API token was neither revoked nor has ended. */
export async function isTokenGood(db: Kysely<Database>, at: Date, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return found !== undefined
}
