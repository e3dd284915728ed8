import { createMongoAbility } from '@casl/ability'
import type { Kysely } from 'kysely'
import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { Database } from '../db/schema.ts'
import { type Ability, createRulesForOwner } from './abilities.ts'
import { readAbilityOwner } from './ability-owner.ts'
import { limitRulesToScopes } from './scopes.ts'
import { isSessionOpen } from './sessions.ts'

/** Account whose rights are checked, and the session or API token (with its scopes) that requested the work. */
export interface CredentialRef {
  readonly userId: string
  readonly sessionId?: string | undefined
  readonly tokenId?: string | null | undefined
  readonly scopes?: readonly Scope[] | null | undefined
}

/**
 * Returns the current rights of an account, limited to the scopes of an API token, for work that outlives its request. Returns
 * undefined if the account does not exist, the session has ended, or the token was revoked or has expired.
 */
export async function readCurrentAbility(
  db: Kysely<Database>,
  at: Date,
  { userId, sessionId, tokenId, scopes }: CredentialRef,
): Promise<Ability | undefined> {
  const owner = await readAbilityOwner(db, userId)
  if (!owner) return undefined
  if (sessionId !== undefined && !(await isSessionOpen(db, at, userId, sessionId))) return undefined
  if (tokenId != null && !(await isApiTokenValid(db, at, tokenId))) return undefined
  const rules = createRulesForOwner(owner)
  return createMongoAbility<Ability>(scopes ? limitRulesToScopes(rules, scopes) : rules)
}

export async function isApiTokenValid(db: Kysely<Database>, at: Date, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return found !== undefined
}
