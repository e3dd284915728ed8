import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { addGuest, addUser } from '../../server/auth/accounts.ts'
import { rememberIpAddress } from '../../server/auth/known-ip-addresses.ts'
import { createPasswordHasher } from '../../server/auth/password-hasher.ts'
import { RATE_LIMITS, type RateLimits } from '../../server/auth/rate-limit.ts'
import { createRevocations } from '../../server/auth/revocations.ts'
import { startSession } from '../../server/auth/sessions.ts'
import { createSigningKey } from '../../server/auth/signing-keys.ts'
import { createTokenService } from '../../server/auth/token-service.ts'
import { createApp } from '../../server/boot/app.ts'
import type { Deps } from '../../server/boot/deps.ts'
import { createJobKinds } from '../../server/boot/job-kinds.ts'
import { connectToDatabase, runMigrations } from '../../server/db/connect-to-database.ts'
import type { Database } from '../../server/db/schema.ts'
import { createEventBus } from '../../server/events/event-bus.ts'
import { createEventRelay } from '../../server/events/event-relay.ts'
import { createPresence } from '../../server/events/presence.ts'
import { FileService, type FileServiceOptions } from '../../server/files/file-service.ts'
import type { InspectModel } from '../../server/files/inspect-model.ts'
import type { UploadKinds } from '../../server/files/upload-rules.ts'
import { inProcessCageOperations } from '../../server/fitting/in-process-cage-operations.ts'
import { createAllowedHosts } from '../../server/http/allowed-hosts.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'
import { MailOutbox, type StoredMail } from '../../server/mail/mail-outbox.ts'
import { createClient } from '../../src/api/client.ts'
import type { Role, SessionData } from '../../src/api/contract/auth.ts'
import type { Client } from '../../src/api/contract/client.ts'
import type { AnyUploadKind, StoredFile, UploadQuota } from '../../src/api/contract/files.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'
import { emptyTables, RESET_COUNTERS_SQL } from './empty-tables.ts'
import { openMemoryStore } from './memory-store.ts'
import { recordResponse } from './record-coverage.ts'
import { readSchemaFingerprint } from './schema-fingerprint.ts'

/** Origin of the test server. No real server listens there. */
export const ORIGIN = 'http://house.test'

export const PASSWORD = 'a-quiet-harbour-7'

/** Initial time of every test's clock. */
export const START_TIME = new Date('2026-03-02T09:00:00.000Z')

export interface TestServerOptions {
  limits?: Partial<RateLimits>
  kinds?: Partial<UploadKinds>
  quota?: UploadQuota
  inspect?: InspectModel
  openStorage?: FileServiceOptions['openStorage']
  /** Claimed location of the database, see `StoreOwner`. */
  databaseLocation?: string
  graceMs?: number
  /** Log of the file store. `deps` sets the other logs. */
  log?: FileServiceOptions['log']
  deps?: Partial<Deps>
  /** Number of concurrent jobs. With 0, no job runs. Default: 2. */
  workers?: number
  /** PostgreSQL database to empty and use instead of PGlite in memory. Default: one of `TEST_DATABASE_URLS`, if any. */
  url?: string | undefined
}

export interface TestAccount {
  id: string
  email: string
  token: string
  session: SessionData
  client: Client<typeof contract>
}

export interface RawRequestOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface RawResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary bodies
  body: any
}

/** Complete server without a port, with its own store and a clock that the test controls. */
export interface TestServer {
  deps: Deps
  folder: string
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
  /** Makes one raw call, for example "GET /v1/assets". */
  call(path: string, options?: RawRequestOptions): Promise<RawResponse>
  client(token?: string): Client<typeof contract>
  /** Signs in an account of a role. Creates the account if no account has the e-mail. */
  account(role?: Role, email?: string): Promise<TestAccount>
  /** Uploads a file by tus and returns the stored file. */
  upload(owner: TestAccount, bytes: Uint8Array, kind?: AnyUploadKind): Promise<StoredFile>
  advance(ms: number): void
  /** Returns the mails to an address, newest first, after all mails in flight are sent. */
  sentMails(to: string): Promise<StoredMail[]>
  /** Returns the code and the link's id of the newest mail to an address. Throws without a code; `id` is empty without a link. */
  newestMailCodeAndLink(to: string): Promise<{ code: string; id: string }>
  /** Empties the tables, deletes the mails and resets the clock. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Opens a test server. Close it in `afterAll`, reset it in `beforeEach`. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  const { db, closeStore } = options.deps?.db
    ? { db: options.deps.db, closeStore: async () => {} }
    : await openOwnStore(options.url)
  let time = START_TIME.getTime()
  const now = () => new Date(time)
  const log = pino({ level: 'silent' })
  const outbox = await MailOutbox.open(join(folder, 'outbox'), 'Atelier <atelier@house.example>', now)
  const events = createEventBus()
  const relay = createEventRelay({ db, events, log })
  await relay.start()
  const jobs = createJobQueue({ db, now, log, slots: options.workers ?? 2, onResultStored: relay.wake })
  const revocations = createRevocations({ db, now })
  const deps: Deps = {
    db,
    requestWaitMs: 40_000,
    now,
    events,
    relay,
    jobs,
    revocations,
    presence: createPresence({ now, revocations }),
    tokens: await createTokenService({ keys: [await createSigningKey(now())] }, now),
    // Uses a cost far too low for real passwords, because tests hash many passwords.
    passwords: createPasswordHasher({ ln: 4, r: 8, p: 1 }),
    limits: { ...RATE_LIMITS, ...options.limits },
    files: await FileService.open(db, now, folder, options),
    geometry: inProcessCageOperations,
    // With workers, waits long for icons, because the machine may be busy. Without workers, no icon is rendered.
    iconWaitMs: options.workers === 0 ? 10 : 50_000,
    mailer: outbox,
    outbox,
    isProduction: false,
    publicUrl: ORIGIN,
    hosts: createAllowedHosts({ publicUrl: ORIGIN }),
    log,
    apiBase: '',
    trustedProxies: 0,
    ...options.deps,
  }
  await jobs.start(createJobKinds(deps))
  const app = createApp(deps)
  const fetch: TestServer['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const response = await app.fetch(request)
    // Delivers the events of a call before its response, so that tests need not wait for events.
    await deps.relay.waitUntilDelivered()
    recordResponse(request.method, request.url, response)
    return response
  }
  const client: TestServer['client'] = (token) =>
    createClient(
      contract,
      createHttpClient({
        base: `${ORIGIN}/`,
        tokens: { getFreshToken: async () => token, getCurrentToken: () => token },
        fetch: fetch as typeof globalThis.fetch,
      }),
    )
  const server: TestServer = {
    deps,
    folder,
    fetch,
    client,
    call: (path, call) => rawCall(fetch, path, call),
    async account(role = 'admin', email = `${role}@house.example`) {
      // Bypasses the HTTP endpoints for sign-up and sign-in, which take five times as long and are not under test here.
      const from = { address: 'local' }
      if (role === 'anonymous') {
        const session = await startSession(deps, await addGuest(deps), from, 'guest')
        return { id: session._id, email: '', token: session.token, session, client: client(session.token) }
      }
      const userId = await addUser(deps, { email, password: PASSWORD }, undefined, from.address).then(
        async (createdUser) => {
          await db.updateTable('users').set({ role, verified_at: now() }).where('id', '=', createdUser.userId).execute()
          return createdUser.userId
        },
        async (error) => {
          const existingUser = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
          if (!existingUser) throw error
          return existingUser.id
        },
      )
      const session = await startSession(deps, userId, from, 'password')
      await rememberIpAddress(db, now(), userId, from.address)
      return { id: session._id, email, token: session.token, session, client: client(session.token) }
    },
    upload: (owner, bytes, kind = 'glb') => uploadByTus(server, owner, bytes, kind),
    advance(ms) {
      time += ms
    },
    async sentMails(to) {
      await deps.jobs.idle()
      return (await outbox.list()).filter((mail) => mail.to === to)
    },
    async newestMailCodeAndLink(to) {
      const [mail] = await server.sentMails(to)
      const code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1]
      if (!code) throw new Error(`No code was mailed to ${to}.`)
      return { code, id: /\?id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
    },
    async reset() {
      await deps.jobs.idle()
      await outbox.clear()
      time = START_TIME.getTime()
      await emptyTables(db)
      await relay.start()
    },
    async close() {
      await deps.jobs.idle()
      await jobs.stop()
      await relay.stop()
      await closeStore()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}

/** URLs of unused PostgreSQL databases of this process. Each open server uses one. */
const spareDatabaseUrls = process.env.TEST_DATABASE_URLS?.split(' ')

/** Opens an empty store and returns it with a function that releases it. */
async function openOwnStore(
  databaseUrl: string | undefined,
): Promise<{ db: Kysely<Database>; closeStore: () => Promise<void> }> {
  const url = databaseUrl ?? spareDatabaseUrls?.pop()
  if (!url) {
    if (spareDatabaseUrls) throw new Error('A test opens more servers at the same time than it has databases.')
    const db = await openMemoryStore()
    return { db, closeStore: () => db.destroy() }
  }
  // Lengthens the timeouts for a busy machine. Separate tests cover the timeouts.
  const db = await connectToDatabase({ url, times: 20 })
  await runMigrations(db)
  await emptyTables(db)
  for (const statement of RESET_COUNTERS_SQL) await sql.raw(statement).execute(db)
  const fingerprint = await readSchemaFingerprint(db)
  const closeStore = async () => {
    const isSame = databaseUrl || fingerprint === (await readSchemaFingerprint(db))
    await db.destroy()
    // Throws now, because otherwise the next test would fail instead of the current test.
    if (!isSame) throw new Error('A test has changed the schema of its database.')
    if (!databaseUrl) spareDatabaseUrls?.push(url)
  }
  return { db, closeStore }
}

async function rawCall(
  fetch: TestServer['fetch'],
  apiPath: string,
  { token, body, headers = {} }: RawRequestOptions = {},
) {
  const [method = 'GET', path = '/'] = apiPath.split(/ (.*)/s)
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${ORIGIN}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
}

async function uploadByTus(server: TestServer, owner: TestAccount, bytes: Uint8Array, kind: AnyUploadKind) {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  const createResponse = await server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa(kind)}` },
  })
  const location = createResponse.headers.get('location')
  if (!location) throw new Error(`The upload was refused: ${await createResponse.text()}`)
  const uploadResponse = await server.fetch(`${ORIGIN}${location}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (uploadResponse.status !== 204) throw new Error(`The bytes were refused: ${await uploadResponse.text()}`)
  return owner.client.files.describe({ id: location.split('/').at(-1)! })
}
