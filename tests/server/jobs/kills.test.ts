import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { createRandom } from '../../support/random.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

const KILLS = process.env.SOAK ? 100 : 2
/** Maximum number of kills until one has hit a running job. A kill may hit a worker between two jobs. */
const MAX_KILLS = KILLS + 20
const JOBS_A_KILL = 40

describe.skipIf(postgresSkipReason)('workers in separate processes', () => {
  let postgres: TestPostgres
  let server: TestServer
  const running = new Set<ChildProcess>()

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    server = await openTestServer({ workers: 0, url: postgres.url })
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await server.close()
    await postgres.remove()
  })

  async function startWorker(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/job-worker-process.ts'], {
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: postgres.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(child)
    child.on('exit', () => running.delete(child))
    await once(child.stdout!, 'data')
    return child
  }

  sampledTest(
    `commit every job exactly once, although they are killed ${KILLS} times at random`,
    async () => {
      const { db } = server.deps
      const random = createRandom(Date.now())
      const keys: string[] = []
      const workers = [await startWorker(), await startWorker()]
      const listRetriedJobs = () => db.selectFrom('jobs').select('key').where('attempts', '>', 1).execute()
      let kills = 0
      while (kills < KILLS || ((await listRetriedJobs()).length === 0 && kills < MAX_KILLS)) {
        kills++
        for (let i = 0; i < JOBS_A_KILL; i++) {
          const key = `job-${String(keys.length).padStart(5, '0')}`
          keys.push(key)
          const payload = { assetId: key, modelUrl: '' }
          await enqueueJob(db, { kind: 'icon', key, payload, owner: null, now: new Date() })
        }
        await pause(random.integerBelow(150))
        const at = random.integerBelow(2)
        const victim = workers[at]!
        const exited = once(victim, 'exit')
        victim.kill('SIGKILL')
        await exited
        workers[at] = await startWorker()
      }
      await vi.waitFor(async () => {
        const left = await db.selectFrom('jobs').select(['id', 'status']).where('status', '!=', 'done').execute()
        expect(left).toEqual([])
      })
      const remainingRows = await db.selectFrom('meta').select('key').orderBy('key').execute()
      expect(remainingRows.map(({ key }) => key)).toEqual(keys)
      // Without a job that was running when its worker was killed, the test would prove nothing.
      expect(await listRetriedJobs()).not.toEqual([])
    },
    1_200_000,
  )
})
