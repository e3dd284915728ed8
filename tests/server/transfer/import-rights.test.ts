import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveOf, capRow, manifestOf } from '../../support/archive-of.ts'
import { tinyGlb } from '../../support/glb.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

/** An import goes on for hours by what its owner may do now, not by what they could when they asked for it. */
const REASON = 'The account that asked for this import may no longer add assets to the application.'

let server: TestServer
let owner: TestAccount
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
  admin = await server.account('admin')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: owner.id, created_at: BEGINNING })
    .execute()
})
afterAll(() => server.close())

const loseRole = () => server.deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', owner.id).execute()
const handOver = () =>
  server.deps.db.updateTable('applications').set({ owner_id: admin.id }).where('id', '=', 'quay').execute()

const models = ['A', 'B', 'C'].map((name, i) => [name, tinyGlb({ pad: 4 * i })] as const)
/** Three assets, each with a model of its own. */
const archiveWith = (values: (name: string) => object) =>
  archiveOf([
    [
      'manifest.json',
      manifestOf(models.map(([name, model]) => capRow({ id: name, name, ...values(name) }, model, name))),
    ],
    ...models,
  ])
/** The first points at the last, and is linked once that is there. */
const archive = archiveWith((name) => (name === 'A' ? { parentId: 'C' } : {}))

/** Imports as the owner, does something as the nth model comes into the store, and answers what became of the import. */
async function importing(meanwhile: () => Promise<unknown>, nth: number, bytes = archive) {
  const { url } = await server.upload(owner, bytes, 'archive')
  const { files, jobs } = server.deps
  const keep = files.keep.bind(files)
  let kept = 0
  files.keep = async (...given) => {
    kept += 1
    if (kept === nth) await meanwhile()
    return keep(...given)
  }
  try {
    const { id } = await owner.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await jobs.settled()
    return (await admin.client.assets.importStatus({ importId: id })).import
  } finally {
    files.keep = keep
  }
}
const there = async () => (await admin.client.assets.list({ query: { limit: 100, order: 'name' } })).data

describe.each<[string, () => Promise<unknown>]>([
  ['the role is taken away', loseRole],
  ['the application is handed to somebody else', handOver],
])('an import in whose middle %s', (_, takeAway) => {
  test('ends at the next asset, with its reason, and keeps what was made', async () => {
    expect(await importing(takeAway, 2)).toMatchObject({ status: 'failed', error: REASON, made: 2 })
    expect((await there()).map(({ name }) => name)).toEqual(['A', 'B'])
  })

  test('links nothing any more where all assets were made', async () => {
    expect(await importing(takeAway, 3)).toMatchObject({ status: 'failed', error: REASON, made: 3 })
    expect((await there()).map(({ parentId }) => parentId)).toEqual([undefined, undefined, undefined])
  })
})

test('an import whose owner keeps their rights makes and links everything', async () => {
  expect(await importing(async () => {}, 2)).toMatchObject({ status: 'done', made: 3 })
  const [a, , c] = await there()
  expect(a!.parentId).toBe(c!.id)
})

test('what admins alone may do is done no more for one who has become a developer', async () => {
  const become = (role: 'admin' | 'developer') =>
    server.deps.db.updateTable('users').set({ role }).where('id', '=', owner.id).execute()
  await become('admin')
  owner = await server.account('developer')
  const open = archiveWith(() => ({ defaultAuthorized: true }))
  expect(await importing(() => become('developer'), 2, open)).toMatchObject({ status: 'done', made: 3 })
  expect((await there()).map(({ defaultAuthorized }) => defaultAuthorized)).toEqual([true, true, undefined])
})
