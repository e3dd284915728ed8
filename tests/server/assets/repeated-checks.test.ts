import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECIPE_TABLE } from '../../../server/optimise/recipes.ts'
import { runBeforeTransaction } from '../../support/before-transaction.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { createReferenceInserts } from '../../support/insert-references.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
const { application, tag } = createReferenceInserts(() => server)
let admin: TestAccount
/** Developer who is allowed to change the asset only because the asset is in the developer's application `mine`. */
let developer: TestAccount
let id: string
let firstEntryId: string
let modelUrl: string

// Refused calls change nothing, and each test undoes the other user's action, so all tests share one asset.
beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
  admin = await server.account('admin')
  const { id: ownerId } = await server.account('developer')
  for (const name of ['mine', 'also-mine']) await application(name, ownerId)
  for (const name of ['warm', 'old']) await tag(name)
  // Signs in again, because a token contains only the applications that its account owned at sign-in.
  developer = await server.account('developer')
  await createAsset()
})
afterAll(() => server.close())

/** Creates an asset that every call can change: its parent differs, and its model has a variant. */
async function createAsset() {
  modelUrl = (await server.upload(developer, buildTinyGlb({ pad: 8 }))).url
  const [model, variantUrl] = [
    (await server.upload(admin, buildTinyGlb())).url,
    (await server.upload(admin, buildTinyGlb({ pad: 4 }))).url,
  ]
  const { id: templateId } = await admin.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: model, tags: ['old'] },
  })
  const copy = await admin.client.privateAssets.usingTemplate({
    body: { templateId, name: 'Copy', applicationIds: ['mine'] },
  })
  id = copy.id
  await admin.client.assets.update({ id, body: { name: 'Hat' } })
  firstEntryId = (await admin.client.assets.changelog({ id, query: { order: 'at' } })).data[0]!.id
  const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9 }
  await server.deps.db
    .insertInto('variants')
    .values({
      ...{ source_url: model, recipe: 'web', version: RECIPE_TABLE.web.version, level: 0 },
      ...{ model_url: variantUrl, difference_url: null, created_at: START_TIME },
      report: JSON.stringify({ before: stats, after: stats, difference: { mean: 0, max: 0 } }),
    })
    .execute()
}

const tagAsset = async (action: 'setTag' | 'removeTag', tagId: string) => {
  const { refused } = await developer.client.tags[action]({ body: { tagId, assetIds: [id] } })
  if (refused[0]) throw refused[0]
}

/** Calls that check the asset before their transaction, and again once they have locked it. */
const CALLS: [string, () => Promise<unknown>][] = [
  ['changing it', () => developer.client.assets.update({ id, body: { name: 'Late' } })],
  ['trashing it', () => developer.client.assets.remove({ id })],
  ['syncing it with its parent', () => developer.client.applicationAssets.syncWithParent({ id, body: {} })],
  ['adopting a variant', () => developer.client.assets.adoptVariant({ id, recipe: 'web' })],
  ['reverting it', () => developer.client.assets.revert({ id, body: { entryId: firstEntryId } })],
  [
    'adding it to an application',
    () => developer.client.assets.addToApplication({ id, body: { applicationId: 'also-mine' } }),
  ],
  [
    'hiding it in an application',
    () => developer.client.assets.updateApplication({ id, body: { applicationId: 'mine', isVisible: false } }),
  ],
  [
    'removing it from an application',
    () => developer.client.assets.removeFromApplication({ id, body: { applicationId: 'mine' } }),
  ],
  ['adding a tag', () => tagAsset('setTag', 'warm')],
  ['removing a tag', () => tagAsset('removeTag', 'old')],
]

/** Calls that accept `If-Match`. */
const VERSIONED_CALLS: [string, (options: { ifMatch: string }) => Promise<unknown>][] = [
  ['changing it', (options) => developer.client.assets.update({ id, body: { name: 'Late' } }, options)],
  ['trashing it', (options) => developer.client.assets.remove({ id }, options)],
  [
    'syncing it with its parent',
    (options) => developer.client.applicationAssets.syncWithParent({ id, body: {} }, options),
  ],
  ['adopting a variant', (options) => developer.client.assets.adoptVariant({ id, recipe: 'web' }, options)],
  ['reverting it', (options) => developer.client.assets.revert({ id, body: { entryId: firstEntryId } }, options)],
]

const getAsset = () => admin.client.assets.get({ id })

interface OtherUserAction {
  action: () => Promise<unknown>
  undo: () => Promise<unknown>
}

const LOCKING: OtherUserAction = {
  action: () => admin.client.assets.lock({ id, body: {} }),
  undo: () => admin.client.assets.unlock({ id, body: {} }),
}
const TAKING_AWAY: OtherUserAction = {
  action: () => admin.client.assets.update({ id, body: { applicationIds: [] } }),
  undo: () => admin.client.assets.update({ id, body: { applicationIds: ['mine'] } }),
}
const TRASHING: OtherUserAction = {
  action: () => admin.client.assets.remove({ id }),
  undo: () => admin.client.assets.restore({ id }),
}
const RENAMING: OtherUserAction = {
  action: () => admin.client.assets.update({ id, body: { name: 'Other hat' } }),
  undo: () => admin.client.assets.update({ id, body: { name: 'Hat' } }),
}

/**
 * Makes the call, and the other user's action between the call's first checks and its transaction. Returns the code of the
 * call's error. Expects that the call changes nothing.
 */
async function makeInterleavedCall(call: () => Promise<unknown>, { action, undo }: OtherUserAction) {
  const before = await getAsset()
  const outcome = await runBeforeTransaction(server.deps.db, { call, action }).then(
    () => 'accepted',
    ({ code }) => code,
  )
  await undo()
  expect({ ...(await getAsset()), updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
  return outcome
}

describe('between the first checks of a call and its lock on the asset', () => {
  test.each(CALLS)('the asset is locked: %s is refused', async (_, call) => {
    expect(await makeInterleavedCall(call, LOCKING)).toBe('ASSET_LOCKED')
  })

  test.each([
    ...CALLS,
    // A locked asset can be locked again, so this call is not in the table.
    ['locking it', () => developer.client.assets.lock({ id, body: {} })] as const,
  ])('the caller loses the permission: %s is refused', async (_, call) => {
    expect(await makeInterleavedCall(call, TAKING_AWAY)).toBe('FORBIDDEN')
  })

  test.each(CALLS)('the asset is moved to the trash: %s is refused', async (_, call) => {
    expect(await makeInterleavedCall(call, TRASHING)).toBe('NOT_FOUND')
  })

  test.each(VERSIONED_CALLS)('the asset is changed: %s is refused for the earlier version', async (_, call) => {
    const { updatedAt: ifMatch } = await getAsset()
    expect(await makeInterleavedCall(() => call({ ifMatch }), RENAMING)).toBe('STALE_WRITE')
  })

  test('the application gets another owner: adding the asset is refused', async () => {
    const giveTo = (ownerId: string) =>
      server.deps.db.updateTable('applications').set({ owner_id: ownerId }).where('id', '=', 'also-mine').execute()
    const outcome = await makeInterleavedCall(
      () => developer.client.assets.addToApplication({ id, body: { applicationId: 'also-mine' } }),
      { action: () => giveTo(admin.id), undo: () => giveTo(developer.id) },
    )
    expect(outcome).toBe('FORBIDDEN')
  })
})

describe('between the first checks of a new asset and its transaction', () => {
  const create = () =>
    developer.client.assets.create({
      body: { name: 'New', type: 'top', gender: 'neutral', modelUrl, tags: ['warm'], applicationIds: ['mine'] },
    })
  const giveMineTo = (ownerId: string) =>
    server.deps.db.updateTable('applications').set({ owner_id: ownerId }).where('id', '=', 'mine').execute()

  test('the application gets another owner: the asset is refused', async () => {
    const call = runBeforeTransaction(server.deps.db, { call: create, action: () => giveMineTo(admin.id) })
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await giveMineTo(developer.id)
  })
})
