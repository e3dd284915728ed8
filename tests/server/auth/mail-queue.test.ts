import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMailJobKind } from '../../../server/auth/mail-job.ts'
import { JOB_BUDGETS } from '../../../server/jobs/budgets.ts'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import type { JobKind } from '../../../server/jobs/job.ts'
import { createJobQueue } from '../../../server/jobs/job-queue.ts'
import { requeueExpiredJobs } from '../../../server/jobs/job-table.ts'
import { RETRY_POLICIES } from '../../../server/jobs/retry-policy.ts'
import { queueMail } from '../../../server/mail/queue-mail.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  // No workers: each test starts a queue of its own.
  server = await openTestServer({ workers: 0 })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('an email', () => {
  test('times out after a minute without a response of the mail server, and is retried', async () => {
    const { db, now, log } = server.deps
    let onSend = () => {}
    const row = () => db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').executeTakeFirstOrThrow()
    const isSending = new Promise<void>((resolve) => {
      onSend = resolve
    })
    const send = () => {
      onSend()
      return new Promise<never>(() => {})
    }
    const kind = createMailJobKind({ ...server.deps, mailer: { send, close: async () => {} } })
    const { email } = await server.account('user')
    await queueMail(db, now(), {
      letter: 'login',
      to: email,
      address: '10.0.0.1',
      askedAt: now().toISOString(),
      requestHash: 'hash',
    })
    const queue = createJobQueue({ db, now, log, slots: 1 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await queue.start({ mail: kind })
      await isSending
      vi.advanceTimersByTime(59_999)
      expect(await row()).toMatchObject({ status: 'running', attempts: 1, error: null })
      vi.advanceTimersByTime(1)
      await queue.idle()
      expect(await row()).toMatchObject({ status: 'queued', attempts: 1, error: 'This took too long.' })
    } finally {
      vi.useRealTimers()
      await queue.stop(0)
    }
  })

  test('has a job budget that covers its maximum number of attempts, each of the maximum duration', () => {
    const maxMs = RETRY_POLICIES.mail!.maxAttempts * createMailJobKind(server.deps).timeoutMs!
    expect(JOB_BUDGETS.mail.ms).toBeGreaterThanOrEqual(maxMs)
  })
})

describe('email jobs', () => {
  test('have their own slots, so that hanging emails do not delay other jobs, nor long jobs delay emails', async () => {
    const { db, now, log } = server.deps
    const running: string[] = []
    const hanging: JobKind<object> = {
      perform: ({ key }, { signal }) => {
        running.push(key)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    }
    const { id: owner } = await server.account('admin')
    const add = (kind: 'mail' | 'icon', key: string) =>
      enqueueJob(db, { kind, key, payload: {} as never, owner: kind === 'mail' ? null : owner, now: now() })
    for (const key of ['mail 1', 'mail 2', 'mail 3']) await add('mail', key)
    await add('icon', 'icon 1')
    const queue = createJobQueue({ db, now, log, slots: 1 })
    await queue.start({ mail: { ...hanging, ownSlots: 2 }, icon: hanging })
    await expect.poll(() => running.toSorted(), { timeout: 60_000 }).toEqual(['icon 1', 'mail 1', 'mail 2'])
    await queue.stop(0)

    running.length = 0
    await db.deleteFrom('jobs').execute()
    await add('icon', 'icon 1')
    await add('icon', 'icon 2')
    await add('mail', 'mail 1')
    const next = createJobQueue({ db, now, log, slots: 1 })
    await next.start({ mail: { ...hanging, ownSlots: 2 }, icon: hanging })
    await expect.poll(() => running.toSorted(), { timeout: 60_000 }).toEqual(['icon 1', 'mail 1'])
    await next.stop(0)
  })

  test('are queued again if their process is killed during the fifth attempt, unlike icon jobs', async () => {
    const { db, now } = server.deps
    const killedJob = { status: 'running', worker: 'gone', lease_until: new Date(0), attempts: 5 } as const
    for (const kind of ['mail', 'icon'] as const) {
      const { id } = await enqueueJob(db, { kind, key: kind, payload: {} as never, owner: null, now: now() })
      await db.updateTable('jobs').set(killedJob).where('id', '=', id).execute()
    }
    await requeueExpiredJobs(db, now())
    const rows = await db.selectFrom('jobs').select(['kind', 'status']).orderBy('kind').execute()
    expect(rows).toEqual([
      { kind: 'icon', status: 'failed' },
      { kind: 'mail', status: 'queued' },
    ])
  })
})
