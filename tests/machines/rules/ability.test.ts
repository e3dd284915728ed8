import { subject } from '@casl/ability'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bearer, packAbility, unpackAbility } from '../../../server/auth/abilities.ts'
import type { Action, Subject } from '../../../src/api/contract/endpoint.ts'
import { abilityOf, abilityWith, may } from '../../../src/machines/rules/ability.ts'

const ROLES = ['admin', 'developer', 'user', 'anonymous'] as const
const ACTIONS: Action[] = ['read', 'create', 'update', 'delete', 'lock', 'manage']
const KINDS: Subject[] = ['Asset', 'Application', 'Tag', 'File', 'User', 'all']
const id = fc.constantFrom('a', 'b', 'c')

const tokenOf = (ability: unknown) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'ES256' })}.${part({ ability, exp: 1, iat: 1 })}.x`
}

test('what the server hands out means the same here as to CASL there, for every role, kind and thing', () => {
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
      (bearer, action, kind, thing) => {
        const packed = packAbility(bearer as Bearer)
        const theirs = unpackAbility(packed).can(action, (thing ? subject(kind, { ...thing }) : kind) as never)
        expect(may(abilityOf(tokenOf(packed)), action, kind, thing)).toBe(theirs)
      },
    ),
    { numRuns: 2000 },
  )
})

test('the last rule that matches decides', () => {
  const ability = abilityWith([
    { action: 'manage', subject: 'all' },
    { action: 'delete', subject: 'Asset', conditions: { locked: true }, inverted: true },
  ])
  expect(may(ability, 'delete', 'Asset', { locked: true })).toBe(false)
  expect(may(ability, 'delete', 'Asset', { locked: false })).toBe(true)
  expect(may(ability, 'delete', 'Asset')).toBe(true)
})

test('a condition of a kind that is not understood grants nothing', () => {
  const ability = abilityWith([{ action: 'read', subject: 'Asset', conditions: { size: { $gt: 3 } } }])
  expect(may(ability, 'read', 'Asset', { size: 5 })).toBe(false)
})

test.each([[undefined], ['none'], [7], [[7]], [[['read']]], [[[1, 'Asset']]]])(
  'a broken ability %j grants nothing',
  (ability) => {
    expect(may(abilityOf(tokenOf(ability)), 'read', 'Asset')).toBe(false)
  },
)

test('a right that a token takes away is refused, of a thing and of the kind', () => {
  const ability = abilityOf(
    tokenOf([
      ['manage', 'all'],
      ['delete,lock', 'Asset', 0, 1],
    ]),
  )
  for (const thing of [undefined, {}]) {
    expect([may(ability, 'delete', 'Asset', thing), may(ability, 'lock', 'Asset', thing)]).toEqual([false, false])
    expect([may(ability, 'read', 'Asset', thing), may(ability, 'delete', 'Tag', thing)]).toEqual([true, true])
  }
})

test('one broken right leaves nothing of the others', () => {
  expect(may(abilityOf(tokenOf([['read', 'Asset'], [7]])), 'read', 'Asset')).toBe(false)
})

test('no token grants nothing', () => {
  expect(may(abilityOf(undefined), 'read', 'Asset')).toBe(false)
})

describe('a condition', () => {
  const isRead = (conditions: Record<string, unknown>, thing: object) =>
    may(abilityWith([{ action: 'read', subject: 'Asset', conditions }]), 'read', 'Asset', thing)

  test('looks at the fields of the thing itself, never at what every object inherits', () => {
    expect(isRead({ 'constructor.name': 'Object' }, {})).toBe(false)
    expect(isRead({ 'owner.length': 3 }, { owner: 'ada' })).toBe(false)
    expect(isRead({ 'owner.id': 'a' }, { owner: null })).toBe(false)
    expect(isRead({ 'owner.id': 'a' }, { owner: { id: 'a' } })).toBe(true)
  })

  test('holds where one of several things in a list meets it, whatever the list is of', () => {
    expect(isRead({ tags: 'boots' }, { tags: ['hats', 'boots'] })).toBe(true)
    expect(isRead({ tags: 'coats' }, { tags: ['hats', 'boots'] })).toBe(false)
    expect(isRead({ 'links.id': 'b' }, { links: [{ id: 'a' }, { id: 'b' }] })).toBe(true)
  })

  test('must hold with every other', () => {
    expect(isRead({ locked: false, type: 'hair' }, { locked: false, type: 'top' })).toBe(false)
    expect(isRead({ locked: false, type: 'hair' }, { locked: false, type: 'hair' })).toBe(true)
  })

  test('may name nothing, one value, or a list of several', () => {
    expect([isRead({ owner: null }, { owner: null }), isRead({ owner: null }, { owner: 'a' })]).toEqual([true, false])
    expect(isRead({ owner: { $in: ['a', 'b'] } }, { owner: 'b' })).toBe(true)
    expect(isRead({ owner: { $in: 'abc' } }, { owner: 'b' })).toBe(false)
  })
})
