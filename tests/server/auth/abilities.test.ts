import { expect, test } from 'vitest'
import { packAbility, unpackAbility } from '../../../server/auth/abilities.ts'

const ids = Array.from({ length: 100 }, (_, i) => `0190a5f0-0000-7000-8000-${String(i).padStart(12, '0')}`)
const developer = { id: ids[0]!, role: 'developer', applicationIds: ids } as const

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
