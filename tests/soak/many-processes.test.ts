import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openS3Storage } from '../../server/files/s3-storage.ts'
import { findFourFreePorts } from '../support/free-port.ts'
import { buildTinyGlb } from '../support/glb.ts'
import { postgresSkipReason, TestPostgres } from '../support/postgres.ts'
import { createRandom } from '../support/random.ts'
import { type ApiCall, RandomWriter, withTokenRenewal } from '../support/random-writer.ts'
import { hasS3Server, type S3Server, startS3Server } from '../support/s3-server.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { RUN_NUMBER, rotatingNumber } from '../support/sampling.ts'
import { openTestServer, PASSWORD, type TestAccount, type TestServer } from '../support/server.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/**
 * Kills in order: a server, a worker, the other server, the other worker, and so on. An ordinary run does only the first or
 * the second kill, chosen by the number of commits.
 */
const KILLS = process.env.SOAK ? Array.from({ length: 100 }, (_, kill) => kill) : [rotatingNumber('killed', 2)]
const WRITERS = 6
const WRITES_BETWEEN_KILLS = 4

const skipReason =
  postgresSkipReason ?? (hasS3Server ? undefined : 'there is no S3-compatible server (Debian: python3-swift)')

if (skipReason) test.skip(`skipped: ${skipReason}`, () => {})
else {
  let postgres: TestPostgres
  let s3: S3Server
  let folder: string
  let testServer: TestServer
  let admin: TestAccount
  let env: Record<string, string>
  const webs: ServerProcess[] = []
  const workers: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-many-'))
    ;[postgres, s3] = await Promise.all([TestPostgres.create(), findFourFreePorts().then(startS3Server)])
    testServer = await openTestServer({
      url: postgres.url,
      workers: 0,
      deps: { now: () => new Date() },
      openStorage: (...args) => openS3Storage(s3.settings, ...args),
    })
    admin = await testServer.account('admin')
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
    env = {
      DATABASE_URL: postgres.url,
      SEED_DEMO: '0',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const [first, other, ...more] = await Promise.all([startWeb(0), startWeb(1), startWorker(), startWorker()])
    webs.push(first, other)
    workers.push(...more)
  })
  afterAll(async () => {
    for (const web of webs) await web.kill()
    for (const worker of workers) worker.kill('SIGKILL')
    await testServer?.close()
    await s3?.stop()
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const startWeb = (n: number) => startServer(join(folder, `web-${n}`), { ...env, WORKERS: '0' })
  async function startWorker(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/worker.ts'], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'worker'), ...env, WORKERS: '1', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout!, 'data')
    return child
  }
  let nextServer = 0
  let token = ''
  /** Sends requests to the two servers alternately, so that a retry can reach the other server. */
  const request: ApiCall = async (apiPath, body, headers) => {
    const [method = 'GET', path] = apiPath.split(' ')
    nextServer += 1
    const web = webs[nextServer % webs.length]!
    const response = await fetch(`${web.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  /** Signs in at one server. Both servers accept the token, because they share the signing keys in the database. */
  const signIn = async () => {
    const credentials = { email: admin.email, password: PASSWORD }
    token = (await request('POST /v1/auth/login', credentials, { authorization: '' })).body.token
  }
  const call = withTokenRenewal(request, signIn)

  sampledTest(
    'two servers and two workers on one database neither lose nor repeat a write when one is killed',
    async () => {
      await signIn()
      const { url: modelUrl } = await testServer.upload(admin, buildTinyGlb())
      const tag = await admin.client.tags.create({ body: { name: 'Many', color: 'olive' } })
      const writers = Array.from({ length: WRITERS }, (_, n) => {
        const asset = { type: 'hair', gender: 'neutral', modelUrl, iconUrl: undefined }
        const needs = { call, random: createRandom(n), name: `Many ${n}.`, asset, tagId: tag.tagId }
        // A retry reaches the other server, or the killed server after its restart.
        return new RandomWriter({ ...needs, waitForServer: () => new Promise((resolve) => setTimeout(resolve, 50)) })
      })
      const runWriters = () =>
        Promise.all(
          writers.map(async (writer) => {
            for (let n = 0; n < WRITES_BETWEEN_KILLS; n += 1) await writer.write()
          }),
        )
      for (const kill of KILLS) {
        const writing = runWriters()
        const at = Math.floor(kill / 2) % 2
        if (kill % 2 === 0) {
          await webs[at]!.kill()
          await writing
          webs[at] = await startWeb(at)
        } else {
          const exited = once(workers[at]!, 'exit')
          workers[at]!.kill('SIGKILL')
          await exited
          await writing
          workers[at] = await startWorker()
        }
      }
      await runWriters()
      expect(writers.flatMap(({ faults }) => faults)).toEqual([])

      const { db } = testServer.deps
      await vi.waitFor(async () => {
        const open = await db.selectFrom('jobs').select('id').where('status', 'in', ['queued', 'running']).execute()
        expect(open).toEqual([])
        // The lease of a killed worker has to expire first, and rendering a picture takes longer while other tests run.
      }, 600_000)
      for (const { actions, isTrashed, id, name, isLocked } of writers.flatMap(({ assets }) => assets)) {
        const row = await db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        expect([row.name, row.locked, row.deleted_at !== null]).toEqual([name, isLocked, isTrashed])
        const history = await db
          .selectFrom('changelog')
          .selectAll()
          .where('asset_id', '=', id)
          .orderBy('at')
          .orderBy('id')
          .execute()
        const isIcon = ({ changes }: { changes: { field: string }[] }) =>
          changes.some(({ field }) => field === 'iconUrl')
        const icons = history.filter((entry) => entry.action === 'updated' && isIcon(entry))
        expect(history.filter((entry) => !icons.includes(entry)).map(({ action }) => action)).toEqual(actions)
        expect(icons.length).toBeLessThan(2)
      }
      // Event positions are unique and have no gaps.
      await testServer.deps.relay.catchUp()
      const positions = await db.selectFrom('outbox').select('position').orderBy('position').execute()
      expect(positions.map(({ position }) => Number(position))).toEqual(positions.map((_, i) => i + 1))
      const auditRows = await db
        .selectFrom('changelog')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      const lostCount = writers.reduce((sum, writer) => sum + writer.lostResponseCount, 0)
      const killed = `${KILLS.length > 1 ? KILLS.length : KILLS[0] ? 'a worker' : 'a server'} killed (DRAW=${RUN_NUMBER})`
      console.log(`${killed}, ${auditRows.n} entries, ${positions.length} events, ${lostCount} responses lost`)
      if (KILLS.includes(0)) expect(lostCount).toBeGreaterThan(0)
    },
    3_600_000,
  )
}
