import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { FileService } from '../../server/files/file-service.ts'
import type { TokenSource } from '../../src/api/authorization.ts'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'
import type { CreateRequest } from '../../src/api/tus-http-stack.ts'
import { createFileUploader, type FileUploader, type UploadDependencies } from '../../src/api/upload.ts'
import { type CuttableProxy, openCuttableProxy } from './cuttable-proxy.ts'
import { buildGlbOfSize } from './glb.ts'
import { listenOnPort, type PortServer } from './listen-on-port.ts'
import { openTestServer, type TestServer } from './server.ts'
import { createFetchRequest, createMemoryUrlStorage } from './tus-stubs.ts'

export const MB = 1024 * 1024

let server: TestServer
/** Undefined while the server restarts. */
let listener: PortServer | undefined
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
  beforeEach(async () => {
    server = await openTestServer({ workers: 0 })
    folder = server.folder
    listener = await listenOnPort(server.deps)
    proxy = await openCuttableProxy(() => listener?.port)
    storage = createMemoryUrlStorage()
    requestedMethods = []
    refreshCount = 0
    clientToken = await signToken()
    send = createTestSender(createFetchRequest)
  })
  afterEach(async () => {
    await proxy.close()
    await listener?.close()
    await server.close()
  })
}

/** Stops the server and starts a new server with the same store. */
export async function restartServer(): Promise<void> {
  const stopped = listener
  listener = undefined
  await stopped?.close()
  const { db, now } = server.deps
  listener = await listenOnPort({ ...server.deps, files: await FileService.open(db, now, folder) })
}

/** Advances the server's clock until current tokens have expired. */
export const expireTokens = () => server.advance(16 * 60_000)

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

const signToken = async () => (await server.account('admin')).token

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
