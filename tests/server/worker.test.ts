import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enqueue } from '../../server/jobs/enqueue.ts'
import { TINY_PNG, tinyGlb } from '../support/glb.ts'
import { noPostgres, TestPostgres } from '../support/postgres.ts'
import { childrenOf, signalAll } from '../support/processes.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { openTestServer, type TestServer } from '../support/server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-worker-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm run worker` without npm. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/worker.ts'], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => (said.out += text))
  child.stderr.on('data', (text) => (said.err += text))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, said, ended }
}

describe('a process of workers alone', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'a data folder',
      {},
      'npm run worker needs DATABASE_URL: a data folder takes one process, and the server that has it does this work itself.\n',
    ],
    [
      'no workers',
      { DATABASE_URL: 'postgres://localhost/none', WORKERS: '0' },
      'WORKERS=0 leaves npm run worker nothing to do.\n',
    ],
  ])('says in one sentence that it cannot be had with %s', async (_, env, sentence) => {
    const { said, ended } = run(env)
    expect([await ended, said.out, said.err]).toEqual([1, '', sentence])
  })

  describe.skipIf(noPostgres)('beside a server without workers', () => {
    let postgres: TestPostgres
    let server: TestServer
    beforeAll(async () => {
      postgres = await TestPostgres.create()
      // It only has to know that icons can be drawn; it draws none itself.
      server = await openTestServer({ workers: 0, url: postgres.url, deps: { renderIcon: async () => TINY_PNG } })
    })
    afterAll(async () => {
      await server.close()
      await postgres.remove()
    })

    sampledTest('draws its icons, and gives back what it holds when it is asked to stop', async () => {
      const owner = await server.account('developer')
      const make = async (pad: number) => {
        const modelUrl = (await server.upload(owner, tinyGlb({ pad }))).url
        return owner.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })
      }
      // The server is writing a file while the worker starts.
      const parts = join(server.folder, 'files', '.parts')
      await mkdir(parts, { recursive: true })
      await writeFile(join(parts, 'part'), '{}')
      const { child, said, ended } = run({ DATABASE_URL: postgres.url, DATA_DIR: server.folder, WORKERS: '1' })
      const { id } = await make(4)
      await vi.waitFor(async () => expect((await owner.client.assets.get({ id })).iconUrl).toBeDefined(), 60_000)
      const icon = await server.fetch(`http://house.test${(await owner.client.assets.get({ id })).iconUrl}`)
      expect(icon.headers.get('content-type')).toBe('image/png')
      expect(await readdir(parts)).toContain('part')
      // The server itself has not looked since.
      const { db, now } = server.deps
      const unnumbered = () => db.selectFrom('outbox').select('seq').where('position', 'is', null).execute()
      await vi.waitFor(async () => expect(await unnumbered()).toEqual([]), 30_000)

      const { modelUrl } = await owner.client.assets.get({ id })
      const payload = { assetId: id, modelUrl }
      // Stopped, the processes that draw end nothing within the time that is left to them.
      signalAll(childrenOf(child.pid!), 'SIGSTOP')
      const job = await enqueue(db, { kind: 'icon', key: 'held', payload, owner: owner.id, now: now() })
      await vi.waitFor(async () => {
        const rows = await db.selectFrom('jobs').select('id').where('status', '=', 'running').execute()
        expect(rows).toHaveLength(1)
      })
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      const given = await db
        .selectFrom('jobs')
        .select(['status', 'attempts', 'worker'])
        .where('id', '=', job.id)
        .execute()
      expect(given).toEqual([{ status: 'queued', attempts: 0, worker: null }])
      expect(said).toEqual({ out: 'Working, 1 at a time.\n', err: '' })
    })
  })
})
