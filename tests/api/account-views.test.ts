import { beforeEach, expect, test } from 'vitest'
import { createAccountViews } from '../../src/api/account-views.ts'
import type { TestAccount } from '../support/server.ts'
import { setUpTestServer } from '../support/set-up-test-server.ts'

const server = setUpTestServer()
let user: TestAccount

beforeEach(async () => {
  user = await server.account('user')
})

const view = (name: string, n = 1) => ({ name, query: { n } })
const names = async (list: string) =>
  (await createAccountViews(user.client).read(list)).map(({ name, query }) => `${name} ${query['n']}`)

test('stores, replaces and deletes views by name, separately for each list', async () => {
  const views = createAccountViews(user.client)
  await views.save('assets', view('Hats'))
  await views.save('assets', view('Boots'))
  await views.save('tags', view('Hats'))
  await views.save('assets', view('Hats', 2))
  expect([await names('assets'), await names('tags')]).toEqual([['Boots 1', 'Hats 2'], ['Hats 1']])
  await views.remove('assets', 'Hats')
  await views.remove('assets', 'Hats')
  expect([await names('assets'), await names('tags')]).toEqual([['Boots 1'], ['Hats 1']])
})

test('keeps only one view if several tabs save a view of the same name at the same time', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => createAccountViews(user.client).save('assets', view('Hats', n))))
  expect(await names('assets')).toHaveLength(1)
})

test('shares a view by name, unshares another user’s view by id, and rejects if the view is missing', async () => {
  const [ann, admin] = [await server.account('developer'), await server.account('admin')]
  const [views, others] = [createAccountViews(ann.client), createAccountViews(admin.client)]
  await views.save('assets', view('Hats'))
  await views.share('assets', { name: 'Hats', isShared: true })
  const [shared] = await others.readShared('assets')
  expect([shared?.name, (await views.read('assets'))[0]?.isShared]).toEqual(['Hats', true])
  // An own view of the same name is another view.
  await others.save('assets', view('Hats'))
  await others.share('assets', { name: 'Hats', isShared: false, id: shared!.id })
  expect(await others.readShared('assets')).toEqual([])
  await views.share('assets', { name: 'Boots', isShared: false })
  await expect(views.share('assets', { name: 'Boots', isShared: true })).rejects.toMatchObject({ status: 404 })
})

test('rejects with the server’s error code if the server refuses to save a view', async () => {
  await expect(createAccountViews(user.client).save('assets', view(''))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('resolves a deletion if another tab has already deleted the view', async () => {
  const views = createAccountViews(user.client)
  await views.save('assets', view('Hats'))
  const { remove } = user.client.views
  const late = {
    ...user.client.views,
    async remove(...args: Parameters<typeof remove>) {
      await remove(...args)
      return remove(...args)
    },
  }
  await createAccountViews({ views: late }).remove('assets', 'Hats')
  expect(await names('assets')).toEqual([])
})

test('replaces a view that another tab has just saved, and rejects if the server does not list that view', async () => {
  const { list } = user.client.views
  let listCalls = 0
  const before = {
    ...user.client.views,
    list: async (...args: Parameters<typeof list>) => {
      const found = await list(...args)
      return listCalls++ === 0 ? { data: [] } : found
    },
  }
  await createAccountViews(user.client).save('assets', view('Hats'))
  await createAccountViews({ views: before }).save('assets', view('Hats', 2))
  expect(await names('assets')).toEqual(['Hats 2'])
  const blind = { ...user.client.views, list: async () => ({ data: [] }) }
  await expect(createAccountViews({ views: blind }).save('assets', view('Hats', 3))).rejects.toMatchObject({
    code: 'NAME_TAKEN',
  })
  expect(await names('assets')).toEqual(['Hats 2'])
})

test('rejects with the server’s error code if the deletion of a view fails', async () => {
  await createAccountViews(user.client).save('assets', view('Hats'))
  const failing = { ...user.client.views, remove: () => user.client.views.update({ id: 'nobody', body: { name: '' } }) }
  await expect(createAccountViews({ views: failing as never }).remove('assets', 'Hats')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('creates each view with its own idempotency key', async () => {
  const { create } = user.client.views
  const keys: unknown[] = []
  const recordingViews = {
    ...user.client.views,
    create: (...args: Parameters<typeof create>) => {
      keys.push(args[1]?.idempotencyKey)
      return create(...args)
    },
  }
  const views = createAccountViews({ views: recordingViews })
  await views.save('assets', view('Hats'))
  await views.save('assets', view('Boots'))
  expect([keys.length, new Set(keys).size, keys.every((key) => typeof key === 'string' && key !== '')]).toEqual([
    2,
    2,
    true,
  ])
})

test('does not replace another tab’s view of the same name if the server refuses the new view', async () => {
  const { list } = user.client.views
  await createAccountViews(user.client).save('assets', view('Hats'))
  let listCalls = 0
  const refusing = {
    ...user.client.views,
    list: async (...args: Parameters<typeof list>) => (listCalls++ === 0 ? { data: [] } : list(...args)),
    create: () => user.client.views.create({ body: { list: 'assets', name: '', query: {} } }),
  }
  const saving = createAccountViews({ views: refusing as never }).save('assets', view('Hats', 2))
  await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await names('assets')).toEqual(['Hats 1'])
})
