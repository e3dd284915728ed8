import { subject } from '@casl/ability'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AbilityOwner, packAbility, unpackAbility } from '../../../server/auth/abilities.ts'
import type { Action, Subject } from '../../../src/api/contract/endpoint.ts'
import { abilityOf, can, createAbility } from '../../../src/machines/session/ability.ts'

const ROLES = ['admin', 'developer', 'user', 'anonymous'] as const
const ACTIONS: Action[] = ['read', 'create', 'update', 'delete', 'lock', 'manage']
const KINDS: Subject[] = ['Asset', 'Application', 'Tag', 'File', 'User', 'all']
const id = fc.constantFrom('a', 'b', 'c')

const tokenOf = (ability: unknown) => {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encodePart({ alg: 'ES256' })}.${encodePart({ ability, exp: 1, iat: 1 })}.x`
}

test("grants what the server's CASL ability grants, for every role, subject and object", () => {
  fc.assert(
    fc.property(
      fc.record({ id, role: fc.constantFrom(...ROLES), applicationIds: fc.uniqueArray(id) }),
      fc.constantFrom(...ACTIONS),
      fc.constantFrom(...KINDS),
      fc.option(
        fc.record(
          {
            createdBy: id,
            ownerId: id,
            defaultAuthorized: fc.boolean(),
            applications: fc.array(fc.record({ applicationId: id })),
          },
          { requiredKeys: [] },
        ),
        { nil: undefined },
      ),
      (bearer, action, kind, fields) => {
        const packed = packAbility(bearer as AbilityOwner)
        const clientAbility = unpackAbility(packed).can(action, (fields ? subject(kind, { ...fields }) : kind) as never)
        expect(can(abilityOf(tokenOf(packed)), action, kind, fields)).toBe(clientAbility)
      },
    ),
    { numRuns: 2000 },
  )
})

test('applies the last matching rule', () => {
  const ability = createAbility([
    { action: 'manage', subject: 'all' },
    { action: 'delete', subject: 'Asset', conditions: { locked: true }, inverted: true },
  ])
  expect(can(ability, 'delete', 'Asset', { locked: true })).toBe(false)
  expect(can(ability, 'delete', 'Asset', { locked: false })).toBe(true)
  expect(can(ability, 'delete', 'Asset')).toBe(true)
})

test('grants nothing if a condition of the rule uses an unsupported operator', () => {
  const ability = createAbility([{ action: 'read', subject: 'Asset', conditions: { size: { $gt: 3 } } }])
  expect(can(ability, 'read', 'Asset', { size: 5 })).toBe(false)
})

test.each([[undefined], ['none'], [7], [[7]], [[['read']]], [[[1, 'Asset']]]])(
  'grants nothing for the malformed ability %j',
  (ability) => {
    expect(can(abilityOf(tokenOf(ability)), 'read', 'Asset')).toBe(false)
  },
)

test('denies an action that an inverted rule in the token forbids, with and without an object', () => {
  const ability = abilityOf(
    tokenOf([
      ['manage', 'all'],
      ['delete,lock', 'Asset', 0, 1],
    ]),
  )
  for (const fields of [undefined, {}]) {
    expect([can(ability, 'delete', 'Asset', fields), can(ability, 'lock', 'Asset', fields)]).toEqual([false, false])
    expect([can(ability, 'read', 'Asset', fields), can(ability, 'delete', 'Tag', fields)]).toEqual([true, true])
  }
})

test('grants nothing if one rule is malformed', () => {
  expect(can(abilityOf(tokenOf([['read', 'Asset'], [7]])), 'read', 'Asset')).toBe(false)
})

test('grants nothing without a token', () => {
  expect(can(abilityOf(undefined), 'read', 'Asset')).toBe(false)
})

describe('condition', () => {
  const isRead = (conditions: Record<string, unknown>, fields: object) =>
    can(createAbility([{ action: 'read', subject: 'Asset', conditions }]), 'read', 'Asset', fields)

  test('matches own properties of an object only, never inherited ones', () => {
    expect(isRead({ 'constructor.name': 'Object' }, {})).toBe(false)
    expect(isRead({ 'owner.length': 3 }, { owner: 'ada' })).toBe(false)
    expect(isRead({ 'owner.id': 'a' }, { owner: null })).toBe(false)
    expect(isRead({ 'owner.id': 'a' }, { owner: { id: 'a' } })).toBe(true)
  })

  test('matches if any element of a list matches', () => {
    expect(isRead({ tags: 'boots' }, { tags: ['hats', 'boots'] })).toBe(true)
    expect(isRead({ tags: 'coats' }, { tags: ['hats', 'boots'] })).toBe(false)
    expect(isRead({ 'links.id': 'b' }, { links: [{ id: 'a' }, { id: 'b' }] })).toBe(true)
  })

  test('grants nothing unless all other conditions of the rule are met too', () => {
    expect(isRead({ locked: false, type: 'hair' }, { locked: false, type: 'top' })).toBe(false)
    expect(isRead({ locked: false, type: 'hair' }, { locked: false, type: 'hair' })).toBe(true)
  })

  test('can require null, one value, or one of several values', () => {
    expect([isRead({ owner: null }, { owner: null }), isRead({ owner: null }, { owner: 'a' })]).toEqual([true, false])
    expect(isRead({ owner: { $in: ['a', 'b'] } }, { owner: 'b' })).toBe(true)
    expect(isRead({ owner: { $in: 'abc' } }, { owner: 'b' })).toBe(false)
  })
})
