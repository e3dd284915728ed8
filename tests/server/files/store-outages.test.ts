import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { openS3Storage } from '../../../server/files/s3-storage.ts'
import { type FakeS3, type S3Outage, startFakeS3 } from '../../support/fake-s3.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const MODEL = buildGlbOfSize(1000)
const AWAY = { status: 503, code: 'UNAVAILABLE', retryAfter: '5' }
const TYPE = 'application/offset+octet-stream'

let server: TestServer
let owner: TestAccount
/** Log messages, without those of requests. */
let lines: string[] = []
const log = pino(
  { base: null },
  {
    write(line: string) {
      const { msg } = JSON.parse(line)
      if (msg !== 'request') lines.push(msg)
    },
  },
)

const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
  server.fetch(`${ORIGIN}${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}`, ...headers },
    ...(body ? { body } : {}),
  })
const announce = (key?: string) =>
  tus('POST', '/files', {
    'upload-length': String(MODEL.length),
    'upload-metadata': `kind ${btoa('glb')}`,
    ...(key ? { 'idempotency-key': key } : {}),
  })
const append = (path: string, offset: number, to: number) =>
  tus('PATCH', path, { 'upload-offset': String(offset), 'content-type': TYPE }, MODEL.slice(offset, to))
const describeResponse = async (response: Response) => {
  const body = await response.text()
  return {
    status: response.status,
    code: body ? JSON.parse(body).error.code : 'UNAVAILABLE',
    retryAfter: response.headers.get('retry-after'),
  }
}

interface Breaking {
  fail(): Promise<void>
  mend(): Promise<void>
}

/** Defines the tests of requests during and after an outage. */
function suite(breaking: () => Breaking) {
  beforeEach(async () => {
    await server.reset()
    owner = await server.account('admin')
    // The outage of the previous test ends with the first success after a quiet second.
    const count = (line: string) => lines.filter((it) => it === line).length
    await expect
      .poll(async () => {
        await server.deps.files.content.check()
        return count('the file store is unreachable') - count('the file store is reachable again')
      })
      .toBe(0)
    lines = []
  })

  test('responds 503 with Retry-After to uploads and downloads, and later resumes the upload at its offset', async () => {
    const { url } = await server.upload(owner, buildTinyGlb())
    const path = (await announce('a-key')).headers.get('location')!
    expect((await append(path, 0, 400)).headers.get('upload-offset')).toBe('400')
    await breaking().fail()
    expect(await describeResponse(await tus('HEAD', path))).toEqual(AWAY)
    expect(await describeResponse(await append(path, 400, 700))).toEqual(AWAY)
    expect(await describeResponse(await announce())).toEqual(AWAY)
    expect(await describeResponse(await announce('a-key'))).toEqual(AWAY)
    expect(await describeResponse(await tus('DELETE', path))).toEqual(AWAY)
    expect(await describeResponse(await server.fetch(`${ORIGIN}${url}`))).toEqual(AWAY)
    expect(await describeResponse(await server.fetch(`${ORIGIN}${url}`, { method: 'HEAD' }))).toEqual(AWAY)
    expect(await describeResponse(await server.fetch(`${ORIGIN}/files/${'0'.repeat(64)}.glb`))).toEqual(AWAY)
    await breaking().mend()
    expect((await announce('a-key')).headers.get('location')).toBe(path)
    expect((await tus('HEAD', path)).headers.get('upload-offset')).toBe('400')
    expect((await append(path, 400, 1000)).status).toBe(204)
    const stored = await owner.client.files.describe({ id: path.split('/').at(-1)! })
    expect(stored.sha256).toBe(createHash('sha256').update(MODEL).digest('hex'))
  })

  test('responds 503 to API calls that read a file, and serves the same call after the outage', async () => {
    const { url } = await server.upload(owner, buildTinyGlb())
    await breaking().fail()
    const body = { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url }
    const { token } = owner
    for (const call of [
      server.call('POST /v1/assets', { token, body }),
      server.call('POST /v1/assets/validate', { token, body: { modelUrl: url } }),
      server.call('POST /v1/cage-meshes', { token, body: { name: 'Cage', gender: 'neutral', modelUrl: url } }),
    ]) {
      const { status, headers, body } = await call
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5'])
    }
    await breaking().mend()
    expect((await server.call('POST /v1/assets', { token, body })).status).toBe(201)
    await server.deps.jobs.idle()
  })

  test('keeps a job queued without counting attempts, but counts the time towards its budget', async () => {
    const { url } = await server.upload(owner, buildTinyGlb({ pad: 8 }))
    const body = { name: 'Hat', type: 'headwear', gender: 'neutral', modelUrl: url } as const
    const { id } = await owner.client.assets.create({ body: { ...body, iconUrl: undefined } })
    await server.deps.jobs.idle()
    const { db, jobs } = server.deps
    // The icon is rendered again during the outage.
    await db.updateTable('assets').set({ icon_url: null }).where('id', '=', id).execute()
    await db
      .updateTable('jobs')
      .set({ status: 'queued', attempts: 0, finished_at: null, run_at: server.deps.now(), used_ms: 0 })
      .execute()
    await breaking().fail()
    for (let tries = 0; tries < 7; tries++) {
      jobs.wake()
      await jobs.idle()
      expect((await owner.client.jobs.list({})).data).toMatchObject([
        { status: 'queued', attempts: 0, error: 'The file storage is not available.' },
      ])
      server.advance(45_000)
    }
    expect((await db.selectFrom('jobs').select('used_ms').executeTakeFirstOrThrow()).used_ms).toBeGreaterThan(0)
    await breaking().mend()
    jobs.wake()
    await jobs.idle()
    expect((await owner.client.assets.get({ id })).iconUrl).toBeDefined()
  })

  test('logs the beginning and end of the outage once, and /readyz responds 200 with status degraded', async () => {
    const { url } = await server.upload(owner, buildTinyGlb({ pad: 16 }))
    await breaking().fail()
    for (let calls = 0; calls < 3; calls++) await server.fetch(`${ORIGIN}${url}`)
    await expect(runHourlyMaintenance(server.deps)).rejects.toThrow('The file store is unreachable')
    expect(lines).toEqual(['the file store is unreachable'])
    const readyAs = (files: string) =>
      expect
        .poll(async () => {
          const { status, body } = await server.call('GET /readyz')
          return [status, body.status, body.checks.files]
        })
        .toEqual([200, files === 'ok' ? 'ok' : 'degraded', files])
    await readyAs('failing')
    expect((await server.call('GET /v1/assets', { token: owner.token })).status).toBe(200)
    await breaking().mend()
    await readyAs('ok')
    await expect
      .poll(async () => {
        await server.fetch(`${ORIGIN}${url}`)
        return lines
      })
      .toEqual(['the file store is unreachable', 'the file store is reachable again'])
  })
}

const renderIcon = async () => new Uint8Array(TINY_PNG)

describe.each<[string, S3Outage]>([
  ['accepts no connection', 'refused'],
  ['responds 503', 503],
  ['is missing behind its proxy, which responds 404', 404],
])('while an object store %s', (_, outage) => {
  let store: FakeS3
  beforeAll(async () => {
    store = await startFakeS3()
    server = await openTestServer({
      openStorage: (...args) => openS3Storage(store.settings, ...args),
      log,
      deps: { log, renderIcon },
    })
  })
  afterAll(async () => {
    await server?.close()
    await store?.stop()
  })
  suite(() => ({ fail: () => store.fail(outage), mend: () => store.fail(undefined) }))

  test.skipIf(outage === 'refused')(
    'completes an upload after the outage, whichever of its last store requests fails first',
    async () => {
      // The store fails after `served` requests. From its last bytes to the end, an upload of 1000 bytes needs fewer than 16.
      for (let served = 0; served < 16; served++) {
        const path = (await announce()).headers.get('location')!
        await append(path, 0, 400)
        await store.fail(outage, served)
        const last = await append(path, 400, 1000)
        const head = await tus('HEAD', path)
        await store.fail(undefined)
        expect([served, [204, 503].includes(last.status), [200, 503].includes(head.status)]).toEqual([
          served,
          true,
          true,
        ])
        const offset = Number((await tus('HEAD', path)).headers.get('upload-offset'))
        if (offset < 1000) expect((await append(path, offset, 1000)).status).toBe(204)
        const stored = await owner.client.files.describe({ id: path.split('/').at(-1)! })
        expect(stored.bytes).toBe(1000)
        expect((await tus('DELETE', path)).status).toBe(204)
      }
    },
  )

  test.skipIf(outage === 404)('the server starts, and stores files once the store is reachable', async () => {
    const own = await startFakeS3()
    await own.fail(outage)
    const late = await openTestServer({ openStorage: (...args) => openS3Storage(own.settings, ...args), workers: 0 })
    await expect(late.deps.files.owner.check()).rejects.toThrow('The file store is unreachable')
    await own.fail(undefined)
    const { url } = await late.upload(await late.account('admin'), MODEL)
    expect((await late.fetch(`${ORIGIN}${url}`)).status).toBe(200)
    await late.close()
    await own.stop()
  })
})

describe('while the folder of a disk store is not mounted', () => {
  beforeAll(async () => {
    // The previous server may have been closed before it logged the end of its last outage.
    lines = []
    server = await openTestServer({ log, deps: { log, renderIcon } })
  })
  afterAll(() => server?.close())
  const paths = () => ['files', 'uploads'].map((name) => join(server.folder, name))
  suite(() => ({
    async fail() {
      for (const path of paths()) await rename(path, `${path}-away`)
    },
    async mend() {
      for (const path of paths()) await rename(`${path}-away`, path)
    },
  }))
})

describe('a finished upload', () => {
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.account('admin')
  })
  afterAll(() => server?.close())

  test('responds to a repeated PATCH with 409, not 404, so that the client queries the offset', async () => {
    const path = (await announce()).headers.get('location')!
    expect((await append(path, 0, MODEL.length)).status).toBe(204)
    const again = await append(path, 0, MODEL.length)
    expect(again.status).toBe(409)
    expect((await tus('HEAD', path)).headers.get('upload-offset')).toBe(String(MODEL.length))
    const empty = await tus('PATCH', path, { 'upload-offset': String(MODEL.length), 'content-type': TYPE })
    expect([empty.status, empty.headers.get('upload-offset')]).toEqual([204, String(MODEL.length)])
  })
})
