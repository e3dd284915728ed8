import { createMongoAbility, type MongoAbility, type MongoQuery, type RawRuleOf } from '@casl/ability'
import { type PackRule, packRules, unpackRules } from '@casl/ability/extra'
import type { Role } from '../../src/api/contract/auth.ts'
import type { Action, Subject } from '../../src/api/contract/endpoint.ts'

export type Ability = MongoAbility<[Action, Subject | (object & { __caslSubjectType__: Subject })], MongoQuery>
export type Rule = RawRuleOf<Ability>

const WRITE_ACTIONS: Action[] = ['update', 'delete', 'lock']

/**
 * Account that rules are written for. `role` is the role in effect (see `readAbilityOwner`). The account owns the applications
 * `applicationIds`.
 */
export interface AbilityOwner {
  id: string
  role: Role
  applicationIds: readonly string[]
}

/**
 * Returns the rules of a role. Conditions use field names of the contract, so that the client can evaluate them on response data.
 * Only the server evaluates `wardrobeOf`.
 */
export function createRulesForOwner({ id, role, applicationIds }: AbilityOwner): Rule[] {
  const readsAll: Rule[] = (['Asset', 'Application', 'Tag'] as const).map((subject) => ({ action: 'read', subject }))
  switch (role) {
    case 'admin':
      return [{ action: 'manage', subject: 'all' }]
    case 'developer':
      return [
        ...readsAll,
        { action: 'create', subject: 'File' },
        { action: 'create', subject: 'Asset' },
        // All users share the tags, so only an admin renames or deletes a tag.
        { action: 'create', subject: 'Tag' },
        { action: ['update', 'export'], subject: 'Application', conditions: { ownerId: id } },
        { action: WRITE_ACTIONS, subject: 'Asset', conditions: { createdBy: id } },
        // One rule for all write actions lists the ids once. The ids make up most of the token, which is sent with every call.
        ...(applicationIds.length > 0
          ? [
              {
                action: WRITE_ACTIONS,
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

export const packAbility = (owner: AbilityOwner): PackRule<Rule>[] => packRules(createRulesForOwner(owner))

/** Unpacks the rules written by {@link packAbility}. Throws on invalid rules. */
export const unpackAbility = (packed: PackRule<Rule>[]): Ability => createMongoAbility<Ability>(unpackRules(packed))

export const canReadEveryAsset = (ability: Ability): boolean =>
  ability.rulesFor('read', 'Asset').some(({ conditions }) => !conditions)

/**
 * Removes the rules that name a user's wardrobe, so that users with the same rights have equal rules, for example as a cache key.
 */
export const withoutWardrobeRules = (ability: Ability): Ability =>
  createMongoAbility<Ability>(ability.rules.filter(({ conditions }) => !conditions || !('wardrobeOf' in conditions)))
