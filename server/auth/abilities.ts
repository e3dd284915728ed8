import { createMongoAbility, type MongoAbility, type MongoQuery, type RawRuleOf } from '@casl/ability'
import { type PackRule, packRules, unpackRules } from '@casl/ability/extra'
import type { Role } from '../../src/api/contract/auth.ts'
import type { Action, Subject } from '../../src/api/contract/endpoint.ts'

/** What a caller may do. */
export type Ability = MongoAbility<[Action, Subject | (object & { __caslSubjectType__: Subject })], MongoQuery>
export type Rule = RawRuleOf<Ability>

const WRITES: Action[] = ['update', 'delete', 'lock']

/** Whom rules are written for; `applicationIds` are those the user owns. */
export interface Bearer {
  id: string
  role: Role
  applicationIds: readonly string[]
}

/**
 * The rules of a role. Conditions are in the words of the contract's Asset and Application, so that the client can ask
 * them of what it was answered; only `wardrobeOf` is known to the server alone.
 */
export function rulesFor({ id, role, applicationIds }: Bearer): Rule[] {
  const readsAll: Rule[] = (['Asset', 'Application', 'Tag'] as const).map((subject) => ({ action: 'read', subject }))
  switch (role) {
    case 'admin':
      return [{ action: 'manage', subject: 'all' }]
    case 'developer':
      return [
        ...readsAll,
        { action: 'create', subject: 'File' },
        { action: 'create', subject: 'Asset' },
        // A tag is everybody's: who makes one may use it, but only an admin renames or deletes what others use.
        { action: 'create', subject: 'Tag' },
        { action: ['update', 'export'], subject: 'Application', conditions: { ownerId: id } },
        { action: WRITES, subject: 'Asset', conditions: { createdBy: id } },
        // One rule for all writes: the token travels with every call, and the ids are most of it.
        ...(applicationIds.length > 0
          ? [
              {
                action: WRITES,
                subject: 'Asset' as const,
                conditions: { 'applications.applicationId': { $in: [...applicationIds] } },
              },
            ]
          : []),
      ]
    case 'user':
      return readsAll
    case 'anonymous':
      return [
        { action: 'read', subject: 'Asset', conditions: { defaultAuthorized: true } },
        { action: 'read', subject: 'Asset', conditions: { wardrobeOf: id } },
      ]
  }
}

/** Packs a role's rules as they travel in the token's `ability`. */
export const packAbility = (bearer: Bearer): PackRule<Rule>[] => packRules(rulesFor(bearer))

/** Reads what {@link packAbility} wrote. Throws on rules it does not understand. */
export const unpackAbility = (packed: PackRule<Rule>[]): Ability => createMongoAbility<Ability>(unpackRules(packed))

/**
 * The same without the rules that name one person's wardrobe. Those who may do the same then have the same rules, whoever
 * they are.
 */
export const withoutWardrobe = (ability: Ability): Ability =>
  createMongoAbility<Ability>(ability.rules.filter(({ conditions }) => !conditions || !('wardrobeOf' in conditions)))
