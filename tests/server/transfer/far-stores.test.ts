import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openS3Storage } from '../../../server/files/s3-storage.ts'
import { findFourFreePorts } from '../../support/free-port.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { hasS3Server, type S3Server, startS3Server } from '../../support/s3-server.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import {
  ORIGIN,
  openTestServer,
  START_TIME,
  type TestAccount,
  type TestServer,
  type TestServerOptions,
} from '../../support/server.ts'
import { unzip } from '../../support/unzip.ts'

const LARGE = buildGlbOfSize(3_000_000, (size) => new Uint8Array(size).fill(7))

/** Remote store of a test server: S3 or PostgreSQL. */
interface RemoteStore {
  options: TestServerOptions
  close(): Promise<unknown>
}
const FAR: [name: string, why: string | undefined, open: () => Promise<RemoteStore>][] = [
  [
    'an S3-compatible store',
    hasS3Server ? undefined : 'there is no S3-compatible server here',
    async () => {
      const store: S3Server = await startS3Server(await findFourFreePorts())
      return {
        options: { openStorage: (...args) => openS3Storage(store.settings, ...args) },
        close: () => store.stop(),
      }
    },
  ],
  [
    'PostgreSQL',
    postgresSkipReason,
    async () => {
      const postgres = await TestPostgres.create()
      return { options: { url: postgres.url }, close: () => postgres.remove() }
    },
  ],
]

describe.each(FAR)('a server with %s', (_, why, open) => {
  if (why !== undefined) return test.skip(`skipped: ${why}`, () => {})
  let far: RemoteStore
  let server: TestServer
  let admin: TestAccount
  beforeAll(async () => {
    far = await open()
    server = await openTestServer(far.options)
    admin = await server.account('admin')
    for (const id of ['harbour', 'quay'])
      await server.deps.db
        .insertInto('applications')
        .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: START_TIME })
        .execute()
  })
  afterAll(async () => {
    await server?.close()
    await far?.close()
  })

  const exportOf = async (id: string, range?: string) => {
    const headers = { authorization: `Bearer ${admin.token}`, ...(range ? { range } : {}) }
    return Buffer.from(await (await server.fetch(`${ORIGIN}/v1/assets/export/${id}`, { headers })).arrayBuffer())
  }

  sampledTest(
    'exports an application whole and in parts, and imports the archive into another application',
    async () => {
      const icon = (await server.upload(admin, TINY_PNG, 'icon')).url
      for (const [name, glb] of [
        ['Cap', buildTinyGlb()],
        ['Coat', LARGE],
      ] as const) {
        const { url: modelUrl } = await server.upload(admin, glb)
        const body = { name, type: 'top', gender: 'male', modelUrl, iconUrl: icon } as const
        await admin.client.assets.create({ body: { ...body, applicationIds: ['harbour'] } })
      }
      const archive = await exportOf('harbour')
      const files = await unzip(archive)
      expect([...files.values()].some((bytes) => Buffer.from(bytes).equals(LARGE))).toBe(true)
      expect(files.size).toBe(4)
      const middle = archive.length >> 1
      const parts = [await exportOf('harbour', `bytes=0-${middle - 1}`), await exportOf('harbour', `bytes=${middle}-`)]
      expect(Buffer.concat(parts).equals(archive)).toBe(true)

      const { url: fileUrl } = await server.upload(admin, archive, 'archive')
      const { id: importId } = await admin.client.assets.import({ body: { fileUrl, applicationId: 'quay' } })
      await server.deps.jobs.idle()
      const done = await admin.client.assets.importStatus({ importId })
      expect(done.import).toMatchObject({ status: 'done', total: 2, refused: 0 })
      const { data } = await admin.client.assets.list({ query: { applicationId: 'quay', order: 'name' } })
      expect(data.map(({ name, stats }) => [name, stats.bytes])).toEqual([
        ['Cap', buildTinyGlb().length],
        ['Coat', LARGE.length],
      ])
    },
  )
})
