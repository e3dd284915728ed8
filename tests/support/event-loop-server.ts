import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addUser } from '../../server/auth/accounts.ts'
import { createPasswordHasher } from '../../server/auth/password-hasher.ts'
import { connectToDatabase } from '../../server/db/connect-to-database.ts'
import { loadEmbeddedTemplate } from '../../server/db/embedded-template.ts'
import type { KnownValues } from './fuzz.ts'
import { insertManyAssets } from './insert-many-assets.ts'

export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

interface WireResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Server in a separate process that reports for how long a request blocks its event loop. */
export interface EventLoopServer {
  /** Ids and names that exist on the server. */
  readonly knownValues: KnownValues
  /** Sends one request. `blockedMs` is the longest CPU time of one event loop iteration in the meantime. */
  measure(request: WireRequest): Promise<{ status: number; blockedMs: number }>
  /** Sends the requests of `work`, such as an upload and the job after it. `blockedMs` is as in `measure`. */
  measureAll<T>(work: (send: (request: WireRequest) => Promise<WireResponse>) => Promise<T>): Promise<MeasuredWork<T>>
  signIn(): Promise<string>
  close(): Promise<void>
}

interface MeasuredWork<T> {
  readonly value: T
  readonly blockedMs: number
}

const EMAIL = 'admin@house.example'
const PASSWORD = 'a-quiet-harbour-7'
/** Number of rows in the lists, more than fit on one page. */
const ASSET_COUNT = 2_000

export async function startEventLoopServer(): Promise<EventLoopServer> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-loop-'))
  const knownValues = await fillStore(folder)
  const child = spawn(
    process.execPath,
    [
      ...['--max-semi-space-size=4', '--import', 'tsx'],
      ...['--import', fileURLToPath(new URL('./loop-probe.mjs', import.meta.url)), 'server/cli/main.ts', '--api'],
    ],
    {
      env: {
        ...{ PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info' },
        // Each request has another client address, so that no rate limit hides the cost of a call.
        ...{ TRUSTED_PROXIES: '1', SEED_DEMO: '0' },
      },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  )
  const url = await waitForUrl(child)
  let requests = 0
  const send = (wireRequest: WireRequest) => {
    requests += 1
    const from = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
    return sendRequest(url, { ...wireRequest, headers: { 'x-forwarded-for': from, ...wireRequest.headers } })
  }
  const measureAll: EventLoopServer['measureAll'] = async (work) => {
    await sendToProbe(child, 'open')
    const value = await work(send)
    const { blockedMs } = (await sendToProbe(child, 'close')) as { blockedMs: number }
    return { value, blockedMs }
  }
  return {
    knownValues,
    measureAll,
    async measure(wireRequest) {
      const { value, blockedMs } = await measureAll((send) => send(wireRequest))
      return { status: value.status, blockedMs }
    },
    async signIn() {
      const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
      const headers = { 'content-type': 'application/json' }
      const { text } = await send({ method: 'POST', path: '/v1/auth/login', headers, body })
      return JSON.parse(text).token
    },
    async close() {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function sendToProbe(child: ChildProcess, message: 'open' | 'close'): Promise<unknown> {
  const reply = once(child, 'message')
  child.send(message)
  const [value] = await reply
  return value
}

async function fillStore(folder: string): Promise<KnownValues> {
  await mkdir(join(folder, 'db'), { recursive: true, mode: 0o700 })
  const db = await connectToDatabase({ folder: join(folder, 'db'), from: await loadEmbeddedTemplate() })
  try {
    const now = () => new Date()
    const passwords = createPasswordHasher()
    const { userId } = await addUser({ db, now, passwords }, { email: EMAIL, password: PASSWORD }, undefined, 'local')
    await db.updateTable('users').set({ role: 'admin', verified_at: now() }).where('id', '=', userId).execute()
    await insertManyAssets(db, ASSET_COUNT, userId)
    const application = { id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: userId, created_at: now() }
    await db.insertInto('applications').values(application).execute()
    const tag = { id: 'tag-1', name: 'Tag', name_key: 'tag', look_alike_key: 'tag', color: 'olive' }
    await db.insertInto('tags').values(tag).execute()
    return {
      ...{ id: ['asset-00001'], 'applications.id': ['harbour'], tagId: ['tag-1'], tags: ['tag-1'], tag: ['tag-1'] },
      ...{ assetId: ['asset-00001'], assetIds: ['asset-00001'], applicationId: ['harbour'], limit: ['100'] },
      ...{ applicationIds: ['harbour'], templateId: ['asset-00001'], userId: [userId], email: [EMAIL] },
    }
  } finally {
    await db.destroy()
  }
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const url = /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
      if (url) resolve(url)
    })
    child.once('close', () => reject(new Error('The server did not start.')))
  })
}

function sendRequest(url: string, { method, path, headers, body }: WireRequest) {
  return new Promise<WireResponse>((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const clientRequest = request(
      url,
      { method, path, headers: { ...headers, ...length }, agent: false },
      (response) => {
        let text = ''
        const finish = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        response.on('data', (chunk) => {
          text += chunk
          // An event stream never ends on its own.
          if (response.headers['content-type']?.startsWith('text/event-stream')) clientRequest.destroy()
        })
        response.once('close', finish)
      },
    )
    // The server may refuse a request before it has read the whole request.
    clientRequest.once('error', () => resolve({ status: 0, headers: {}, text: '' }))
    clientRequest.end(body)
  })
}
