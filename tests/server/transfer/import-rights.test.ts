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

const setRole = (role: 'admin' | 'developer' | 'user') =>
  server.deps.db.updateTable('users').set({ role }).where('id', '=', owner.id).execute()
const handOver = (to: TestAccount) =>
  server.deps.db.updateTable('applications').set({ owner_id: to.id }).where('id', '=', 'quay').execute()

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
/** The first points at the last, and is linked and locked once that is there. */
const archive = archiveWith((name) => (name === 'A' ? { parentId: 'C', locked: true } : {}))

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
    const { import: end, data: rows } = await admin.client.assets.importStatus({ importId: id })
    return {
      ...end,
      importId: id,
      rows: rows.map(({ name, outcome, without, code }) => [name, outcome, without, code].flat()),
    }
  } finally {
    files.keep = keep
  }
}
const there = async () => (await admin.client.assets.list({ query: { limit: 100, order: 'name' } })).data

const placed = async () =>
  (await there()).map(({ name, parentId, locked, lockedBy }) => ({ name, parentId, locked, lockedBy }))

describe.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['the role is taken away', () => setRole('user'), () => setRole('developer')],
  ['the application is handed to somebody else', () => handOver(admin), () => handOver(owner)],
])('an import in whose middle %s', (_, takeAway, giveBack) => {
  test('ends at the next asset: what was made is whole, the rest is told as not made', async () => {
    const { rows, ...end } = await importing(takeAway, 2)
    expect(end).toMatchObject({ status: 'failed', error: REASON, made: 2, refused: 1, total: 3 })
    expect(rows).toEqual([
      ['A', 'made', 'parentId', undefined],
      ['B', 'made', undefined],
      ['C', 'refused', 'FORBIDDEN'],
    ])
    expect(await placed()).toEqual([
      { name: 'A', parentId: undefined, locked: true, lockedBy: owner.id },
      { name: 'B', parentId: undefined, locked: false, lockedBy: undefined },
    ])
  })

  test('is done where all were made, and has linked and locked them', async () => {
    const { rows, ...end } = await importing(takeAway, 3)
    expect(end).toMatchObject({ status: 'done', made: 3, refused: 0 })
    expect(rows[0]).toEqual(['A', 'made', undefined])
    const [a, , c] = await there()
    expect([a!.parentId, a!.locked]).toEqual([c!.id, true])
  })

  test('makes the rest, and links to it what was locked without it, once it is allowed and tried again', async () => {
    const { jobId, importId } = await importing(takeAway, 2)
    await giveBack()
    await owner.client.jobs.retry({ id: jobId! })
    await server.deps.jobs.settled()
    const [a, , c] = await there()
    expect([a!.parentId, a!.locked, c!.name]).toEqual([c!.id, true, 'C'])
    const { data } = await admin.client.assets.importStatus({ importId })
    expect(data.map(({ outcome, without }) => [outcome, ...without])).toEqual([['made'], ['made'], ['made']])
  })
})

test('an import whose owner keeps their rights makes and links everything', async () => {
  expect(await importing(async () => {}, 2)).toMatchObject({ status: 'done', made: 3 })
  const [a, , c] = await there()
  expect(a!.parentId).toBe(c!.id)
})

test('what admins alone may do is done no more for one who has become a developer', async () => {
  await setRole('admin')
  owner = await server.account('developer')
  const open = archiveWith(() => ({ defaultAuthorized: true }))
  expect(await importing(() => setRole('developer'), 2, open)).toMatchObject({ status: 'done', made: 3 })
  expect((await there()).map(({ defaultAuthorized }) => defaultAuthorized)).toEqual([true, true, undefined])
})
