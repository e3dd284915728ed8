import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeKey } from '../../server/auth/keys.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openS3Storage } from '../../server/files/s3-storage.ts'
import { DRAW, drawnNumber } from '../support/drawn.ts'
import { fourFreePorts } from '../support/free-port.ts'
import { tinyGlb } from '../support/glb.ts'
import { type Call, MixedWriter, renewed } from '../support/mixed-writer.ts'
import { noPostgres, TestPostgres } from '../support/postgres.ts'
import { randomOf } from '../support/random.ts'
import { hasS3Server, type S3Server, startS3Server } from '../support/s3-server.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { openTestServer, PASSWORD, type TestAccount, type TestServer } from '../support/server.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** Kills: of a server, a worker, the other server, the other worker, and so on; in an ordinary run the first or the second, by the commit. */
const KILLS = process.env.SOAK ? Array.from({ length: 100 }, (_, kill) => kill) : [drawnNumber('killed', 2)]
const WRITERS = 6
/** Writes of each writer between one kill and the next. */
const BETWEEN = 4

const missing = noPostgres ?? (hasS3Server ? undefined : 'there is no S3-compatible server (Debian: python3-swift)')

if (missing) test.skip(`skipped: ${missing}`, () => {})
else {
  let postgres: TestPostgres
  let s3: S3Server
  let folder: string
  let here: TestServer
  let admin: TestAccount
  let env: Record<string, string>
  const webs: ServerProcess[] = []
  const workers: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-many-'))
    ;[postgres, s3] = await Promise.all([TestPostgres.create(), fourFreePorts().then(startS3Server)])
    const now = () => new Date()
    const keys = { keys: [await makeKey(now())] }
    here = await openTestServer({
      url: postgres.url,
      workers: 0,
      deps: { now, tokens: await createTokens(keys, now) },
      openStorage: (...given) => openS3Storage(s3.settings, ...given),
    })
    admin = await here.account('admin')
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
    env = {
      DATABASE_URL: postgres.url,
      SEED_DEMO: '0',
      TOKEN_KEYS: JSON.stringify(keys),
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const [one, other, ...more] = await Promise.all([startWeb(0), startWeb(1), startWorker(), startWorker()])
    webs.push(one, other)
    workers.push(...more)
  })
  afterAll(async () => {
    for (const web of webs) await web.kill()
    for (const worker of workers) worker.kill('SIGKILL')
    await here?.close()
    await s3?.stop()
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const startWeb = (n: number) => startServer(join(folder, `web-${n}`), { ...env, WORKERS: '0' })
  async function startWorker(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/worker.ts'], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'worker'), ...env, WORKERS: '1', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout!, 'data')
    return child
  }
  /** Asks one of the two, in turn; what is not answered is asked of the other. */
  let turn = 0
  const ask: Call = async (what, body, headers) => {
    const [method = 'GET', path] = what.split(' ')
    turn += 1
    const web = webs[turn % webs.length]!
    const answer = await fetch(`${web.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const call = renewed(ask, async () => {
    const credentials = { email: admin.email, password: PASSWORD }
    admin.token = (await ask('POST /v1/auth/login', credentials, { authorization: '' })).body.token
  })

  sampledTest(
    'two servers and two workers over one store, each killed in turn, lose nothing and do nothing twice',
    async () => {
      const { url: modelUrl } = await here.upload(admin, tinyGlb())
      const tag = await admin.client.tags.create({ body: { name: 'Many', color: 'olive' } })
      const writers = Array.from({ length: WRITERS }, (_, n) => {
        const asset = { type: 'hair', gender: 'neutral', modelUrl, iconUrl: undefined }
        const needs = { call, random: randomOf(n), name: `Many ${n}.`, asset, tagId: tag.tagId }
        // The other one answers, or this one soon does again.
        return new MixedWriter({ ...needs, whenBack: () => new Promise((resolve) => setTimeout(resolve, 50)) })
      })
      const some = () =>
        Promise.all(
          writers.map(async (writer) => {
            for (let n = 0; n < BETWEEN; n += 1) await writer.write()
          }),
        )
      for (const kill of KILLS) {
        const writing = some()
        const at = Math.floor(kill / 2) % 2
        if (kill % 2 === 0) {
          await webs[at]!.kill()
          await writing
          webs[at] = await startWeb(at)
        } else {
          const gone = once(workers[at]!, 'exit')
          workers[at]!.kill('SIGKILL')
          await gone
          await writing
          workers[at] = await startWorker()
        }
      }
      await some()
      expect(writers.flatMap(({ faults }) => faults)).toEqual([])

      const { db } = here.deps
      await vi.waitFor(async () => {
        const open = await db.selectFrom('jobs').select('id').where('status', 'in', ['queued', 'running']).execute()
        expect(open).toEqual([])
        // A killed worker's lease ends first, and beside other tests a picture takes its time.
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
      // Every event has its place, and none has two.
      await here.deps.relay.caughtUp()
      const places = await db.selectFrom('outbox').select('position').orderBy('position').execute()
      expect(places.map(({ position }) => Number(position))).toEqual(places.map((_, i) => i + 1))
      const written = await db
        .selectFrom('changelog')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      const lost = writers.reduce((sum, writer) => sum + writer.lost, 0)
      const killed = `${KILLS.length > 1 ? KILLS.length : KILLS[0] ? 'a worker' : 'a server'} killed (DRAW=${DRAW})`
      console.log(`${killed}, ${written.n} entries, ${places.length} events, ${lost} answers lost`)
      if (KILLS.includes(0)) expect(lost).toBeGreaterThan(0)
    },
    3_600_000,
  )
}
