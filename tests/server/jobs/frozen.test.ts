import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'
import { TestQueue } from '../../support/queue.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer } from '../../support/server.ts'

describe.skipIf(noPostgres)('a queue whose database freezes', () => {
  let postgres: TestPostgres
  let queue: TestQueue
  beforeAll(async () => {
    postgres = await TestPostgres.create()
    queue = new TestQueue(await openTestServer({ workers: 0, url: postgres.url }), postgres.url)
  })
  afterAll(async () => {
    await queue.clear()
    await queue.server.close()
    await postgres.remove()
  })

  sampledTest('says so within seconds, and a process that is asked to stop does', async () => {
    const worker = await queue.worker(() => new Promise(() => {}), { seats: 2 })
    const { id } = await queue.add('a')
    worker.wake()
    await vi.waitFor(async () => expect((await queue.row(id)).status).toBe('running'), 30_000)
    const thaw = postgres.freeze()
    try {
      worker.wake()
      await vi.waitFor(() => expect(worker.isFine).toBe(false), 20_000)
      // The database stays as it is until this has ended.
      await worker.stop(100)
    } finally {
      thaw()
    }
  })
})
