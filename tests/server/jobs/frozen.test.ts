import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer } from '../../support/server.ts'
import { TestQueue } from '../../support/test-queue.ts'

describe.skipIf(postgresSkipReason)('a queue whose database freezes', () => {
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

  sampledTest('reports itself as unhealthy within seconds, and can still stop', async () => {
    const worker = await queue.startWorker(() => new Promise(() => {}), { slots: 2 })
    const { id } = await queue.add('a')
    worker.wake()
    await vi.waitFor(async () => expect((await queue.readRow(id)).status).toBe('running'), 30_000)
    const thaw = postgres.freeze()
    try {
      worker.wake()
      await vi.waitFor(() => expect(worker.isHealthy).toBe(false), 20_000)
      // Stops the worker while the database is still frozen.
      await worker.stop(100)
    } finally {
      thaw()
    }
  })
})
