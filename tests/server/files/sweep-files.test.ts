import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { FILE_CLAIM_MS, FILE_GRACE_MS, UNREFERENCED_CHARGE_MS } from '../../../server/files/charges.ts'
import type { ContentStore } from '../../../server/files/content-store.ts'
import { FileService } from '../../../server/files/file-service.ts'
import { runFilesCommand } from '../../../server/files/files-command.ts'
import { OWNERSHIP_CACHE_MS } from '../../../server/files/store-owner.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { ORIGIN, PASSWORD, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'
import { emptyStoredFiles } from '../../support/stored-bytes.ts'

const server = setUpTestServer()
let owner: TestAccount

beforeEach(async () => {
  owner = await server.account('admin')
})

const isServed = async (url: string) => (await server.fetch(`${ORIGIN}${url}`)).status === 200
/** Advances the clock, and signs the owner in again. */
async function later(ms: number) {
  server.advance(ms)
  const { body } = await server.call('POST /v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
  owner = { ...owner, token: body.token, client: server.client(body.token) }
}

async function sweepTwice(ms: number) {
  await runHourlyMaintenance(server.deps)
  await later(ms)
  await runHourlyMaintenance(server.deps)
}
const make = async (overrides: Partial<NewAsset> = {}) => {
  const { url } = await server.upload(owner, buildTinyGlb({ pad: 40 }))
  return owner.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url, ...overrides },
  })
}

describe('a file that was never used', () => {
  test('is removed together with its upload after a day, not before', async () => {
    const { url, id } = await server.upload(owner, buildGlbOfSize(500))
    await sweepTwice(UNREFERENCED_CHARGE_MS - 1)
    expect(await isServed(url)).toBe(true)
    await later(1)
    await runHourlyMaintenance(server.deps)
    expect(await isServed(url)).toBe(false)
    await expect(owner.client.files.describe({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await owner.client.files.usage()).usedBytes).toBe(0)
  })

  test('can be uploaded again after its removal', async () => {
    const { url } = await server.upload(owner, buildGlbOfSize(500))
    await sweepTwice(UNREFERENCED_CHARGE_MS)
    expect((await server.upload(owner, buildGlbOfSize(500))).url).toBe(url)
    expect(await isServed(url)).toBe(true)
  })

  test('is kept for another day if it is uploaded again before its removal', async () => {
    const { url } = await server.upload(owner, buildGlbOfSize(500))
    await sweepTwice(UNREFERENCED_CHARGE_MS - 1)
    await server.upload(owner, buildGlbOfSize(500))
    await sweepTwice(1)
    expect(await isServed(url)).toBe(true)
    await sweepTwice(UNREFERENCED_CHARGE_MS - 1)
    expect(await isServed(url)).toBe(false)
  })
})

describe('a file of a purged asset', () => {
  const purged = async () => {
    const asset = await make()
    await sweepTwice(10 * UNREFERENCED_CHARGE_MS)
    await owner.client.assets.remove({ id: asset.id })
    await owner.client.assets.purge({ id: asset.id })
    return asset
  }

  test('is removed at the end of its grace period, not before', async () => {
    const { modelUrl } = await purged()
    await sweepTwice(FILE_GRACE_MS - 1)
    expect(await isServed(modelUrl)).toBe(true)
    await sweepTwice(1)
    expect(await isServed(modelUrl)).toBe(false)
  })

  test('counts in the quota for one day of the grace period, and again once a new asset uses the file', async () => {
    const { modelUrl } = await purged()
    await sweepTwice(UNREFERENCED_CHARGE_MS - 1)
    expect((await owner.client.files.usage()).usedBytes).toBeGreaterThan(0)
    await later(1)
    await runHourlyMaintenance(server.deps)
    expect((await owner.client.files.usage()).usedBytes).toBe(0)
    expect(await isServed(modelUrl)).toBe(true)
    const body = { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } as const
    await owner.client.assets.create({ body })
    expect((await owner.client.files.usage()).usedBytes).toBeGreaterThan(0)
  })

  test('is kept for the grace period even if its upload is discarded', async () => {
    const { url, id } = await server.upload(owner, buildGlbOfSize(600))
    const asset = await make({ modelUrl: url })
    await owner.client.assets.remove({ id: asset.id })
    await owner.client.assets.purge({ id: asset.id })
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
    expect((await server.fetch(`${ORIGIN}/files/${id}`, { method: 'DELETE', headers })).status).toBe(204)
    await sweepTwice(UNREFERENCED_CHARGE_MS)
    expect((await owner.client.files.usage()).usedBytes).toBe(0)
    expect(await isServed(url)).toBe(true)
    await sweepTwice(FILE_GRACE_MS)
    expect(await isServed(url)).toBe(false)
  })
})

test('a sweep keeps every file that an asset refers to', async () => {
  const [icon, texture] = await Promise.all([
    server.upload(owner, new Uint8Array(TINY_PNG), 'icon'),
    server.upload(owner, new Uint8Array(Buffer.concat([TINY_PNG, Buffer.alloc(8)])), 'texture'),
  ])
  const asset = await make({ iconUrl: icon.url, textureUrl: texture.url })
  await sweepTwice(30 * UNREFERENCED_CHARGE_MS)
  await sweepTwice(30 * UNREFERENCED_CHARGE_MS)
  expect(await Promise.all([asset.modelUrl, icon.url, texture.url].map(isServed))).toEqual([true, true, true])
})

test('a discarded file counts in no quota after the first sweep that follows the purge of its asset', async () => {
  const other = await server.account('developer')
  const chargedTo = async (id: string) => {
    const charges = server.deps.db.selectFrom('file_charges').innerJoin('files', 'files.sha256', 'file_charges.sha256')
    const rows = await charges.select('files.sha256').where('owner_id', '=', id).execute()
    return rows.map(({ sha256 }) => sha256)
  }
  const bytes = buildTinyGlb({ pad: 40 })
  const [own, { url, sha256 }] = [await server.upload(owner, bytes), await server.upload(other, bytes)]
  const asset = await owner.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url },
  })
  const removed = await server.fetch(`${ORIGIN}/files/${own.id}`, {
    method: 'DELETE',
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` },
  })
  expect(removed.status).toBe(204)
  await owner.client.assets.remove({ id: asset.id })
  await owner.client.assets.purge({ id: asset.id })
  server.advance(FILE_CLAIM_MS)
  await runHourlyMaintenance(server.deps)
  expect([await chargedTo(owner.id), await chargedTo(other.id)]).toEqual([[], [sha256]])
})

describe('a file that the database does not know', () => {
  const addUnknownFile = async () => {
    await emptyStoredFiles(server.folder)
    const { url } = await server.upload(owner, buildGlbOfSize(500))
    await server.deps.db.deleteFrom('uploads').execute()
    await server.deps.db.deleteFrom('files').execute()
    return url
  }
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const { db, files } = server.deps
    // The store uses the real clock, the test does not.
    await runFilesCommand(args, { db, files, now: () => new Date(), print: (line) => lines.push(line) })
    return lines
  }

  test('is kept by every sweep, and listed by the files command', async () => {
    const url = await addUnknownFile()
    await sweepTwice(10 * FILE_GRACE_MS)
    await sweepTwice(10 * FILE_GRACE_MS)
    expect(await isServed(url)).toBe(true)
    const lines = await run('list')
    expect(lines[0]).toBe('This database owns the stored files.')
    expect(lines[1]).toMatch(new RegExp(`^${url.slice('/files/'.length)}  500 bytes  `))
    expect(lines[2]).toBe('1 file (500 bytes) that this database does not know.')
  })

  test('is removed after the grace period once an operator adopts it', async () => {
    const url = await addUnknownFile()
    expect((await run('adopt'))[1]).toBe('1 file (500 bytes) adopted. Unreferenced files are removed after 30 days.')
    server.advance(Date.now() - server.deps.now().getTime())
    await sweepTwice(FILE_GRACE_MS - 3_600_000)
    expect(await isServed(url)).toBe(true)
    await sweepTwice(3_600_000)
    expect(await isServed(url)).toBe(false)
  })

  test('is purged above a minimum age if the operator confirms, while known files are kept', async () => {
    const url = await addUnknownFile()
    const { url: keptUrl } = await server.upload(owner, buildGlbOfSize(800))
    expect(await run('purge', '1')).toContain(
      '0 files (0 bytes) that this database does not know and that are older than one day.',
    )
    const output = await run('purge', '0')
    expect(output.at(-1)).toBe('To remove them for good: npm run files -- purge 0 --yes')
    expect(await isServed(url)).toBe(true)
    expect((await run('purge', '0', '--yes')).at(-1)).toBe('1 file (500 bytes) removed.')
    expect([await isServed(url), await isServed(keptUrl)]).toEqual([false, true])
    await expect(run('purge', 'all')).rejects.toThrow('npm run files -- purge DAYS')
  })

  test('is no longer purged once another database has adopted the files', async () => {
    await addUnknownFile()
    for (const bytes of [600, 700]) await server.upload(owner, buildGlbOfSize(bytes))
    const { db, files } = server.deps
    await db.deleteFrom('uploads').execute()
    await db.deleteFrom('files').execute()
    const names = async () => {
      const all: string[] = []
      for await (const { sha256 } of files.content.list()) all.push(sha256)
      return all
    }
    expect(await names()).toHaveLength(3)
    const content: ContentStore = {
      ...files.content,
      list: () => files.content.list(),
      async remove(file) {
        await files.content.remove(file)
        // Another database adopts the files. The owner's next check is due a minute later.
        await files.content.writeMark({ id: 'another database', epoch: 1 })
        server.advance(OWNERSHIP_CACHE_MS)
      },
    }
    const { owner: storeOwner, graceMs } = files
    const command = { db, files: { content, owner: storeOwner, graceMs }, now: () => new Date(), print: () => {} }
    await expect(runFilesCommand(['purge', '0', '--yes'], command)).rejects.toThrow('belong to another database')
    expect(await names()).toHaveLength(2)
    await storeOwner.adopt()
  })
})

test('partial files are removed after a day, or when the file service opens', async () => {
  const [files, parts] = [join(server.folder, 'files', 'ab'), join(server.folder, 'files', '.parts')]
  for (const folder of [files, parts]) await mkdir(folder, { recursive: true })
  const old = new Date(Date.now() - UNREFERENCED_CHARGE_MS - 1000)
  const left = [join(files, 'part-old'), join(parts, 'part-old')]
  const young = [join(files, 'part-young'), join(parts, 'part-young')]
  for (const path of [...left, ...young]) await writeFile(path, '{}')
  for (const path of left) await utimes(path, old, old)
  await runHourlyMaintenance(server.deps)
  expect([...(await readdir(files)), ...(await readdir(parts))]).toEqual(['part-young', 'part-young'])
  await FileService.open(server.deps.db, server.deps.now, server.folder)
  expect(await readdir(join(server.folder, 'files'))).not.toContain('.parts')
})

test('a sweep removes upload files without a reservation after a day, but not unfinished uploads', async () => {
  const uploads = join(server.folder, 'uploads')
  const created = await server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${owner.token}`,
      'upload-length': '100',
      'upload-metadata': `kind ${btoa('glb')}`,
    },
  })
  const id = created.headers.get('location')!.split('/').at(-1)!
  for (const name of ['bytes-left', 'facts-left.json', 'both-left', 'both-left.json'])
    await writeFile(join(uploads, name), '{}')
  await runHourlyMaintenance(server.deps)
  expect(await readdir(uploads)).toContain('both-left')
  const old = new Date(Date.now() - UNREFERENCED_CHARGE_MS - 1000)
  for (const name of await readdir(uploads)) await utimes(join(uploads, name), old, old)
  await runHourlyMaintenance(server.deps)
  expect((await readdir(uploads)).sort()).toEqual([id, `${id}.json`])
})
