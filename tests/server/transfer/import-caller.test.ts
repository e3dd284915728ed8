import { beforeEach, describe, expect, test } from 'vitest'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

/** Error of an import whose owner loses the permission while the import runs. An import may take hours. */
const REASON = 'The account that requested this import can no longer add assets to the application.'

const server = setUpTestServer()
let owner: TestAccount
let admin: TestAccount

beforeEach(async () => {
  owner = await server.account('developer')
  admin = await server.account('admin')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: owner.id, created_at: START_TIME })
    .execute()
})

const setRole = (role: 'admin' | 'developer' | 'user') =>
  server.deps.db.updateTable('users').set({ role }).where('id', '=', owner.id).execute()
const setApplicationOwner = (to: TestAccount) =>
  server.deps.db.updateTable('applications').set({ owner_id: to.id }).where('id', '=', 'quay').execute()

const models = ['A', 'B', 'C'].map((name, i) => [name, buildTinyGlb({ pad: 4 * i })] as const)
/** Returns an archive of three assets, each with a different model. */
const archiveWith = (values: (name: string) => object) =>
  buildArchive([
    [
      'manifest.json',
      buildManifest(
        models.map(([name, model]) => createCapManifestRow({ id: name, name, ...values(name) }, model, name)),
      ),
    ],
    ...models,
  ])
/** The first asset refers to the last. The import links and locks the first asset once the last exists. */
const archive = archiveWith((name) => (name === 'A' ? { parentId: 'C', locked: true } : {}))

/** Imports as the owner, runs work when the nth model is stored, and returns the outcome. */
async function importing(meanwhile: () => Promise<unknown>, nth: number, bytes = archive) {
  const { url } = await server.upload(owner, bytes, 'archive')
  const { files, jobs } = server.deps
  const keep = files.storeBytes.bind(files)
  let storedFiles = 0
  files.storeBytes = async (...args) => {
    storedFiles += 1
    if (storedFiles === nth) await meanwhile()
    return keep(...args)
  }
  try {
    const { id } = await owner.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await jobs.idle()
    const { import: end, data: rows } = await admin.client.assets.importStatus({ importId: id })
    return {
      ...end,
      importId: id,
      rows: rows.map(({ name, outcome, without, code }) => [name, outcome, without, code].flat()),
    }
  } finally {
    files.storeBytes = keep
  }
}
const listAssets = async () => (await admin.client.assets.list({ query: { limit: 100, order: 'name' } })).data

const placed = async () =>
  (await listAssets()).map(({ name, parentId, locked, lockedBy }) => ({ name, parentId, locked, lockedBy }))

describe.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['the owner’s role is lowered', () => setRole('user'), () => setRole('developer')],
  ['the application gets another owner', () => setApplicationOwner(admin), () => setApplicationOwner(owner)],
])('an import during which %s', (_, removePermission, restorePermission) => {
  test('ends at the next asset, keeps the created assets complete, and reports the rest as refused', async () => {
    const { rows, ...end } = await importing(removePermission, 2)
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

  test('succeeds if all assets existed by then, and still sets their links and locks', async () => {
    const { rows, ...end } = await importing(removePermission, 3)
    expect(end).toMatchObject({ status: 'done', made: 3, refused: 0 })
    expect(rows[0]).toEqual(['A', 'made', undefined])
    const [a, , c] = await listAssets()
    expect([a!.parentId, a!.locked]).toEqual([c!.id, true])
  })

  test('creates the remaining assets and links on a retry after the permission is restored', async () => {
    const { jobId, importId } = await importing(removePermission, 2)
    await restorePermission()
    await owner.client.jobs.retry({ id: jobId! })
    await server.deps.jobs.idle()
    const [a, , c] = await listAssets()
    expect([a!.parentId, a!.locked, c!.name]).toEqual([c!.id, true, 'C'])
    const { data } = await admin.client.assets.importStatus({ importId })
    expect(data.map(({ outcome, without }) => [outcome, ...without])).toEqual([['made'], ['made'], ['made']])
  })
})

test('creates and links all assets of an import whose owner keeps their permissions', async () => {
  expect(await importing(async () => {}, 2)).toMatchObject({ status: 'done', made: 3 })
  const [a, , c] = await listAssets()
  expect(a!.parentId).toBe(c!.id)
})

test('imports no admin-only fields after the owner of the import changes from admin to developer', async () => {
  await setRole('admin')
  owner = await server.account('developer')
  const open = archiveWith(() => ({ defaultAuthorized: true }))
  expect(await importing(() => setRole('developer'), 2, open)).toMatchObject({ status: 'done', made: 3 })
  expect((await listAssets()).map(({ defaultAuthorized }) => defaultAuthorized)).toEqual([true, true, undefined])
})
