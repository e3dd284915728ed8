import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { packAbility } from '../../server/auth/abilities.ts'
import { createPasswordHasher } from '../../server/auth/password-hasher.ts'
import { RATE_LIMITS } from '../../server/auth/rate-limit.ts'
import { createRevocations } from '../../server/auth/revocations.ts'
import { createSigningKey } from '../../server/auth/signing-keys.ts'
import { createTokenService, type TokenService } from '../../server/auth/token-service.ts'
import { createApp } from '../../server/boot/app.ts'
import { connectToDatabase, runMigrations } from '../../server/db/connect-to-database.ts'
import type { Database } from '../../server/db/schema.ts'
import { createLogger } from '../../server/errors/log.ts'
import { createEventBus } from '../../server/events/event-bus.ts'
import { createPresence } from '../../server/events/presence.ts'
import { FileService } from '../../server/files/file-service.ts'
import { inProcessCageOperations } from '../../server/fitting/in-process-cage-operations.ts'
import { createAllowedHosts } from '../../server/http/allowed-hosts.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'
import type { TokenSource } from '../../src/api/authorization.ts'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'
import type { CreateRequest } from '../../src/api/tus-http-stack.ts'
import { createFileUploader, type FileUploader, type UploadDependencies } from '../../src/api/upload.ts'
import { type CuttableProxy, closeServer, openCuttableProxy } from './cuttable-proxy.ts'
import { buildGlbOfSize } from './glb.ts'
import { createFetchRequest, createMemoryUrlStorage } from './tus-stubs.ts'

export const MB = 1024 * 1024
const OWNER = 'user-1'

let db: Kysely<Database>
let tokens: TokenService
let serverNow = Date.now()
let server: Server
export let folder: string
export let proxy: CuttableProxy
export let send: FileUploader
export let storage: ReturnType<typeof createMemoryUrlStorage>
export let requestedMethods: string[]
export let clientToken: string | undefined
/** Number of token refreshes after a refused token. */
export let refreshCount: number

/** Registers hooks that give each test a server, an uploading client, and a proxy that can cut the connection. */
export function setUpUploadServer(): void {
  beforeAll(async () => {
    db = await connectToDatabase({ memory: true })
    await runMigrations(db)
    const values = { id: OWNER, role: 'admin' as const, email: 'a@b.example', name: null, password_hash: null }
    await db
      .insertInto('users')
      .values({ ...values, verified_at: new Date(), wallets: '[]', created_at: new Date() })
      .execute()
    tokens = await createTokenService({ keys: [await createSigningKey(new Date())] }, () => new Date(serverNow))
  })
  afterAll(() => db.destroy())

  beforeEach(async () => {
    serverNow = Date.now()
    folder = await mkdtemp(join(tmpdir(), 'upload-'))
    // Deletes the store's mark from the database, because the new folder has no mark.
    await db.deleteFrom('file_store').execute()
    server = await startServer()
    proxy = await openCuttableProxy(() => (server.address() as AddressInfo | null)?.port)
    storage = createMemoryUrlStorage()
    requestedMethods = []
    refreshCount = 0
    clientToken = await signToken()
    send = createTestSender(createFetchRequest)
  })
  afterEach(async () => {
    await proxy.close()
    await closeServer(server)
    await rm(folder, { recursive: true, force: true })
  })
}

/** Stops the server and starts a new server with the same store. */
export async function restartServer(): Promise<void> {
  await closeServer(server)
  server = await startServer()
}

/** Advances the server's clock until current tokens have expired. */
export function expireTokens(): void {
  serverNow = Date.now() + 16 * 60_000
}

export function setClientToken(token: string): void {
  clientToken = token
}

export const PAUSE_REASON = new Error('paused')
export const DEFAULT_SEND_OPTIONS = {
  kind: 'glb' as const,
  onProgress: () => {},
  onStateChange: () => {},
  signal: new AbortController().signal,
}

export function sendUntilPaused(file: File, bytes: number) {
  const pause = new AbortController()
  return send(file, {
    ...DEFAULT_SEND_OPTIONS,
    signal: pause.signal,
    onProgress: (sentBytes) => {
      if (sentBytes >= bytes) pause.abort(PAUSE_REASON)
    },
  })
}

/** Returns a model of exactly `bytes` bytes, mostly random. */
export const createModelFile = (bytes: number) => new File([buildGlbOfSize(bytes, randomBytes)], 'boot.glb')

export const sha256OfFile = async (file: File) =>
  createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex')

const signToken = () =>
  tokens.sign({
    sub: OWNER,
    ability: packAbility({ id: OWNER, role: 'admin', applicationIds: [] }),
    anonymous: false,
    sid: 's',
  })

const proxyUrl = () => `http://127.0.0.1:${proxy.port}`
export const createApiClient = (source: Pick<TokenSource, 'getFreshToken'>) =>
  createClient(
    contract,
    createHttpClient({ base: proxyUrl(), tokens: { getCurrentToken: () => clientToken, ...source } }),
  )

export function createTestSender(
  request: CreateRequest,
  tokenSource?: Pick<TokenSource, 'getFreshToken' | 'reportRejected'>,
  api?: UploadDependencies['api'],
): FileUploader {
  const source: TokenSource = {
    getCurrentToken: () => clientToken,
    getFreshToken: async (rejected) => {
      if (rejected !== undefined && rejected === clientToken) {
        refreshCount += 1
        clientToken = await signToken()
      }
      return clientToken
    },
    ...tokenSource,
  }
  const recordingRequest: CreateRequest = (method, url) => {
    requestedMethods.push(method)
    return request(method, url)
  }
  return createFileUploader({
    apiBase: proxyUrl(),
    tokens: source,
    api: api ?? createApiClient(source),
    request: recordingRequest,
    urlStorage: storage,
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
  })
}

async function startServer(): Promise<Server> {
  const now = () => new Date(serverNow)
  const revocations = createRevocations({ db, now })
  const files = await FileService.open(db, now, folder)
  const app = createApp({
    db,
    now,
    tokens,
    passwords: createPasswordHasher(),
    limits: RATE_LIMITS,
    files,
    geometry: inProcessCageOperations,
    events: createEventBus(),
    relay: {
      wake: () => {},
      waitUntilDelivered: async () => {},
      catchUp: async () => {},
      start: async () => {},
      stop: async () => {},
    },
    jobs: createJobQueue({ db, now, log: createLogger('silent'), slots: 0 }),
    revocations,
    presence: createPresence({ now, revocations }),
    log: createLogger('silent'),
    apiBase: '',
    trustedProxies: 0,
    mailer: { send: async () => {}, close: async () => {} },
    isProduction: false,
    publicUrl: 'http://localhost',
    hosts: createAllowedHosts({}),
  })
  const listening = createHttpServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return listening
}
