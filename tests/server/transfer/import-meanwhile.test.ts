import { beforeEach, expect, test } from 'vitest'
import { runImport } from '../../../server/transfer/run-import.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const into = setUpTestServer()
let importer: TestAccount

beforeEach(async () => {
  importer = await into.account('admin')
  await into.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: importer.id, created_at: START_TIME })
    .execute()
})

const listImportedAssets = async () => (await importer.client.assets.list({ query: { limit: 100 } })).data

/** Runs work when an import stores its nth file. */
async function atFile(nth: number, meanwhile: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const { files } = into.deps
  const keep = files.storeBytes.bind(files)
  let storedFiles = 0
  files.storeBytes = async (...args) => {
    storedFiles += 1
    if (storedFiles === nth) await meanwhile()
    return keep(...args)
  }
  try {
    await work()
  } finally {
    files.storeBytes = keep
  }
}

test('continues an import past assets that are trashed or purged in the meantime', async () => {
  const other = buildTinyGlb({ pad: 4 })
  const rows = [
    createCapManifestRow({ id: 'trashed', name: 'Trashed', parentId: 'last' }),
    createCapManifestRow({ id: 'without', name: 'Without', parentId: 'purged', locked: true }),
    createCapManifestRow({ id: 'linked', name: 'Linked', parentId: 'last', locked: true }),
    createCapManifestRow({ id: 'chosen', name: 'Chosen', parentId: 'last', locked: true }),
    createCapManifestRow({ id: 'purged', name: 'Purged' }),
    createCapManifestRow({ id: 'last', name: 'Last', parentId: 'purged' }, other, 'models/Last.glb'),
  ]
  const archive = buildArchive([
    ['manifest.json', buildManifest(rows)],
    ['models/Cap.glb', buildTinyGlb()],
    ['models/Last.glb', other],
  ])
  const meanwhile = async () => {
    const id = async (name: string) => (await listImportedAssets()).find((asset) => asset.name === name)!.id
    await importer.client.assets.remove({ id: await id('Trashed') })
    await into.deps.db
      .deleteFrom('assets')
      .where('id', '=', await id('Purged'))
      .execute()
    // Another user has chosen the parent before the import could link it.
    await into.deps.db
      .updateTable('assets')
      .set({ parent_id: await id('Without') })
      .where('id', '=', await id('Chosen'))
      .execute()
  }
  await atFile(2, meanwhile, async () => {
    const { url } = await into.upload(importer, archive, 'archive')
    const { id: importId } = await importer.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await into.deps.jobs.idle()
    const done = await importer.client.assets.importStatus({ importId })
    expect([done.import.status, done.import.error, done.import.made]).toEqual(['done', undefined, 6])
    expect(done.data[5]!.without).toEqual(['parentId'])
  })
  const assetsByName = new Map((await listImportedAssets()).map((asset) => [asset.name, asset]))
  expect([...assetsByName.keys()].sort()).toEqual(['Chosen', 'Last', 'Linked', 'Without'])
  const linkAndLock = (name: string) => [assetsByName.get(name)!.parentId, assetsByName.get(name)!.locked]
  expect(['Chosen', 'Last', 'Linked', 'Without'].map(linkAndLock)).toEqual([
    [assetsByName.get('Without')!.id, true],
    [undefined, false],
    [assetsByName.get('Last')!.id, true],
    [undefined, true],
  ])
})

test('a cancelled import links and locks only assets whose references exist, and the rest on resumption', async () => {
  const archive = buildArchive([
    [
      'manifest.json',
      buildManifest([
        createCapManifestRow({ id: 'first', name: 'First', parentId: 'second', locked: true }),
        createCapManifestRow({ id: 'waits', name: 'Waits', parentId: 'third', locked: true }),
        createCapManifestRow({ id: 'second', name: 'Second' }),
        createCapManifestRow({ id: 'third', name: 'Third' }),
      ]),
    ],
    ['models/Cap.glb', buildTinyGlb()],
  ])
  await importOf(archive)
  const cancel = new AbortController()
  const stopping = runOf(cancel.signal, (share) => share >= 0.75 && cancel.abort(new Error('cancelled')))
  await expect(stopping()).rejects.toThrow('cancelled')
  const assetsByName = new Map((await listImportedAssets()).map((asset) => [asset.name, asset]))
  const linkAndLock = (name: string) => [assetsByName.get(name)!.parentId, assetsByName.get(name)!.locked]
  expect(['First', 'Waits'].map(linkAndLock)).toEqual([
    [assetsByName.get('Second')!.id, true],
    [undefined, false],
  ])
  await runOf(new AbortController().signal)()
  const waits = (await listImportedAssets()).find(({ name }) => name === 'Waits')!
  expect([waits.parentId === undefined, waits.locked]).toEqual([false, true])
})

test('links and locks an asset that another worker created before that worker stopped', async () => {
  const rows = [
    createCapManifestRow({ id: 'first', name: 'First', parentId: 'second', locked: true }),
    createCapManifestRow({ id: 'second', name: 'Second' }),
    createCapManifestRow({ id: 'third', name: 'Third', parentId: 'first', locked: true }),
  ]
  const archive = buildArchive([
    ['manifest.json', buildManifest(rows)],
    ['models/Cap.glb', buildTinyGlb()],
  ])
  await importOf(archive)
  const other = new AbortController()
  const stopping = runOf(other.signal, () => other.abort(new Error('stopped')))
  await atFile(1, () => expect(stopping()).rejects.toThrow('stopped'), runOf(new AbortController().signal))
  const assetsByName = new Map((await listImportedAssets()).map((asset) => [asset.name, asset]))
  expect(assetsByName.size).toBe(3)
  const linkAndLock = (name: string) => [assetsByName.get(name)!.parentId, assetsByName.get(name)!.locked]
  expect(['First', 'Second', 'Third'].map(linkAndLock)).toEqual([
    [assetsByName.get('Second')!.id, true],
    [undefined, false],
    [assetsByName.get('First')!.id, true],
  ])
})

test('stops linking assets when it is aborted, and links the rest in the next attempt', async () => {
  const other = buildTinyGlb({ pad: 4 })
  const rows = ['First', 'Second', 'Third'].map((name) => createCapManifestRow({ id: name, name, parentId: 'last' }))
  const archive = buildArchive([
    ['manifest.json', buildManifest([...rows, createCapManifestRow({ id: 'last' }, other, 'models/Last.glb')])],
    ['models/Cap.glb', buildTinyGlb()],
    ['models/Last.glb', other],
  ])
  await importOf(archive)
  const stopping = new AbortController()
  // The clock is read once for the last asset, then for each link.
  let reads = Number.NEGATIVE_INFINITY
  const now = () => {
    reads += 1
    if (reads === 2) stopping.abort(new Error('stopped'))
    return START_TIME
  }
  const stopped = () => runImport({ ...into.deps, now }, 'i', { progress() {}, signal: stopping.signal })
  const onLast = async () => {
    reads = 0
  }
  await atFile(2, onLast, () => expect(stopped()).rejects.toThrow('stopped'))
  const linkedNames = async () =>
    (await listImportedAssets()).filter(({ parentId }) => parentId !== undefined).map(({ name }) => name)
  expect(await linkedNames()).toEqual(['First'])
  await runOf(new AbortController().signal)()
  expect((await linkedNames()).sort()).toEqual(['First', 'Second', 'Third'])
})

/** Creates an import of an archive, without running it. */
async function importOf(archive: Uint8Array): Promise<void> {
  const { url } = await into.upload(importer, archive, 'archive')
  const row = { id: 'i', application_id: 'quay', owner_id: importer.id, archive_url: url, dry_run: false }
  await into.deps.db
    .insertInto('imports')
    .values({ ...row, created_at: START_TIME })
    .execute()
}

const runOf =
  (signal: AbortSignal, progress: (share: number) => unknown = () => {}) =>
  () =>
    runImport(into.deps, 'i', { progress, signal })

test.each(['before the import starts', 'while the import runs'])(
  'ends an import if the API token that requested it is revoked %s',
  async (when) => {
    const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
    const scopes = ['read', 'write'] as const
    const { id, token } = await importer.client.apiTokens.create({
      body: { name: 'Robot', scopes: [...scopes], expiresAt },
    })
    const others = ['B', 'C'].map((name, i) => [name, buildTinyGlb({ pad: 4 * i + 4 })] as const)
    const archive = buildArchive([
      [
        'manifest.json',
        buildManifest([
          createCapManifestRow(),
          ...others.map(([name, model]) => createCapManifestRow({ id: name, name }, model, name)),
        ]),
      ],
      ['models/Cap.glb', buildTinyGlb()],
      ...others,
    ])
    const { url } = await into.upload(importer, archive, 'archive')
    const revoke = async () => void (await importer.client.apiTokens.revoke({ id }))
    const requestImport = () => into.client(token).assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    let importId = ''
    if (when === 'before the import starts') {
      const { content } = into.deps.files
      const find = content.find.bind(content)
      // Revokes the right while the archive is looked up. The job starts after that.
      content.find = async (address) => {
        content.find = find
        await revoke()
        return find(address)
      }
      importId = (await requestImport()).id
      await into.deps.jobs.idle()
    } else
      await atFile(2, revoke, async () => {
        importId = (await requestImport()).id
        await into.deps.jobs.idle()
      })
    const { import: over } = await importer.client.assets.importStatus({ importId })
    expect(over).toMatchObject({
      status: 'failed',
      error: 'The API token that requested this import was revoked or has expired.',
    })
    expect((await listImportedAssets()).length).toBe(when === 'before the import starts' ? 0 : 2)
  },
)
