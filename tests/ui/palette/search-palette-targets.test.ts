import { expect, test } from 'vitest'
import { createRulesForOwner } from '../../../server/auth/abilities.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import { createAbility } from '../../../src/machines/session/ability.ts'
import type { ShellCalls } from '../../../src/ui/context.ts'
import { searchPaletteTargets } from '../../../src/ui/palette/search-palette-targets.ts'

const at = '2026-03-02T09:00:00.000Z'
const page = (...data: object[]) => ({ data, pagination: { hasNextPage: false } })
const PEOPLE = [
  { id: 'u1', role: 'user', createdAt: at, email: 'ada@house.example', name: 'Ada' },
  { id: 'u2', role: 'user', createdAt: at, email: 'bob@house.example' },
]
const APPLICATIONS = [{ id: 'a1', name: 'Harbour Lane', ownerId: 'u1', createdAt: at }]
const LANE = {
  id: 'application/a1',
  kind: 'application',
  label: 'Harbour Lane',
  to: `/assets?filter=${encodeURIComponent('{"applicationId":["a1"]}')}`,
}

/** Searches as a user with the role. Returns the results and the names of the requested endpoints. */
async function searchAs(role: Role, text: string) {
  const requests: unknown[] = []
  const stubList = (name: string, ...data: object[]) => ({
    list: async ({ query }: { query: object }) => {
      requests.push([name, query])
      return page(...data)
    },
  })
  const calls = {
    assets: stubList('assets'),
    tags: stubList('tags'),
    applications: stubList('applications', ...APPLICATIONS),
    accounts: stubList('accounts', ...PEOPLE),
  }
  const ability = createAbility(createRulesForOwner({ id: 'me', role, applicationIds: [] }) as never)
  const found = await searchPaletteTargets(calls as unknown as ShellCalls, ability, text, new AbortController().signal)
  return { requests: requests.map((request) => (request as [string])[0]), things: found.things, isWhole: found.isWhole }
}

test('returns users with name, e-mail and a link to the page of the user for an admin', async () => {
  const { things } = await searchAs('admin', 'a')
  expect(things).toEqual([
    LANE,
    { id: 'user/u1', kind: 'user', label: 'Ada', to: '/users/u1', words: 'ada@house.example' },
    { id: 'user/u2', kind: 'user', label: 'bob@house.example', to: '/users/u2', words: 'bob@house.example' },
  ])
})

test('requests accounts only for admins, and only after text is typed', async () => {
  expect((await searchAs('developer', 'a')).requests).toEqual(['assets', 'tags', 'applications'])
  expect((await searchAs('anonymous', 'a')).requests).toEqual(['assets'])
  expect((await searchAs('admin', '')).requests).toEqual(['assets', 'tags', 'applications'])
})

test('finds applications only for roles that may read them, with links to their assets', async () => {
  expect((await searchAs('user', 'lane')).things).toEqual([LANE])
  expect((await searchAs('anonymous', 'lane')).things).toEqual([])
})
