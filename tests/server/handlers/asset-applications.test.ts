import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let model: string

beforeEach(async () => {
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
  await application('harbour', 'Harbour Lane')
})

const application = (id: string, name = id, owner_id = admin.id) =>
  server.deps.db
    .insertInto('applications')
    .values({ id, name, name_key: name.toLowerCase(), owner_id, created_at: START_TIME })
    .execute()
const make = (name: string, applicationIds: string[] = ['harbour'], by = admin) =>
  by.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model, applicationIds } })
const inOrder = async (applicationId = 'harbour') =>
  (await admin.client.assets.list({ query: { applicationId, order: 'position', limit: 100 } })).data.map(
    ({ name, applications }) => [name, applications.find((link) => link.applicationId === applicationId)?.position],
  )
const move = (id: string, position: number) =>
  admin.client.assets.updateApplication({ id, body: { applicationId: 'harbour', position } })

describe('the assets of an application', () => {
  test('can be listed in manual order, in both directions', async () => {
    const [a] = [await make('Zither'), await make('B'), await make('C')]
    await move(a.id, 3)
    expect(await inOrder()).toEqual([
      ['B', 1],
      ['C', 2],
      ['Zither', 3],
    ])
    const { data, pagination } = await admin.client.assets.list({
      query: { applicationId: 'harbour', order: '-position', search: 'zither', limit: 1 },
    })
    expect([data.map(({ name }) => name), pagination.totalDocs]).toEqual([['Zither'], 1])
  })

  test.each([[{}], [{ applicationId: ['harbour', 'other'] }]])(
    'cannot be listed in manual order unless the filter names exactly one application: %o',
    async (query) => {
      const list = admin.client.assets.list({ query: { ...query, order: 'position' } })
      await expect(list).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        details: [{ path: 'query.order', message: 'Only the assets of one application have an order of their own.' }],
      })
    },
  )
})

describe('moving an asset within an application', () => {
  test.each([
    [1, ['B', 'A', 'C', 'D']],
    [3, ['A', 'C', 'B', 'D']],
    [4, ['A', 'C', 'D', 'B']],
    [99, ['A', 'C', 'D', 'B']],
    [0, ['A', 'C', 'D', 'B']],
    [-5, ['A', 'C', 'D', 'B']],
  ])('from position 2 of 4 to %i gives the order %j', async (position, names) => {
    const assets = [await make('A'), await make('B'), await make('C'), await make('D')]
    const moved = await move(assets[1]!.id, position)
    expect(await inOrder()).toEqual(names.map((name, i) => [name, i + 1]))
    expect(moved.applications[0]?.position).toBe(names.indexOf('B') + 1)
    expect(moved.updatedAt).not.toBe(assets[1]!.updatedAt)
    const { data } = await admin.client.assets.changelog({ id: moved.id })
    const link = (position: number) => [{ applicationId: 'harbour', isVisible: true, position }]
    expect(data[0]).toMatchObject({
      action: 'updated',
      changes: [{ field: 'applications', before: link(2), after: link(names.indexOf('B') + 1) }],
    })
  })

  test('leaves positions 1 to n without gaps after concurrent moves', async () => {
    const assetIds: string[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) assetIds.push((await make(name)).id)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -2, max: 9 })), { minLength: 1, maxLength: 6 }),
        async (moves) => {
          await Promise.all(moves.map(([which, position]) => move(assetIds[which]!, position)))
          expect((await inOrder()).map(([, position]) => position)).toEqual([1, 2, 3, 4, 5, 6])
        },
      ),
      { numRuns: 15 },
    )
  })

  test('works if the asset is locked, but hiding or removing a locked asset is refused', async () => {
    const [a] = [await make('A'), await make('B')]
    await admin.client.assets.lock({ id: a.id, body: {} })
    await move(a.id, 2)
    expect(await inOrder()).toEqual([
      ['B', 1],
      ['A', 2],
    ])
    const hide = { applicationId: 'harbour', isVisible: false }
    await expect(admin.client.assets.updateApplication({ id: a.id, body: hide })).rejects.toMatchObject({ status: 423 })
    await expect(
      admin.client.assets.removeFromApplication({ id: a.id, body: { applicationId: 'harbour' } }),
    ).rejects.toMatchObject({ status: 423 })
  })

  test('to the present position changes nothing', async () => {
    const asset = await make('A')
    expect(await move(asset.id, 1)).toEqual(asset)
    expect((await admin.client.assets.changelog({ id: asset.id })).pagination.totalDocs).toBe(1)
  })
})

describe("an asset's applications", () => {
  test('are listed with position and asset count, and to guests without their names', async () => {
    await application('night', 'Nightmarket')
    const [, asset] = [await make('A'), await make('B', ['harbour', 'night'])]
    const { data, pagination } = await admin.client.assets.application({ id: asset.id })
    const harbour = {
      id: 'harbour',
      applicationId: 'harbour',
      name: 'Harbour Lane',
      isVisible: true,
      position: 2,
      total: 2,
    }
    const night = { id: 'night', applicationId: 'night', name: 'Nightmarket', isVisible: true, position: 1, total: 1 }
    expect([data, pagination.totalDocs]).toEqual([[harbour, night], 2])
    const query = { order: '-position', applicationId: 'night' } as const
    expect((await admin.client.assets.application({ id: asset.id, query })).data).toEqual([night])
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).execute()
    const guest = await server.account('anonymous')
    const { name: _, ...nameless } = harbour
    expect((await guest.client.assets.application({ id: asset.id })).data[0]).toEqual(nameless)
    await expect(admin.client.assets.application({ id: 'none' })).rejects.toMatchObject({ status: 404 })
  })

  test('include an application once the asset is added, at a position or the end; a repeat has no effect', async () => {
    const [, free] = [await make('A'), await make('B', [])]
    const body = { applicationId: 'harbour', position: 1, isVisible: false }
    const added = await admin.client.assets.addToApplication({ id: free.id, body })
    expect(added.applications).toEqual([{ applicationId: 'harbour', isVisible: false, position: 1 }])
    expect(await admin.client.assets.addToApplication({ id: free.id, body: { ...body, position: 2 } })).toEqual(added)
    expect(await inOrder()).toEqual([
      ['B', 1],
      ['A', 2],
    ])
    const last = await make('C', [])
    await admin.client.assets.addToApplication({ id: last.id, body: { applicationId: 'harbour' } })
    expect((await inOrder()).at(-1)).toEqual(['C', 3])
    await expect(
      admin.client.assets.addToApplication({ id: last.id, body: { applicationId: 'none' } }),
    ).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'body.applicationId', message: 'There is no such application.' }],
    })
  })

  test('exclude an application after the asset is removed from it, and its later assets move up', async () => {
    const [a, b] = [await make('A'), await make('B'), await make('C')]
    const body = { applicationId: 'harbour' }
    expect((await admin.client.assets.removeFromApplication({ id: a.id, body })).applications).toEqual([])
    expect(await inOrder()).toEqual([
      ['B', 1],
      ['C', 2],
    ])
    await expect(admin.client.assets.removeFromApplication({ id: a.id, body })).rejects.toMatchObject({ status: 404 })
    await expect(move(a.id, 1)).rejects.toMatchObject({ status: 404 })
    const hidden = await admin.client.assets.updateApplication({ id: b.id, body: { ...body, isVisible: false } })
    expect(hidden.applications).toEqual([{ applicationId: 'harbour', isVisible: false, position: 1 }])
  })

  test('can be changed only by callers who may change the asset and the application', async () => {
    const developer = await server.account('developer')
    const own = await make('Own', [], developer)
    const body = { applicationId: 'harbour' }
    await expect(developer.client.assets.addToApplication({ id: own.id, body })).rejects.toMatchObject({ status: 403 })
    const foreign = await make('Foreign')
    await expect(
      developer.client.assets.updateApplication({ id: foreign.id, body: { ...body, position: 1 } }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(developer.client.assets.removeFromApplication({ id: foreign.id, body })).rejects.toMatchObject({
      status: 403,
    })
  })
})
