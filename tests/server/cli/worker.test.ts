import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { listChildPids, signalAll } from '../../support/processes.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'
import { openSmtpServer } from '../../support/smtp.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-worker-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm run worker` without npm. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/worker.ts'], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => (output.out += text))
  child.stderr.on('data', (text) => (output.err += text))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output, ended }
}

describe('a worker process', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'a data folder instead of DATABASE_URL',
      {},
      'npm run worker needs DATABASE_URL: a data folder allows one process, and its server does this work itself.\n',
    ],
    [
      'WORKERS=0',
      { DATABASE_URL: 'postgres://localhost/none', WORKERS: '0' },
      'WORKERS=0 leaves npm run worker nothing to do.\n',
    ],
  ])('exits with code 1 and a one-line message if it is started with %s', async (_, env, message) => {
    const { output, ended } = run(env)
    expect([await ended, output.out, output.err]).toEqual([1, '', message])
  })

  describe.skipIf(postgresSkipReason)('next to a server without workers', () => {
    let postgres: TestPostgres
    let server: TestServer
    beforeAll(async () => {
      postgres = await TestPostgres.create()
      // Without a renderer, the server would enqueue no icon jobs. With `workers: 0`, the server itself renders nothing.
      server = await openTestServer({ workers: 0, url: postgres.url, deps: { renderIcon: async () => TINY_PNG } })
    })
    afterAll(async () => {
      await server.close()
      await postgres.remove()
    })

    test('sends an email that was queued by a server without SMTP_URL', async () => {
      const smtp = await openSmtpServer()
      const mailing = {
        SMTP_URL: smtp.url,
        PUBLIC_URL: 'https://atelier.example',
        NODE_ENV: 'production',
        SEED_DEMO: '0',
      }
      const email = 'mailed@house.example'
      const signedUp = await server.call('POST /v1/auth/signup', { body: { email, password: PASSWORD } })
      expect(signedUp.status).toBe(201)
      // The test server's clock is months behind; the worker uses the real clock.
      await sql`update jobs set payload = payload || jsonb_build_object('askedAt', ${new Date().toISOString()}::text)
        where kind = 'mail'`.execute(server.deps.db)
      const { child, ended } = run({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'mailing'), ...mailing })
      try {
        await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([[email]]), 120_000)
        expect(smtp.received[0]!.raw.replace(/=\r\n/g, '')).toContain('https://atelier.example/verify?id=')
        await vi.waitFor(async () => {
          const rows = await server.deps.db.selectFrom('jobs').select('status').where('kind', '=', 'mail').execute()
          expect(rows).toEqual([{ status: 'done' }])
        }, 60_000)
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
      } finally {
        child.kill('SIGKILL')
        await smtp.close()
      }
    })

    test('reports that other processes send emails, in production without SMTP_URL', async () => {
      const { child, output, ended } = run({
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, 'mute'),
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://atelier.example',
        SEED_DEMO: '0',
      })
      await vi.waitFor(() => expect(output.out).toContain('\n'), 120_000)
      child.kill('SIGTERM')
      expect([await ended, output.out]).toEqual([
        0,
        'Working, 2 at a time. SMTP_URL is not set: other processes send e-mail.\n',
      ])
    })

    sampledTest('renders icons, and releases its jobs when it is stopped', async () => {
      const owner = await server.account('developer')
      const make = async (pad: number) => {
        const modelUrl = (await server.upload(owner, buildTinyGlb({ pad }))).url
        return owner.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })
      }
      // The server is writing a file while the worker starts.
      const parts = join(server.folder, 'files', '.parts')
      await mkdir(parts, { recursive: true })
      await writeFile(join(parts, 'part'), '{}')
      const { child, output, ended } = run({ DATABASE_URL: postgres.url, DATA_DIR: server.folder, WORKERS: '1' })
      const { id } = await make(4)
      await vi.waitFor(async () => expect((await owner.client.assets.get({ id })).iconUrl).toBeDefined(), 60_000)
      const icon = await server.fetch(`http://house.test${(await owner.client.assets.get({ id })).iconUrl}`)
      expect(icon.headers.get('content-type')).toBe('image/png')
      expect(await readdir(parts)).toContain('part')
      // The test server numbers events only after its own writes, so the worker must have numbered the events of its job.
      const { db, now } = server.deps
      const unnumbered = () => db.selectFrom('outbox').select('seq').where('position', 'is', null).execute()
      await vi.waitFor(async () => expect(await unnumbered()).toEqual([]), 30_000)

      const { modelUrl } = await owner.client.assets.get({ id })
      const payload = { assetId: id, modelUrl }
      // Pauses the rendering processes, so that they do not finish before the worker stops.
      signalAll(listChildPids(child.pid!), 'SIGSTOP')
      const job = await enqueueJob(db, { kind: 'icon', key: 'held', payload, owner: owner.id, now: now() })
      await vi.waitFor(async () => {
        const rows = await db.selectFrom('jobs').select('id').where('status', '=', 'running').execute()
        expect(rows).toHaveLength(1)
      })
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      const jobRows = await db
        .selectFrom('jobs')
        .select(['status', 'attempts', 'worker'])
        .where('id', '=', job.id)
        .execute()
      expect(jobRows).toEqual([{ status: 'queued', attempts: 0, worker: null }])
      expect(output).toEqual({
        out: 'Working, 1 at a time.\n',
        err: 'Stopping: finishing 1 job. The third signal exits immediately.\n',
      })
    })
  })
})
