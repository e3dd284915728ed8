import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runImport } from '../../../server/transfer/run-import.ts'
import { archiveOf, capRow, manifestOf } from '../../support/archive-of.ts'
import { tinyGlb } from '../../support/glb.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let into: TestServer
let taker: TestAccount

beforeAll(async () => {
  into = await openTestServer()
})
beforeEach(async () => {
  await into.reset()
  taker = await into.account('admin')
  await into.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: taker.id, created_at: BEGINNING })
    .execute()
})
afterAll(() => into.close())

const assetsThere = async () => (await taker.client.assets.list({ query: { limit: 100 } })).data

/** Does something when an import brings its nth file into the store. */
async function atFile(nth: number, meanwhile: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const { files } = into.deps
  const keep = files.keep.bind(files)
  let kept = 0
  files.keep = async (...given) => {
    kept += 1
    if (kept === nth) await meanwhile()
    return keep(...given)
  }
  try {
    await work()
  } finally {
    files.keep = keep
  }
}

test('an import goes on past assets that are trashed or purged meanwhile', async () => {
  const other = tinyGlb({ pad: 4 })
  const rows = [
    capRow({ id: 'trashed', name: 'Trashed', parentId: 'last' }),
    capRow({ id: 'without', name: 'Without', parentId: 'purged', locked: true }),
    capRow({ id: 'linked', name: 'Linked', parentId: 'last', locked: true }),
    capRow({ id: 'purged', name: 'Purged' }),
    capRow({ id: 'last', name: 'Last', parentId: 'purged' }, other, 'models/Last.glb'),
  ]
  const archive = archiveOf([
    ['manifest.json', manifestOf(rows)],
    ['models/Cap.glb', tinyGlb()],
    ['models/Last.glb', other],
  ])
  const meanwhile = async () => {
    const id = async (name: string) => (await assetsThere()).find((asset) => asset.name === name)!.id
    await taker.client.assets.remove({ id: await id('Trashed') })
    await into.deps.db
      .deleteFrom('assets')
      .where('id', '=', await id('Purged'))
      .execute()
  }
  await atFile(2, meanwhile, async () => {
    const { url } = await into.upload(taker, archive, 'archive')
    const { id: importId } = await taker.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await into.deps.jobs.settled()
    const done = await taker.client.assets.importStatus({ importId })
    expect([done.import.status, done.import.error, done.import.made]).toEqual(['done', undefined, 5])
    expect(done.data[4]!.without).toEqual(['parentId'])
  })
  const there = new Map((await assetsThere()).map((asset) => [asset.name, asset]))
  expect([...there.keys()].sort()).toEqual(['Last', 'Linked', 'Without'])
  const told = (name: string) => [there.get(name)!.parentId, there.get(name)!.locked]
  expect(['Last', 'Linked', 'Without'].map(told)).toEqual([
    [undefined, false],
    [there.get('Last')!.id, true],
    [undefined, true],
  ])
})

test('an import that is stopped has linked and locked what it made as far as what that points at was made', async () => {
  const archive = archiveOf([
    [
      'manifest.json',
      manifestOf([
        capRow({ id: 'first', name: 'First', parentId: 'second', locked: true }),
        capRow({ id: 'waits', name: 'Waits', parentId: 'third', locked: true }),
        capRow({ id: 'second', name: 'Second' }),
        capRow({ id: 'third', name: 'Third' }),
      ]),
    ],
    ['models/Cap.glb', tinyGlb()],
  ])
  await importOf(archive)
  const cancel = new AbortController()
  const stopping = runOf(cancel.signal, (share) => share >= 0.75 && cancel.abort(new Error('cancelled')))
  await expect(stopping()).rejects.toThrow('cancelled')
  const there = new Map((await assetsThere()).map((asset) => [asset.name, asset]))
  const told = (name: string) => [there.get(name)!.parentId, there.get(name)!.locked]
  expect(['First', 'Waits'].map(told)).toEqual([
    [there.get('Second')!.id, true],
    [undefined, false],
  ])
  await runOf(new AbortController().signal)()
  const waits = (await assetsThere()).find(({ name }) => name === 'Waits')!
  expect([waits.parentId === undefined, waits.locked]).toEqual([false, true])
})

test('an import that finds a row done by another worker, which then stopped, links and locks by it', async () => {
  const rows = [
    capRow({ id: 'first', name: 'First', parentId: 'second', locked: true }),
    capRow({ id: 'second', name: 'Second' }),
    capRow({ id: 'third', name: 'Third', parentId: 'first', locked: true }),
  ]
  const archive = archiveOf([
    ['manifest.json', manifestOf(rows)],
    ['models/Cap.glb', tinyGlb()],
  ])
  await importOf(archive)
  const other = new AbortController()
  const stopping = runOf(other.signal, () => other.abort(new Error('stopped')))
  await atFile(1, () => expect(stopping()).rejects.toThrow('stopped'), runOf(new AbortController().signal))
  const there = new Map((await assetsThere()).map((asset) => [asset.name, asset]))
  expect(there.size).toBe(3)
  const told = (name: string) => [there.get(name)!.parentId, there.get(name)!.locked]
  expect(['First', 'Second', 'Third'].map(told)).toEqual([
    [there.get('Second')!.id, true],
    [undefined, false],
    [there.get('First')!.id, true],
  ])
})

/** An import of an archive, which nobody does yet. */
async function importOf(archive: Uint8Array): Promise<void> {
  const { url } = await into.upload(taker, archive, 'archive')
  const row = { id: 'i', application_id: 'quay', owner_id: taker.id, archive_url: url, dry_run: false }
  await into.deps.db
    .insertInto('imports')
    .values({ ...row, created_at: BEGINNING })
    .execute()
}

const runOf =
  (signal: AbortSignal, progress: (share: number) => unknown = () => {}) =>
  () =>
    runImport(into.deps, 'i', { progress, signal })

test.each(['before it began', 'on its way'])(
  'an import ends with the API token that asked for it, revoked %s',
  async (when) => {
    const expiresAt = new Date(BEGINNING.getTime() + 86_400_000).toISOString()
    const scopes = ['read', 'write'] as const
    const { id, token } = await taker.client.apiTokens.create({
      body: { name: 'Robot', scopes: [...scopes], expiresAt },
    })
    const others = ['B', 'C'].map((name, i) => [name, tinyGlb({ pad: 4 * i + 4 })] as const)
    const archive = archiveOf([
      [
        'manifest.json',
        manifestOf([capRow(), ...others.map(([name, model]) => capRow({ id: name, name }, model, name))]),
      ],
      ['models/Cap.glb', tinyGlb()],
      ...others,
    ])
    const { url } = await into.upload(taker, archive, 'archive')
    const revoke = async () => void (await taker.client.apiTokens.revoke({ id }))
    const ask = () => into.client(token).assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    let importId = ''
    if (when === 'before it began') {
      const { content } = into.deps.files
      const find = content.find.bind(content)
      // While the archive is looked for: its job begins after that.
      content.find = async (address) => {
        content.find = find
        await revoke()
        return find(address)
      }
      importId = (await ask()).id
      await into.deps.jobs.settled()
    } else
      await atFile(2, revoke, async () => {
        importId = (await ask()).id
        await into.deps.jobs.settled()
      })
    const { import: over } = await taker.client.assets.importStatus({ importId })
    expect(over).toMatchObject({
      status: 'failed',
      error: 'The API token that asked for this import was revoked or has ended.',
    })
    expect((await assetsThere()).length).toBe(when === 'before it began' ? 0 : 2)
  },
)
