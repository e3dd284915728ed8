import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccountViews } from '../../src/api/account-views.ts'
import { openTestServer, type TestAccount, type TestServer } from '../support/server.ts'

let server: TestServer
let user: TestAccount

beforeAll(async () => {
  server = await openTestServer()
}, 60_000)
beforeEach(async () => {
  await server.reset()
  user = await server.account('user')
})
afterAll(() => server.close())

const view = (name: string, n = 1) => ({ name, query: { n } })
const names = async (list: string) =>
  (await createAccountViews(user.client).read(list)).map(({ name, query }) => `${name} ${query['n']}`)

test('views are kept, replaced and deleted by their names, list by list', async () => {
  const views = createAccountViews(user.client)
  await views.keep('assets', view('Hats'))
  await views.keep('assets', view('Boots'))
  await views.keep('tags', view('Hats'))
  await views.keep('assets', view('Hats', 2))
  expect([await names('assets'), await names('tags')]).toEqual([['Boots 1', 'Hats 2'], ['Hats 1']])
  await views.remove('assets', 'Hats')
  await views.remove('assets', 'Hats')
  expect([await names('assets'), await names('tags')]).toEqual([['Boots 1'], ['Hats 1']])
})

test('of tabs that keep a view of one name at once each finds its own, or the other’s, kept', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => createAccountViews(user.client).keep('assets', view('Hats', n))))
  expect(await names('assets')).toHaveLength(1)
})

test('what the server refuses is told', async () => {
  await expect(createAccountViews(user.client).keep('assets', view(''))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
