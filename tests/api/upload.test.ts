import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { HttpRequest, PreviousUpload, UrlStorage } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { FileRoom } from '../../server/files/file-room.ts'
import { geometryHere } from '../../server/fitting/geometry-here.ts'
import { createJobs } from '../../server/jobs/runner.ts'
import { createLater } from '../../server/later.ts'
import { createLog } from '../../server/log.ts'
import type { TokenSource } from '../../src/api/bearing.ts'
import { createClient } from '../../src/api/client.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import { UPLOAD_KINDS } from '../../src/api/contract/files.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttp } from '../../src/api/http.ts'
import { createSendFile, type FileSender, PARALLEL_FILES, type UploadDeps } from '../../src/api/upload.ts'
import type { RequestMaker } from '../../src/api/upload-stack.ts'
import { glbOfSize } from '../support/glb.ts'

const MB = 1024 * 1024
const OWNER = 'user-1'

let db: Kysely<Database>
let tokens: Tokens
let serverNow = Date.now()
let folder: string
let server: Server
let proxy: Proxy
let send: FileSender
let storage: ReturnType<typeof memory>
/** Requests as the client made them, by method. */
let made: string[]
let given: string | undefined
/** What the client's session does when a token is refused. */
let refreshes: number

beforeAll(async () => {
  db = await openStore({ memory: true })
  await migrate(db)
  const values = { id: OWNER, role: 'admin' as const, email: 'a@b.example', name: null, password_hash: null }
  await db
    .insertInto('users')
    .values({ ...values, verified_at: new Date(), wallets: '[]', created_at: new Date() })
    .execute()
  tokens = await createTokens({ keys: [await makeKey(new Date())] }, () => new Date(serverNow))
}, 60_000)
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

describe('sending', { timeout: 30_000 }, () => {
  test('a file arrives whole, and its progress ends with its last byte', async () => {
    const file = model(6 * MB)
    const progress: number[] = []
    const stored = await send(file, { ...calm, onProgress: (sent) => progress.push(sent) })
    const sha256 = await hashOf(file)
    expect(stored).toMatchObject({ url: `/files/${sha256}.glb`, sha256, type: 'model/gltf-binary', bytes: file.size })
    expect(progress.at(-1)).toBe(file.size)
    expect(made).toEqual(['POST', 'PATCH', 'PATCH'])
    expect(storage.size()).toBe(0)
  })

  test('thirty files that come together are sent three at a time', async () => {
    let under = 0
    let most = 0
    const sendCounting = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          under += 1
          most = Math.max(most, under)
          try {
            return await sendOn(body)
          } finally {
            under -= 1
          }
        },
      })
    })
    const files = Array.from({ length: 30 }, (_, index) => model(2000 + index * 4))
    const stored = await Promise.all(
      files.map((file) => sendCounting(file, { ...calm, signal: new AbortController().signal })),
    )
    expect([new Set(stored.map(({ sha256 }) => sha256)).size, most]).toEqual([30, PARALLEL_FILES])
  })

  test('a cut connection costs less than half a megabyte', async () => {
    const file = model(12 * MB)
    proxy.cutAfter = Array.from({ length: 10 }, () => MB)
    const paces: string[] = []
    const stored = await send(file, { ...calm, onPace: (pace) => paces.push(pace) })
    expect(stored.sha256).toBe(await hashOf(file))
    expect(proxy.cutAfter).toEqual([])
    expect((proxy.passed - file.size) / 10).toBeLessThan(MB / 2)
    expect(new Set(paces)).toEqual(new Set(['moving', 'retrying']))
  })

  test('a restart of the server in the middle is waited out', async () => {
    const file = model(11 * MB)
    let isDown = false
    const stored = await send(file, {
      ...calm,
      onProgress: (sent) => {
        if (sent < 5 * MB || isDown) return
        isDown = true
        closed(server).then(async () => {
          server = await serve()
        })
      },
    })
    expect([stored.sha256, isDown]).toEqual([await hashOf(file), true])
    expect(made.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('a token that expires in the middle is refreshed once, and the file goes on', async () => {
    const file = model(11 * MB)
    const stored = await send(file, {
      ...calm,
      onProgress: (sent) => {
        if (sent >= 5 * MB && refreshes === 0) serverNow = Date.now() + 16 * 60_000
      },
    })
    expect([stored.sha256, refreshes]).toEqual([await hashOf(file), 1])
    expect(made.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('a lost last answer is asked for, and nothing is sent twice', async () => {
    const file = model(2 * MB)
    proxy.swallowAnswerAfter = file.size
    const stored = await send(file, calm)
    expect(stored.sha256).toBe(await hashOf(file))
    expect(made).toEqual(['POST', 'PATCH', 'HEAD'])
    expect(proxy.passed).toBeLessThan(file.size * 1.05)
  })
})

describe('pausing, resuming, taking back', { timeout: 30_000 }, () => {
  test('an aborted upload goes on where it stood when the same file is sent again', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    expect(storage.size()).toBe(1)
    const again: number[] = []
    // After a reload the file is another object with the same bytes.
    const same = new File([await file.arrayBuffer()], file.name)
    const stored = await send(same, { ...calm, onProgress: (sent) => again.push(sent) })
    expect(stored.sha256).toBe(await hashOf(file))
    expect(again[0]).toBeGreaterThanOrEqual(5 * MB)
    expect(made.filter((method) => method === 'POST')).toEqual(['POST'])
  })

  test('a discarded upload is gone from the server too', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    await send.discard(file, 'glb')
    expect([await readdir(join(folder, 'uploads')), storage.size()]).toEqual([[], 0])
  })

  test('discarding what was never sent does nothing', async () => {
    await send.discard(model(MB), 'glb')
    expect(made).toEqual([])
  })

  test('an upload that the server swept away starts anew', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    for (const name of await readdir(join(folder, 'uploads'))) await rm(join(folder, 'uploads', name))
    const stored = await send(file, calm)
    expect(stored.sha256).toBe(await hashOf(file))
    expect(made.filter((method) => method === 'POST')).toEqual(['POST', 'POST'])
  })
})

describe('an upload that the server loses in the middle', { timeout: 30_000 }, () => {
  const lose = async () => {
    for (const name of await readdir(join(folder, 'uploads'))) await rm(join(folder, 'uploads', name))
  }

  test('starts anew by itself when the next bytes are refused, and its progress says so', async () => {
    const file = model(11 * MB)
    let isLost = false
    const progress: number[] = []
    const sendLosing = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          if (method === 'PATCH' && progress.includes(5 * MB) && !isLost) {
            isLost = true
            await lose()
          }
          return sendOn(body)
        },
      })
    })
    const stored = await sendLosing(file, { ...calm, onProgress: (sent) => progress.push(sent) })
    expect([stored.sha256, isLost]).toEqual([await hashOf(file), true])
    expect(made).toEqual(['POST', 'PATCH', 'PATCH', 'POST', 'PATCH', 'PATCH', 'PATCH'])
    const [before, after] = [progress.slice(0, progress.lastIndexOf(0)), progress.slice(progress.lastIndexOf(0))]
    expect([Math.max(...before), after[0], after.at(-1)]).toEqual([5 * MB, 0, file.size])
    expect(storage.size()).toBe(0)
  })

  test('starts anew by itself when it is asked for after a cut', async () => {
    const file = model(11 * MB)
    proxy.cutAfter = [2 * MB]
    let losing: Promise<void> | undefined
    const stored = await send(file, {
      ...calm,
      onPace: (pace) => {
        if (pace === 'retrying') losing ??= lose()
      },
    })
    await losing
    expect(stored.sha256).toBe(await hashOf(file))
    expect(made.filter((method) => method === 'POST' || method === 'HEAD')).toEqual(['POST', 'HEAD', 'POST'])
  })

  test('is given up when the server loses whatever it is sent', async () => {
    const file = model(2 * MB)
    const sendLosing = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendOn } = request
      return Object.assign(request, {
        send: async (body: Blob | null) => {
          if (method === 'PATCH') await lose()
          return sendOn(body)
        },
      })
    })
    await expect(sendLosing(file, calm)).rejects.toMatchObject({ status: 404, service: 'files' })
    expect(made).toEqual(['POST', 'PATCH', 'POST', 'PATCH', 'POST', 'PATCH'])
    expect(storage.size()).toBe(0)
  })

  test('is asked for again when the connection breaks while its loss is found out', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    await lose()
    const api = clientOf({ fresh: async () => given })
    let asked = 0
    const sendAsking = sender(overFetch, undefined, {
      files: {
        describe: (...question) => {
          asked += 1
          return asked === 1 ? Promise.reject(new ApiError('FETCH_ERROR', 'files')) : api.files.describe(...question)
        },
      },
    })
    expect((await sendAsking(file, calm)).sha256).toBe(await hashOf(file))
    // Unreachable, then gone, then whole.
    expect(asked).toBe(3)
  })
})

describe('what cannot be sent', { timeout: 30_000 }, () => {
  test('a file that is no model is refused with its code, and is forgotten', async () => {
    const text = new File(['hello '.repeat(100)], 'boot.glb')
    await expect(send(text, calm)).rejects.toMatchObject({ code: 'WRONG_FILE_TYPE', status: 415, service: 'files' })
    expect(storage.size()).toBe(0)
  })

  test('a file over the limit is refused before its first byte', async () => {
    const large = new File([new Uint8Array(UPLOAD_KINDS.icon.maxBytes + 1)], 'icon.png')
    await expect(send(large, { ...calm, kind: 'icon' })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', status: 413 })
    expect(made).toEqual(['POST'])
  })

  test('bytes that changed on their way are refused, and sending again starts anew', async () => {
    const file = model(MB)
    const sendDamaged = sender((method, url) => {
      const request = overFetch(method, url)
      const { send: sendWhole } = request
      return Object.assign(request, {
        send: (body: Blob | null) =>
          sendWhole(body && new Blob([body.slice(0, body.size - 1), Uint8Array.of(7, 7).subarray(0, 1)])),
      })
    })
    await expect(sendDamaged(file, calm)).rejects.toMatchObject({ code: 'CHECKSUM_MISMATCH', status: 460 })
    expect((await send(file, calm)).sha256).toBe(await hashOf(file))
  })

  test('a session that has ended is told as such, and what was sent is kept', async () => {
    const file = model(11 * MB)
    await expect(pausedAt(file, 5 * MB)).rejects.toBe(PAUSE)
    given = 'no.such.token'
    const ended = new ApiError('http', 'auth', { status: 401 })
    const sendSignedOut = sender(overFetch, {
      fresh: (rejected) => (rejected ? Promise.reject(ended) : Promise.resolve(given)),
    })
    await expect(sendSignedOut(file, calm)).rejects.toBe(ended)
    expect(storage.size()).toBe(1)
  })

  test('a new token that is refused too ends the session', async () => {
    given = 'no.such.token'
    const over: unknown[] = []
    const refused = sender(overFetch, {
      fresh: (rejected) => Promise.resolve(rejected ? 'nor.this.one' : given),
      refused: (token) => over.push(token),
    })
    await expect(refused(model(1000), calm)).rejects.toMatchObject({ status: 401 })
    expect(over[0]).toBe('nor.this.one')
  })
})

const PAUSE = new Error('paused')
const calm = { kind: 'glb' as const, onProgress: () => {}, onPace: () => {}, signal: new AbortController().signal }

function pausedAt(file: File, bytes: number) {
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
const model = (bytes: number) => new File([glbOfSize(bytes, randomBytes)], 'boot.glb')

const hashOf = async (file: File) =>
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
const clientOf = (source: Pick<TokenSource, 'fresh'>) =>
  createClient(contract, createHttp({ base: addressOf(), tokens: { current: () => given, ...source } }))

function sender(
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
function overFetch(
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
    revocations: createRevocations({ db, now }),
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

const closed = (open: Server | TcpServer) =>
  new Promise<void>((resolve) => {
    open.close(() => resolve())
    if ('closeAllConnections' in open) open.closeAllConnections()
  })

interface Proxy {
  port: number
  /** Bytes from the client after which each next connection ends; used up one by one. */
  cutAfter: number[]
  /** Once so many bytes passed, the next answer is dropped with its connection. */
  swallowAnswerAfter: number
  passed: number
  close: () => Promise<void>
}

/** A wire between client and server that can be cut. */
async function openProxy(target: () => number | undefined): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const wire: Proxy = { port: 0, cutAfter: [], swallowAnswerAfter: Number.POSITIVE_INFINITY, passed: 0, close }
  const listening = createTcpServer((near) => {
    const port = target()
    // A server on its way down has no port, and takes nobody.
    if (port === undefined) return near.destroy()
    const far = connect(port, '127.0.0.1')
    const limit = wire.cutAfter[0]
    let here = 0
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => near.destroy())
      socket.on('close', () => near.destroy())
    }
    near.on('close', () => far.end())
    near.on('data', (bytes) => {
      here += bytes.length
      wire.passed += bytes.length
      far.write(bytes)
      if (limit !== undefined && here >= limit && wire.cutAfter[0] === limit) {
        wire.cutAfter.shift()
        near.destroy()
      }
    })
    far.on('data', (bytes) => {
      if (wire.passed >= wire.swallowAnswerAfter) {
        wire.swallowAnswerAfter = Number.POSITIVE_INFINITY
        near.destroy()
      } else near.write(bytes)
    })
  })
  async function close() {
    for (const socket of sockets) socket.destroy()
    await closed(listening)
  }
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  wire.port = (listening.address() as AddressInfo).port
  return wire
}
