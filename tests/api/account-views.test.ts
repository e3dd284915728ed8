import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccountViews } from '../../src/api/account-views.ts'
import { openTestServer, type TestAccount, type TestServer } from '../support/server.ts'

let server: TestServer
let user: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
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

test('a view is shared by its name, another’s ended by its id; one that is gone meanwhile can only be left so', async () => {
  const [ann, admin] = [await server.account('developer'), await server.account('admin')]
  const [views, others] = [createAccountViews(ann.client), createAccountViews(admin.client)]
  await views.keep('assets', view('Hats'))
  await views.share('assets', { name: 'Hats', isShared: true })
  const [shared] = await others.readShared('assets')
  expect([shared?.name, (await views.read('assets'))[0]?.isShared]).toEqual(['Hats', true])
  await others.share('assets', { name: 'Hats', isShared: false, id: shared!.id })
  expect(await others.readShared('assets')).toEqual([])
  await views.share('assets', { name: 'Boots', isShared: false })
  await expect(views.share('assets', { name: 'Boots', isShared: true })).rejects.toMatchObject({ status: 404 })
})

test('what the server refuses is told', async () => {
  await expect(createAccountViews(user.client).keep('assets', view(''))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('a view that another tab deleted in between is gone, and nobody is told of a fault', async () => {
  const views = createAccountViews(user.client)
  await views.keep('assets', view('Hats'))
  const { remove } = user.client.views
  const late = {
    ...user.client.views,
    async remove(...given: Parameters<typeof remove>) {
      await remove(...given)
      return remove(...given)
    },
  }
  await createAccountViews({ views: late }).remove('assets', 'Hats')
  expect(await names('assets')).toEqual([])
})

test('a view that another tab kept in between is replaced; one whose name is taken and that is nowhere is told', async () => {
  const { list } = user.client.views
  let asked = 0
  const before = {
    ...user.client.views,
    list: async (...given: Parameters<typeof list>) => {
      const found = await list(...given)
      return asked++ === 0 ? { data: [] } : found
    },
  }
  await createAccountViews(user.client).keep('assets', view('Hats'))
  await createAccountViews({ views: before }).keep('assets', view('Hats', 2))
  expect(await names('assets')).toEqual(['Hats 2'])
  const blind = { ...user.client.views, list: async () => ({ data: [] }) }
  await expect(createAccountViews({ views: blind }).keep('assets', view('Hats', 3))).rejects.toMatchObject({
    code: 'NAME_TAKEN',
  })
  expect(await names('assets')).toEqual(['Hats 2'])
})

test('a fault of the server when a view is deleted is told', async () => {
  await createAccountViews(user.client).keep('assets', view('Hats'))
  const failing = { ...user.client.views, remove: () => user.client.views.update({ id: 'nobody', body: { name: '' } }) }
  await expect(createAccountViews({ views: failing as never }).remove('assets', 'Hats')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('a view is made under a key of its own, so that one whose answer was lost is not made twice', async () => {
  const { create } = user.client.views
  const keys: unknown[] = []
  const telling = {
    ...user.client.views,
    create: (...given: Parameters<typeof create>) => {
      keys.push(given[1]?.idempotencyKey)
      return create(...given)
    },
  }
  const views = createAccountViews({ views: telling })
  await views.keep('assets', view('Hats'))
  await views.keep('assets', view('Boots'))
  expect([keys.length, new Set(keys).size, keys.every((key) => typeof key === 'string' && key !== '')]).toEqual([
    2,
    2,
    true,
  ])
})

test('a view that is refused for what it holds replaces none that another tab kept in between', async () => {
  const { list } = user.client.views
  await createAccountViews(user.client).keep('assets', view('Hats'))
  let asked = 0
  const refusing = {
    ...user.client.views,
    list: async (...given: Parameters<typeof list>) => (asked++ === 0 ? { data: [] } : list(...given)),
    create: () => user.client.views.create({ body: { list: 'assets', name: '', query: {} } }),
  }
  const kept = createAccountViews({ views: refusing as never }).keep('assets', view('Hats', 2))
  await expect(kept).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await names('assets')).toEqual(['Hats 1'])
})
