import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailJobKind } from '../../../server/auth/mail-job.ts'
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '../../../server/auth/proofs.ts'
import { JOB_RETENTION_MS, SENT_MAIL_RETENTION_MS, sweepJobs } from '../../../server/jobs/job-table.ts'
import { RETRY_POLICIES, retryWaitMs } from '../../../server/jobs/retry-policy.ts'
import type { MailRequest } from '../../../server/mail/mail-request.ts'
import { type Mail, MailNotSentError, MailRejectedError } from '../../../server/mail/mailer.ts'
import { queueMail } from '../../../server/mail/queue-mail.ts'
import { openTestServer, PASSWORD, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

const OWNER = 'ada@house.example'

let server: TestServer
let admin: TestAccount
/** Emails that the mail server accepted, each with its message id. */
let sent: { mail: Mail; id: string }[]
/** Error that the mailer throws; undefined if it sends. */
let sendError: Error | undefined

beforeAll(async () => {
  const send = async (mail: Mail, id: string) => {
    if (sendError) throw sendError
    sent.push({ mail, id })
  }
  server = await openTestServer({ deps: { mailer: { send, close: async () => {} } } })
})
beforeEach(async () => {
  sendError = undefined
  await server.reset()
  sent = []
  admin = await server.account('admin')
  await server.account('user', OWNER)
})
afterAll(() => server.close())

const UNREACHABLE = new MailNotSentError('CONN ECONNREFUSED')

/** Requests an email. Returns the request id after the first attempt to send it. */
async function request(path = 'auth/request-login-code', email = OWNER): Promise<string> {
  const { body } = await server.call(`POST /v1/${path}`, { body: { email } })
  await server.deps.jobs.idle()
  return body.requestId
}
const row = () => server.deps.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').executeTakeFirstOrThrow()
/** Advances the clock to the next attempt, and waits for it. */
async function nextAttempt() {
  server.advance(Math.max(0, (await row()).run_at.getTime() - server.deps.now().getTime()))
  server.deps.jobs.wake()
  await server.deps.jobs.idle()
}
const codeIn = ({ mail }: { mail: Mail }) => /^\s*(\d{6})\s*$/m.exec(mail.text)![1]!
const signIn = (code: string, requestId: string) =>
  server.call('POST /v1/auth/login', { body: { email: OWNER, code, requestId } })

describe('an email', () => {
  test('is sent again, with a valid code, after the mail server was unreachable', async () => {
    sendError = UNREACHABLE
    const requestId = await request()
    await nextAttempt()
    await nextAttempt()
    expect(await row()).toMatchObject({
      status: 'queued',
      attempts: 3,
      error: 'The mail server did not accept it: CONN ECONNREFUSED.',
    })
    sendError = undefined
    await nextAttempt()
    expect(await row()).toMatchObject({ status: 'done', attempts: 4, error: null })
    expect((await signIn(codeIn(sent[0]!), requestId)).status).toBe(200)
  })

  test('is attempted for 24 hours, and then becomes a failed job that an admin can retry', async () => {
    const policy = RETRY_POLICIES.mail!
    const waits = Array.from({ length: policy.maxAttempts - 1 }, (_, i) => retryWaitMs(i + 1, 0, 0.5, policy)!)
    const hours = waits.reduce((all, wait) => all + wait, 0) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    expect(waits.slice(0, 7).map((ms) => ms / 1000)).toEqual([1, 4, 16, 64, 256, 900, 900])
    sendError = UNREACHABLE
    const { db, now, jobs } = server.deps
    const change = {
      at: now().toISOString(),
      address: '10.0.0.1',
      userAgent: null,
      change: { what: 'verified' },
    } as const
    await queueMail(db, now(), { letter: 'changes', to: OWNER, language: 'en', changes: [change] })
    jobs.wake()
    await jobs.idle()
    await db
      .updateTable('jobs')
      .set({ attempts: policy.maxAttempts - 1 })
      .execute()
    await nextAttempt()
    expect(await row()).toMatchObject({ status: 'failed', attempts: policy.maxAttempts })
    sendError = undefined
    await admin.client.jobs.retry({ id: (await row()).id })
    await jobs.idle()
    expect((await row()).status).toBe('done')
    expect(sent).toHaveLength(1)
  })

  test('fails at the first attempt, with the reason, if the mail server rejects it permanently', async () => {
    sendError = new MailRejectedError('The mail server refused it: 550 5.1.1 No such user')
    await request()
    expect(await row()).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: 'The mail server refused it: 550 5.1.1 No such user',
    })
  })

  test.each([
    ['auth/request-login-code', CODE_LIFETIME_MS],
    ['users/reset-password', LINK_LIFETIME_MS.reset],
  ] as const)('requested by %s is not sent once its code or link would have expired', async (path, lifetimeMs) => {
    sendError = UNREACHABLE
    await request(path)
    sendError = undefined
    server.advance(lifetimeMs)
    await nextAttempt()
    expect(await row()).toMatchObject({
      status: 'failed',
      error: 'The e-mail was not sent: its code or link was requested too long ago.',
    })
    expect(sent).toEqual([])
  })

  test.each(['first', 'second'] as const)(
    'sent by a killed process is sent again with the same id, and the code in the %s copy works',
    async (which) => {
      const { jobs } = server.deps
      const { wake } = jobs
      jobs.wake = () => {}
      const { body } = await server
        .call('POST /v1/auth/request-login-code', { body: { email: OWNER } })
        .finally(() => (jobs.wake = wake))
      const { id, key, payload } = await row()
      const performing = { progress: () => {}, signal: new AbortController().signal }
      // The mail server accepts the mail, but the job is never marked as done.
      for (const attempt of [1, 2])
        await createMailJobKind(server.deps).perform(
          { id, key, payload: payload as never, ownerId: null, attempt },
          performing,
        )
      const [first, second] = sent
      expect(first!.id).toBe(id)
      expect(second!.id).toBe(id)
      expect((await signIn(codeIn(which === 'first' ? first! : second!), body.requestId)).status).toBe(200)
    },
  )

  test('is not sent to an address without an account, but its job ends like that of a sent email', async () => {
    await request('auth/request-login-code', 'nobody@house.example')
    expect(await row()).toMatchObject({ status: 'done', attempts: 1 })
    expect(sent).toEqual([])
  })

  test('stores no code, link or request id in its job, and after sending only its topic and address', async () => {
    sendError = UNREACHABLE
    const requestId = await request('users/reset-password')
    const waiting = JSON.stringify(await row())
    sendError = undefined
    await nextAttempt()
    const { text } = sent[0]!.mail
    const secrets = [codeIn(sent[0]!), /\?id=([\w-]{43})/.exec(text)![1]!, requestId]
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5)
      expect(waiting).not.toContain(secret)
    }
    expect((await row()).payload).toEqual({ letter: 'reset', to: OWNER })
  })

  test('adds one audit entry, however many attempts the delivery takes', async () => {
    sendError = UNREACHABLE
    await request()
    await nextAttempt()
    await nextAttempt()
    const entries = await server.deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'code-requested')
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('is queued in the same transaction as the sign-up that requires it', async () => {
    const { db } = server.deps
    const email = 'new@house.example'
    const signUp = () => server.call('POST /v1/auth/signup', { body: { email, password: PASSWORD } })
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    try {
      expect((await signUp()).status).toBe(500)
    } finally {
      await db.schema.alterTable('jobs_away').renameTo('jobs').execute()
    }
    const accounts = await db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(accounts).toEqual([])
    expect((await signUp()).status).toBe(201)
    await server.deps.jobs.idle()
    expect(sent.map(({ mail }) => mail.to)).toEqual([email])
  })

  test('stays listed as a job for a day once it is sent, and for 30 days if it failed', async () => {
    const { db, now } = server.deps
    await request()
    sendError = new MailRejectedError('The mail server refused it: 550')
    await request()
    const statuses = async () => {
      await sweepJobs(db, now())
      return (await db.selectFrom('jobs').select('status').orderBy('id').execute()).map(({ status }) => status)
    }
    expect(await statuses()).toEqual(['done', 'failed'])
    server.advance(SENT_MAIL_RETENTION_MS + 1)
    expect(await statuses()).toEqual(['failed'])
    server.advance(JOB_RETENTION_MS)
    expect(await statuses()).toEqual([])
  })

  test('logs an outage of the mail server and its end once each, without the address of the recipient', async () => {
    const logged: Record<string, unknown>[] = []
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void logged.push(JSON.parse(line)) })
    const kind = createMailJobKind({ ...server.deps, log })
    const payload: MailRequest = {
      letter: 'changes',
      to: OWNER,
      language: 'en',
      changes: [{ at: START_TIME.toISOString(), address: '10.0.0.1', userAgent: null, change: { what: 'verified' } }],
    }
    const job = { id: 'an email', key: 'an email', payload, ownerId: null, attempt: 1 }
    const perform = () => kind.perform(job, { progress: () => {}, signal: new AbortController().signal })
    const outage = [
      { level: 40, reason: 'CONN ECONNREFUSED', msg: 'e-mail cannot be sent; each message is retried for 24 hours' },
      { level: 30, msg: 'e-mail delivery has resumed' },
    ]
    for (const before of [[], outage]) {
      sendError = UNREACHABLE
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(perform()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(logged).toEqual([...before, outage[0]])
      sendError = undefined
      for (let attempt = 0; attempt < 2; attempt++) await perform()
      expect(logged).toEqual([...before, ...outage])
    }
  })

  test('shows its topic and address to admins only', async () => {
    const other = await server.account('developer')
    await request()
    const { id } = await row()
    const [listedJob] = (await admin.client.jobs.list({ query: { kind: ['mail'] } })).data
    expect(listedJob).toMatchObject({ id, kind: 'mail', letter: 'login', to: OWNER, status: 'done' })
    const owner = await server.account('user', OWNER)
    for (const { client } of [other, owner]) {
      expect((await client.jobs.list({})).data).toEqual([])
      await expect(client.jobs.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
