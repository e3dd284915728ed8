import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { HttpRequest, PreviousUpload, UrlStorage } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createServer } from '../../server/app.ts'
import { packAbility } from '../../server/auth/abilities.ts'
import { makeKey } from '../../server/auth/keys.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { LIMITS } from '../../server/auth/rate-limit.ts'
import { createRevocations } from '../../server/auth/revocations.ts'
import { createTokens, type Tokens } from '../../server/auth/tokens.ts'
import { createAllowedHosts } from '../../server/client/allowed-hosts.ts'
import { migrate, openStore } from '../../server/db/open.ts'
import type { Database } from '../../server/db/schema.ts'
import { createEvents } from '../../server/events/bus.ts'
import { createPresence } from '../../server/events/presence.ts'
import { FileRoom } from '../../server/files/file-room.ts'
import { geometryHere } from '../../server/fitting/geometry-here.ts'
import { createJobs } from '../../server/jobs/runner.ts'
import { createLater } from '../../server/later.ts'
import { createLog } from '../../server/log.ts'
import type { TokenSource } from '../../src/api/bearing.ts'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttp } from '../../src/api/http.ts'
import { createSendFile, type FileSender, type UploadDeps } from '../../src/api/upload.ts'
import type { RequestMaker } from '../../src/api/upload-stack.ts'
import { type CutWire, closed, openProxy } from './cut-wire.ts'
import { glbOfSize } from './glb.ts'

export const MB = 1024 * 1024
const OWNER = 'user-1'

let db: Kysely<Database>
let tokens: Tokens
let serverNow = Date.now()
let server: Server
/** Where the server keeps its files. */
export let folder: string
export let proxy: CutWire
export let send: FileSender
export let storage: ReturnType<typeof memory>
/** Requests as the client made them, by method. */
export let made: string[]
/** The client's token. */
export let given: string | undefined
/** What the client's session does when a token is refused. */
export let refreshes: number

/** Gives each test a server, a client that sends files to it, and a wire between them that can be cut. */
export function sendsOverWire(): void {
  beforeAll(async () => {
    db = await openStore({ memory: true })
    await migrate(db)
    const values = { id: OWNER, role: 'admin' as const, email: 'a@b.example', name: null, password_hash: null }
    await db
      .insertInto('users')
      .values({ ...values, verified_at: new Date(), wallets: '[]', created_at: new Date() })
      .execute()
    tokens = await createTokens({ keys: [await makeKey(new Date())] }, () => new Date(serverNow))
  })
  afterAll(() => db.destroy())

  beforeEach(async () => {
    serverNow = Date.now()
    folder = await mkdtemp(join(tmpdir(), 'upload-'))
    server = await serve()
    proxy = await openProxy(() => (server.address() as AddressInfo | null)?.port)
    storage = memory()
    made = []
    refreshes = 0
    given = await newToken()
    send = sender(overFetch)
  })
  afterEach(async () => {
    await proxy.close()
    await closed(server)
    await rm(folder, { recursive: true, force: true })
  })
}

/** Stops the server, and starts another over the same store. */
export async function restartServer(): Promise<void> {
  await closed(server)
  server = await serve()
}

/** Lets the server's clock stand where it is by then: tokens of now have run out. */
export function letTokensRunOut(): void {
  serverNow = Date.now() + 16 * 60_000
}

/** Has the client begin with a token. */
export function giveToken(token: string): void {
  given = token
}

export const PAUSE = new Error('paused')
export const calm = {
  kind: 'glb' as const,
  onProgress: () => {},
  onPace: () => {},
  signal: new AbortController().signal,
}

export function pausedAt(file: File, bytes: number) {
  const pause = new AbortController()
  return send(file, {
    ...calm,
    signal: pause.signal,
    onProgress: (sent) => {
      if (sent >= bytes) pause.abort(PAUSE)
    },
  })
}

/** A model of exactly so many bytes, most of them noise. */
export const model = (bytes: number) => new File([glbOfSize(bytes, randomBytes)], 'boot.glb')

export const hashOf = async (file: File) =>
  createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex')

const newToken = () =>
  tokens.sign({
    sub: OWNER,
    ability: packAbility({ id: OWNER, role: 'admin', applicationIds: [] }),
    anonymous: false,
    sid: 's',
  })

const addressOf = () => `http://127.0.0.1:${proxy.port}`
export const clientOf = (source: Pick<TokenSource, 'fresh'>) =>
  createClient(contract, createHttp({ base: addressOf(), tokens: { current: () => given, ...source } }))

export function sender(
  request: RequestMaker,
  own?: Pick<TokenSource, 'fresh' | 'refused'>,
  api?: UploadDeps['api'],
): FileSender {
  const source: TokenSource = {
    current: () => given,
    fresh: async (rejected) => {
      if (rejected !== undefined && rejected === given) {
        refreshes += 1
        given = await newToken()
      }
      return given
    },
    ...own,
  }
  const counted: RequestMaker = (method, url) => {
    made.push(method)
    return request(method, url)
  }
  return createSendFile({
    apiBase: addressOf(),
    tokens: source,
    api: api ?? clientOf(source),
    request: counted,
    urlStorage: storage,
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
  })
}

/** One tus request over fetch, as Node has no XMLHttpRequest. */
export function overFetch(
  method: string,
  url: string,
): HttpRequest & { send: (body: Blob | null) => ReturnType<HttpRequest['send']> } {
  const headers = new Headers()
  const cut = new AbortController()
  let tell: (bytes: number) => void = () => {}
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => headers.set(name, value),
    getHeader: (name) => headers.get(name) ?? undefined,
    setProgressHandler: (handler) => {
      tell = handler
    },
    send: async (body: Blob | null) => {
      const answer = await fetch(url, { method, headers, body, signal: cut.signal })
      const text = await answer.text()
      if (answer.ok) tell(body?.size ?? 0)
      return {
        getStatus: () => answer.status,
        getHeader: (name) => answer.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => answer,
      }
    },
    abort: async () => cut.abort(),
    getUnderlyingObject: () => null,
  }
}

function memory(): UrlStorage & { size: () => number } {
  const kept = new Map<string, PreviousUpload>()
  return {
    size: () => kept.size,
    findAllUploads: async () => [...kept.values()],
    findUploadsByFingerprint: async (print) => [...kept.values()].filter((it) => it.urlStorageKey.startsWith(print)),
    removeUpload: async (key) => {
      kept.delete(key)
    },
    addUpload: async (print, upload) => {
      const key = `${print}::${kept.size}`
      kept.set(key, { ...upload, urlStorageKey: key })
      return key
    },
  }
}

async function serve(): Promise<Server> {
  const now = () => new Date(serverNow)
  const revocations = createRevocations({ db, now })
  const files = await FileRoom.open(db, now, folder)
  const app = createServer({
    db,
    now,
    tokens,
    passwords: createPasswords(),
    limits: LIMITS,
    files,
    geometry: geometryHere,
    events: createEvents(),
    relay: {
      wake: () => {},
      settled: async () => {},
      caughtUp: async () => {},
      begin: async () => {},
      stop: async () => {},
    },
    jobs: createJobs({ db, now, log: createLog('silent'), seats: 0 }),
    revocations,
    presence: createPresence({ now, revocations }),
    log: createLog('silent'),
    apiBase: '',
    trustedProxies: 0,
    post: { send: async () => {}, close: async () => {} },
    isProduction: false,
    publicUrl: 'http://localhost',
    hosts: createAllowedHosts({}),
    later: createLater(createLog('silent')),
  })
  const listening = createHttpServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return listening
}
