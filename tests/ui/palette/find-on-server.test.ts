import { expect, test } from 'vitest'
import { rulesFor } from '../../../server/auth/abilities.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import { abilityWith } from '../../../src/machines/rules/ability.ts'
import type { FrameCalls } from '../../../src/ui/context.ts'
import { findOnServer } from '../../../src/ui/palette/find-on-server.ts'

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

/** What is found, and what was asked, by somebody of a role. */
async function find(role: Role, text: string) {
  const asked: unknown[] = []
  const answer = (name: string, ...data: object[]) => ({
    list: async ({ query }: { query: object }) => {
      asked.push([name, query])
      return page(...data)
    },
  })
  const calls = {
    assets: answer('assets'),
    tags: answer('tags'),
    applications: answer('applications', ...APPLICATIONS),
    accounts: answer('accounts', ...PEOPLE),
  }
  const ability = abilityWith(rulesFor({ id: 'me', role, applicationIds: [] }) as never)
  const found = await findOnServer(calls as unknown as FrameCalls, ability, text, new AbortController().signal)
  return { asked: asked.map((one) => (one as [string])[0]), things: found.things, isWhole: found.isWhole }
}

test('admins find people who have an account by name and address, and are led to their pages', async () => {
  const { things } = await find('admin', 'a')
  expect(things).toEqual([
    LANE,
    { id: 'user/u1', kind: 'user', label: 'Ada', to: '/users/u1', words: 'ada@house.example' },
    { id: 'user/u2', kind: 'user', label: 'bob@house.example', to: '/users/u2', words: 'bob@house.example' },
  ])
})

test('nobody else asks for people, nor does an admin before anything is typed', async () => {
  expect((await find('developer', 'a')).asked).toEqual(['assets', 'tags', 'applications'])
  expect((await find('anonymous', 'a')).asked).toEqual(['assets'])
  expect((await find('admin', '')).asked).toEqual(['assets', 'tags', 'applications'])
})

test('applications are found by who may read them, and lead to their assets', async () => {
  expect((await find('user', 'lane')).things).toEqual([LANE])
  expect((await find('anonymous', 'lane')).things).toEqual([])
})
