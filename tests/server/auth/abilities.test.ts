import { packRules } from '@casl/ability/extra'
import { expect, test } from 'vitest'
import {
  type Ability,
  canReadEveryAsset,
  packAbility,
  unpackAbility,
  withoutWardrobeRules,
} from '../../../server/auth/abilities.ts'
import { isAdmin, isMember } from '../../../server/auth/call.ts'
import { assertScopes, limitRulesToScopes } from '../../../server/auth/scopes.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import type { Access, Action, Method, Subject } from '../../../src/api/contract/endpoint.ts'

const ids = Array.from({ length: 100 }, (_, i) => `0190a5f0-0000-7000-8000-${String(i).padStart(12, '0')}`)
const developer = { id: ids[0]!, role: 'developer', applicationIds: ids } as const

const SUBJECTS: Subject[] = ['Asset', 'Application', 'Tag', 'File', 'User']
const ACTIONS: Action[] = ['manage', 'read', 'export', 'create', 'update', 'delete', 'lock']
const listRights = (ability: Ability) =>
  SUBJECTS.flatMap((subject) =>
    ACTIONS.filter((action) => ability.can(action, subject)).map((action) => `${action} ${subject}`),
  )
const abilityOf = (role: Role, applicationIds: readonly string[] = []) =>
  unpackAbility(packAbility({ id: 'me', role, applicationIds }))

test.each<[Role, string[], { isAdmin: boolean; isMember: boolean }]>([
  [
    'admin',
    SUBJECTS.flatMap((subject) => ACTIONS.map((action) => `${action} ${subject}`)),
    { isAdmin: true, isMember: true },
  ],
  [
    'developer',
    [
      ...['read', 'create', 'update', 'delete', 'lock'].map((action) => `${action} Asset`),
      ...['read', 'export', 'update'].map((action) => `${action} Application`),
      ...['read', 'create'].map((action) => `${action} Tag`),
      'create File',
    ],
    { isAdmin: false, isMember: true },
  ],
  ['user', ['read Asset', 'read Application', 'read Tag'], { isAdmin: false, isMember: true }],
  ['anonymous', ['read Asset'], { isAdmin: false, isMember: false }],
])('the role %s has exactly its rights', (role, rights, is) => {
  const ability = abilityOf(role)
  expect(listRights(ability)).toEqual(rights)
  expect({ isAdmin: isAdmin({ ability }), isMember: isMember({ ability }) }).toEqual(is)
  expect(canReadEveryAsset(ability)).toBe(is.isMember)
})

test('a developer changes and exports only own applications', () => {
  const ability = abilityOf('developer')
  const application = (ownerId: string) => ({ __caslSubjectType__: 'Application', ownerId }) as const
  for (const action of ['update', 'export'] as const)
    expect([ability.can(action, application('me')), ability.can(action, application('other'))]).toEqual([true, false])
})

test('a guest reads public assets and the own wardrobe, which is left out of rules that guests share', () => {
  const ability = abilityOf('anonymous')
  const asset = (defaultAuthorized: boolean, wardrobeOf: string) =>
    ({ __caslSubjectType__: 'Asset', defaultAuthorized, wardrobeOf }) as const
  const assets = [asset(true, 'other'), asset(false, 'me'), asset(false, 'other')]
  expect(assets.map((it) => ability.can('read', it))).toEqual([true, true, false])
  expect(assets.map((it) => withoutWardrobeRules(ability).can('read', it))).toEqual([true, false, false])
  for (const role of ['admin', 'developer', 'user'] as const)
    expect(withoutWardrobeRules(abilityOf(role)).rules).toEqual(abilityOf(role).rules)
})

test('an ability without rules reads no asset', () => {
  expect(canReadEveryAsset(unpackAbility([]))).toBe(false)
})

test('without the scope `private` an admin’s token has every right except to manage', () => {
  const rights = (scopes: ('read' | 'write' | 'private')[]) =>
    listRights(unpackAbility(packRules(limitRulesToScopes(abilityOf('admin').rules, scopes))))
  expect(rights(['read', 'private'])).toEqual(listRights(abilityOf('admin')))
  expect(rights(['read', 'write'])).toEqual(listRights(abilityOf('admin')).filter((right) => !/^manage/.test(right)))
  const { rules } = abilityOf('developer', ['one'])
  expect(limitRulesToScopes(rules, ['read'])).toEqual(rules)
})

test.each<[Method, Access, string | undefined]>([
  ['GET', 'member', 'read'],
  ['GET', ['read', 'Asset'], 'read'],
  ['POST', ['create', 'Asset'], 'write'],
  ['DELETE', 'session', 'write'],
])('a call by %s with the access %j needs the scope %s', (method, access, scope) => {
  const others = (['read', 'write', 'private'] as const).filter((other) => other !== scope)
  expect(() => assertScopes(others, access, method)).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN', details: { scope } }),
  )
  expect(() => assertScopes([scope as 'read'], access, method)).not.toThrow()
})

test('a call for admins needs the scope `private` in addition', () => {
  const access: Access = ['manage', 'all']
  expect(() => assertScopes(['read', 'write'], access, 'GET')).toThrow(
    expect.objectContaining({ details: { scope: 'private' } }),
  )
  expect(() => assertScopes(['private'], access, 'GET')).toThrow(
    expect.objectContaining({ details: { scope: 'read' } }),
  )
  expect(() => assertScopes(['read', 'private'], access, 'GET')).not.toThrow()
})

test('a developer may write only assets that the developer created or has in an own application', () => {
  const ability = unpackAbility(packAbility(developer))
  const asset = (createdBy: string, applicationId: string) =>
    ({ __caslSubjectType__: 'Asset', createdBy, applications: [{ applicationId }] }) as const
  for (const action of ['update', 'delete', 'lock'] as const) {
    expect(ability.can(action, asset(developer.id, 'foreign'))).toBe(true)
    expect(ability.can(action, asset('other', ids[99]!))).toBe(true)
    expect(ability.can(action, asset('other', 'foreign'))).toBe(false)
  }
})

test('the packed rules of a developer with 100 applications are shorter than 5,000 characters', () => {
  expect(JSON.stringify(packAbility(developer)).length).toBeLessThan(5000)
})
