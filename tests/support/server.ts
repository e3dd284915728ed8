import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { createServer } from '../../server/app.ts'
import { addGuest, addUser } from '../../server/auth/accounts.ts'
import { makeKey } from '../../server/auth/keys.ts'
import { rememberAddress } from '../../server/auth/known-addresses.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { LIMITS, type Limits } from '../../server/auth/rate-limit.ts'
import { createRevocations } from '../../server/auth/revocations.ts'
import { startSession } from '../../server/auth/sessions.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { createAllowedHosts } from '../../server/client/allowed-hosts.ts'
import { migrate, openStore } from '../../server/db/open.ts'
import type { Database } from '../../server/db/schema.ts'
import type { Deps } from '../../server/deps.ts'
import { createEvents } from '../../server/events/bus.ts'
import { createPresence } from '../../server/events/presence.ts'
import { createRelay } from '../../server/events/relay.ts'
import { FileRoom, type RoomOptions } from '../../server/files/file-room.ts'
import type { InspectModel } from '../../server/files/inspect.ts'
import type { UploadKinds } from '../../server/files/upload-rules.ts'
import { geometryHere } from '../../server/fitting/geometry-here.ts'
import { createKinds } from '../../server/jobs/kinds.ts'
import { createJobs } from '../../server/jobs/runner.ts'
import { createLater } from '../../server/later.ts'
import { type KeptMail, Outbox } from '../../server/mail/outbox.ts'
import { createClient } from '../../src/api/client.ts'
import type { Role, SessionData } from '../../src/api/contract/auth.ts'
import type { Client } from '../../src/api/contract/client.ts'
import type { Quota, SentKind, StoredFile } from '../../src/api/contract/files.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttp } from '../../src/api/http.ts'
import { COUNT_ANEW, emptyTables } from './empty-tables.ts'
import { openMemory } from './memory-store.ts'
import { answered } from './seen.ts'
import { shapeOf } from './store-shape.ts'

/** Where the server of a test pretends to be. */
export const ORIGIN = 'http://house.test'

/** The password of every account a test makes. */
export const PASSWORD = 'a-quiet-harbour-7'

/** The clock every test begins at. */
export const BEGINNING = new Date('2026-03-02T09:00:00.000Z')

/** What a test may hand in instead of the usual. */
export interface TestServerOptions {
  limits?: Partial<Limits>
  kinds?: Partial<UploadKinds>
  quota?: Quota
  inspect?: InspectModel
  openStorage?: RoomOptions['openStorage']
  deps?: Partial<Deps>
  /** How many jobs it does at a time; 0: none. Default: 2. */
  workers?: number
  /** A PostgreSQL server in place of PGlite in memory; its tables are emptied. Else one of `TEST_DATABASE_URLS`, if any. */
  url?: string | undefined
}

/** A signed-in account with everything a test does in its name. */
export interface TestAccount {
  id: string
  email: string
  token: string
  session: SessionData
  client: Client<typeof contract>
}

/** How a raw call is made. */
export interface RawCall {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** An answer with its parsed body. */
export interface RawAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what came, whatever it is
  body: any
}

/** A whole server without a port, over a store of its own, with a clock that a test moves. */
export interface TestServer {
  deps: Deps
  folder: string
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
  /** One raw call: "GET /v1/assets". */
  call(what: string, options?: RawCall): Promise<RawAnswer>
  client(token?: string): Client<typeof contract>
  /** Makes an account of a role, unless the address has one, and signs it in. */
  account(role?: Role, email?: string): Promise<TestAccount>
  /** Sends a file by tus and answers what was stored. */
  upload(owner: TestAccount, bytes: Uint8Array, kind?: SentKind): Promise<StoredFile>
  advance(ms: number): void
  /** The mails that were sent to an address, the newest first, once none is on its way any more. */
  mails(to: string): Promise<KeptMail[]>
  /** The code and the link's id of the newest mail to an address. Throws where there is none. */
  mailed(to: string): Promise<{ code: string; id: string }>
  /** Empties every table and sets the clock back. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Opens a test's server; close it in `afterAll`, reset it in `beforeEach`. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  const { db, leave } = options.deps?.db ? { db: options.deps.db, leave: async () => {} } : await openOwn(options.url)
  let time = BEGINNING.getTime()
  const now = () => new Date(time)
  const log = pino({ level: 'silent' })
  const later = createLater(log)
  const outbox = await Outbox.open(join(folder, 'outbox'), 'Atelier <atelier@house.example>', now)
  const events = createEvents()
  const relay = createRelay({ db, events, log })
  await relay.begin()
  const jobs = createJobs({ db, now, log, seats: options.workers ?? 2, onKept: relay.wake })
  const revocations = createRevocations({ db, now })
  const deps: Deps = {
    db,
    callMs: 40_000,
    now,
    events,
    relay,
    jobs,
    revocations,
    presence: createPresence({ now, revocations }),
    tokens: await createTokens({ keys: [await makeKey(now())] }, now),
    // Far too little work for real passwords, which is the point: the tests make many.
    passwords: createPasswords({ ln: 4, r: 8, p: 1 }),
    limits: { ...LIMITS, ...options.limits },
    files: await FileRoom.open(db, now, folder, options),
    geometry: geometryHere,
    // Where somebody draws it is waited for, however busy the machine; where nobody does there is nothing to wait for.
    iconWaitMs: options.workers === 0 ? 10 : 50_000,
    post: outbox,
    outbox,
    isProduction: false,
    publicUrl: ORIGIN,
    hosts: createAllowedHosts({ publicUrl: ORIGIN }),
    later,
    log,
    apiBase: '',
    trustedProxies: 0,
    ...options.deps,
  }
  await jobs.begin(createKinds(deps))
  const app = createServer(deps)
  const fetch: TestServer['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const response = await app.fetch(request)
    // What a call did is told by the time it is answered, so that a test needs not wait for it.
    await deps.relay.settled()
    answered(request.method, request.url, response)
    return response
  }
  const client: TestServer['client'] = (token) =>
    createClient(
      contract,
      createHttp({
        base: `${ORIGIN}/`,
        tokens: { fresh: async () => token, current: () => token },
        fetch: fetch as typeof globalThis.fetch,
      }),
    )
  const server: TestServer = {
    deps,
    folder,
    fetch,
    client,
    call: (what, call) => rawCall(fetch, what, call),
    async account(role = 'admin', email = `${role}@house.example`) {
      // As who signed up and in by calls, at a fifth of what these take: what every test needs is no call that a test makes.
      const from = { address: 'local' }
      if (role === 'anonymous') {
        const session = await startSession(deps, await addGuest(deps), from, 'guest')
        return { id: session._id, email: '', token: session.token, session, client: client(session.token) }
      }
      const userId = await addUser(deps, { email, password: PASSWORD }, undefined, from.address).then(
        async (made) => {
          await db.updateTable('users').set({ role, verified_at: now() }).where('id', '=', made.userId).execute()
          return made.userId
        },
        async (fault) => {
          const there = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
          if (!there) throw fault
          return there.id
        },
      )
      const session = await startSession(deps, userId, from, 'password')
      await rememberAddress(db, now(), userId, from.address)
      return { id: session._id, email, token: session.token, session, client: client(session.token) }
    },
    upload: (owner, bytes, kind = 'glb') => sendFile(server, owner, bytes, kind),
    advance(ms) {
      time += ms
    },
    async mails(to) {
      await deps.later.idle()
      return (await outbox.list()).filter((mail) => mail.to === to)
    },
    async mailed(to) {
      const [mail] = await server.mails(to)
      const code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1]
      if (!code) throw new Error(`No code was mailed to ${to}.`)
      return { code, id: /\?id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
    },
    async reset() {
      await deps.later.idle()
      await deps.jobs.settled()
      await outbox.clear()
      time = BEGINNING.getTime()
      await emptyTables(db)
      await relay.begin()
    },
    async close() {
      await deps.later.idle()
      await jobs.stop()
      await relay.stop()
      await leave()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}

/** Databases of PostgreSQL that this process tests with, but those that a server has: more than one where a test opens several. */
const spare = process.env.TEST_DATABASE_URLS?.split(' ')

/** An empty store of a server's own, and how it is given back. */
async function openOwn(given: string | undefined): Promise<{ db: Kysely<Database>; leave: () => Promise<void> }> {
  const url = given ?? spare?.pop()
  if (!url) {
    if (spare) throw new Error('A test opens more servers at once than there are databases for it.')
    const db = await openMemory()
    return { db, leave: () => db.destroy() }
  }
  // However busy the machine is: that calls do not wait for ever has tests of its own.
  const db = await openStore({ url, times: 20 })
  await migrate(db)
  await emptyTables(db)
  for (const statement of COUNT_ANEW) await sql.raw(statement).execute(db)
  const shape = await shapeOf(db)
  const leave = async () => {
    const isSame = given || shape === (await shapeOf(db))
    await db.destroy()
    // Else the next test would fail in this one's place.
    if (!isSame) throw new Error('A test left its tables otherwise than it found them.')
    if (!given) spare?.push(url)
  }
  return { db, leave }
}

async function rawCall(fetch: TestServer['fetch'], what: string, { token, body, headers = {} }: RawCall = {}) {
  const [method = 'GET', path = '/'] = what.split(/ (.*)/s)
  const isText = typeof body === 'string'
  const response = await fetch(`${ORIGIN}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
}

async function sendFile(server: TestServer, owner: TestAccount, bytes: Uint8Array, kind: SentKind) {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  const made = await server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa(kind)}` },
  })
  const location = made.headers.get('location')
  if (!location) throw new Error(`The upload was refused: ${await made.text()}`)
  const sent = await server.fetch(`${ORIGIN}${location}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (sent.status !== 204) throw new Error(`The bytes were refused: ${await sent.text()}`)
  return owner.client.files.describe({ id: location.split('/').at(-1)! })
}
