import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { connectToDatabase, runMigrations } from '../../../server/db/connect-to-database.ts'
import { loadEmbeddedTemplate } from '../../../server/db/embedded-template.ts'
import type { Database } from '../../../server/db/schema.ts'
import { openS3Storage } from '../../../server/files/s3-storage.ts'
import { openDiskStorage } from '../../../server/files/storage.ts'
import { EPOCH_RAISE_INTERVAL_MS, OWNERSHIP_CACHE_MS } from '../../../server/files/store-owner.ts'
import { startFakeS3 } from '../../support/fake-s3.ts'
import { buildGlbOfSize } from '../../support/glb.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import {
  ORIGIN,
  openTestServer,
  type TestAccount,
  type TestServer,
  type TestServerOptions,
} from '../../support/server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EMAIL = 'admin@house.example'

type OpenStorage = NonNullable<TestServerOptions['openStorage']>

/** File store shared by several servers. Production and a restored copy may share one by mistake. */
interface SharedStore {
  open: OpenStorage
  remove(): Promise<void>
}

async function sharedFolder(): Promise<SharedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-shared-'))
  return {
    open: (_, checkHead) => openDiskStorage(folder, checkHead),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function sharedBucket(): Promise<SharedStore> {
  const store = await startFakeS3()
  return { open: (...args) => openS3Storage(store.settings, ...args), remove: () => store.stop() }
}

const STORES: [string, () => Promise<SharedStore>][] = [
  ['folder', sharedFolder],
  ['bucket', sharedBucket],
]

/** A server with a signed-in admin. */
class Site {
  private constructor(
    readonly server: TestServer,
    private owner: TestAccount,
  ) {}

  static async open(db: Kysely<Database>, { open }: SharedStore, databaseLocation: string): Promise<Site> {
    const server = await openTestServer({ openStorage: open, workers: 0, databaseLocation, deps: { db } })
    return new Site(server, await server.account('admin', EMAIL))
  }

  /** Uploads a model and creates an asset with it. Returns the file's address. */
  async makeAsset(name: string, bytes: number): Promise<string> {
    const { url } = await this.server.upload(this.owner, buildGlbOfSize(bytes))
    await this.owner.client.assets.create({ body: { name, type: 'headwear', gender: 'neutral', modelUrl: url } })
    return url
  }

  /** Starts an upload and sends half of it. Returns its address. */
  async startUpload(): Promise<string> {
    const headers = { 'upload-length': '800', 'upload-metadata': `kind ${btoa('glb')}` }
    const path = (await this.#tus('POST', '/files', headers)).headers.get('location')!
    const body = buildGlbOfSize(800).slice(0, 400)
    const type = 'application/offset+octet-stream'
    await this.#tus('PATCH', path, { 'upload-offset': '0', 'content-type': type }, body)
    return path
  }

  async offsetOf(path: string): Promise<string | null> {
    return (await this.#tus('HEAD', path)).headers.get('upload-offset')
  }

  async announce(): Promise<{ status: number; code: string | undefined; retryAfter: string | null }> {
    const headers = { 'upload-length': '800', 'upload-metadata': `kind ${btoa('glb')}` }
    const response = await this.#tus('POST', '/files', headers)
    const body = response.status < 300 ? undefined : await response.json()
    return { status: response.status, code: body?.error.code, retryAfter: response.headers.get('retry-after') }
  }

  #tus(method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) {
    return this.server.fetch(`${ORIGIN}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${this.owner.token}`, ...headers },
      ...(body ? { body } : {}),
    })
  }

  served(urls: readonly string[]): Promise<number[]> {
    return Promise.all(urls.map(async (url) => (await this.server.fetch(`${ORIGIN}${url}`)).status))
  }

  sweep = () => runHourlyMaintenance(this.server.deps)

  /** Advances the clock and signs in again, because the old token has expired. */
  async advance(ms: number) {
    this.server.advance(ms)
    this.owner = await this.server.account('admin', EMAIL)
  }
}

describe.skipIf(postgresSkipReason)('a dump restored as a second database', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await TestPostgres.create()
  })
  afterAll(() => postgres?.remove())

  test.each(STORES)(
    'deletes no file of production from the shared %s, even after a day and two months',
    async (kind, share) => {
      const store = await share()
      const url = postgres.createDatabase(`drill_${kind}`)
      const db = await connectToDatabase({ url, times: 20 })
      await runMigrations(db)
      const production = await Site.open(db, store, 'production')
      const older = [await production.makeAsset('Cap', 500), await production.makeAsset('Hat', 520)]
      await production.sweep()

      const copyDb = await connectToDatabase({ url: postgres.copyDatabase(`drill_${kind}`, `copy_${kind}`), times: 20 })
      const newer = [await production.makeAsset('Boot', 540), await production.makeAsset('Shoe', 560)]
      const underWay = await production.startUpload()
      const copy = await Site.open(copyDb, store, 'production')
      await copy.sweep()
      expect(await production.offsetOf(underWay)).toBe('400')
      expect(copy.server.deps.files.owner.ownership).toEqual({ mode: 'readOnly', reason: 'copy' })
      expect(await copy.announce()).toEqual({ status: 503, code: 'FILES_READ_ONLY', retryAfter: '60' })
      const ready = await copy.server.call('GET /readyz')
      expect([ready.status, ready.body.status, ready.body.checks.files]).toEqual([200, 'degraded', 'read-only'])
      for (const ms of [25 * HOUR, 31 * DAY, 31 * DAY]) {
        await copy.advance(ms)
        await copy.sweep()
      }
      expect(await copy.served([...older, ...newer])).toEqual([200, 200, 200, 200])
      // The copy only started, so production is still the owner.
      await production.advance(HOUR)
      await production.sweep()
      expect(production.server.deps.files.owner.ownership).toEqual({ mode: 'owner' })
      expect(await production.announce()).toMatchObject({ status: 201 })

      // The other direction: the copy adopts the store, and production deletes nothing of it.
      await copy.server.deps.files.owner.adopt()
      const ofCopy = await copy.makeAsset('Coat', 580)
      for (const ms of [OWNERSHIP_CACHE_MS, 31 * DAY, 31 * DAY]) {
        await production.advance(ms)
        await production.sweep()
      }
      expect(production.server.deps.files.owner.ownership).toEqual({ mode: 'readOnly', reason: 'foreign' })
      expect(await production.announce()).toMatchObject({ status: 503, code: 'FILES_READ_ONLY' })
      expect(await production.served([...older, ...newer, ofCopy])).toEqual([200, 200, 200, 200, 200])

      await copy.server.close()
      await production.server.close()
      await Promise.all([db.destroy(), copyDb.destroy()])
      await store.remove()
    },
  )
})

describe('a copy of the folder of an embedded database', () => {
  test('deletes nothing while the original runs, and is read-only once the original raises its store epoch', async () => {
    const store = await sharedBucket()
    const folder = await mkdtemp(join(tmpdir(), 'atelier-embedded-'))
    const path = (name: string) => join(folder, name)
    const early = await connectToDatabase({ folder: path('original'), from: await loadEmbeddedTemplate() })
    await (await Site.open(early, store, 'original')).sweep()
    await early.destroy()
    await cp(path('original'), path('copy'), { recursive: true })

    const db = await connectToDatabase({ folder: path('original') })
    const copyDb = await connectToDatabase({ folder: path('copy') })
    const original = await Site.open(db, store, 'original')
    const copy = await Site.open(copyDb, store, 'copy')
    await copy.sweep()
    expect(copy.server.deps.files.owner.ownership).toEqual({ mode: 'waiting' })
    const file = await original.makeAsset('Cap', 500)
    const underWay = await original.startUpload()
    for (const site of [original, copy]) {
      await site.advance(EPOCH_RAISE_INTERVAL_MS)
      await site.sweep()
    }
    expect(copy.server.deps.files.owner.ownership).toEqual({ mode: 'readOnly', reason: 'older' })
    expect(original.server.deps.files.owner.ownership).toEqual({ mode: 'owner' })
    for (const ms of [25 * HOUR, 31 * DAY]) {
      await copy.advance(ms)
      await copy.sweep()
    }
    expect(await original.served([file])).toEqual([200])
    expect(await original.offsetOf(underWay)).toBe('400')

    await original.server.close()
    await copy.server.close()
    await Promise.all([db.destroy(), copyDb.destroy()])
    await rm(folder, { recursive: true, force: true })
    await store.remove()
  })
})
