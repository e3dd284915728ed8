import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { buildTinyGlb } from './glb.ts'

/** Outcome of one request under load. `ms` is the duration. Status 0 means that no response arrived. */
export interface LoadResponse {
  call: string
  status: number
  ms: number
  code: string | undefined
  retryAfter: string | null
}

/** Callers that read and write continuously until they are stopped. */
export interface RunningLoad {
  readonly responses: readonly LoadResponse[]
  /** Names of the tags and checksums of the files that the server confirmed. */
  readonly acknowledged: { tags: string[]; files: string[] }
  /** Resolves with the duration in milliseconds once `count` more writes are confirmed. Rejects after `limitMs`. */
  waitForWrites(count: number, limitMs: number): Promise<number>
  /** Stops the callers after their pending calls. */
  stop(): Promise<void>
}

const PASSWORD = 'a-quiet-harbour-7'
/** Pause of a refused caller, in milliseconds. Shorter than `Retry-After`, but long enough that refusals do not dominate. */
const REFUSAL_PAUSE_MS = 25
/** Time after which a call without a response counts as hanging, in milliseconds. */
const CALL_TIMEOUT_MS = process.env.SOAK ? 15_000 : 70_000

/** Creates an admin on a running server without the verification mail and returns an access token. */
export async function createSignedInAdmin(url: string, database: string): Promise<string> {
  const email = 'load@house.example'
  const send = (path: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
  await send('/v1/auth/signup')
  const client = new pg.Client(database)
  await client.connect()
  await client.query(`update users set role = 'admin', verified_at = now() where email = $1`, [email])
  await client.end()
  return (await (await send('/v1/auth/login')).json()).token
}

/** Starts `callers` concurrent callers that request lists, health and event streams, create tags and upload files. */
export function startLoad(url: string, token: string, callers: number): RunningLoad {
  const responses: LoadResponse[] = []
  const acknowledged: RunningLoad['acknowledged'] = { tags: [], files: [] }
  const waiters = new Set<() => void>()
  let isStopped = false
  let refusals = 0

  const call = async (apiPath: string, init: RequestInit = {}) => {
    const [method = 'GET', path = '/'] = apiPath.split(' ')
    const startTime = performance.now()
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) }
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        ...init,
        headers,
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      const isStream = response.headers.get('content-type') === 'text/event-stream'
      const text = isStream ? await response.body?.cancel() : await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      const body = isJson && text ? JSON.parse(text) : undefined
      responses.push({
        call: `${method} ${path.replace(/\/files\/.+/, '/files/:id')}`,
        status: response.status,
        ms: performance.now() - startTime,
        code: body?.error?.code,
        retryAfter: response.headers.get('retry-after'),
      })
      if (!response.ok) refusals += 1
      return { status: response.status, location: response.headers.get('location'), body }
    } catch (error) {
      responses.push({
        call: apiPath,
        status: 0,
        ms: performance.now() - startTime,
        code: String(error),
        retryAfter: null,
      })
      return { status: 0, location: null, body: undefined }
    }
  }
  const recordWrite = (list: string[], name: string) => {
    list.push(name)
    for (const resolveWaiting of waiters) resolveWaiting()
  }
  const createTag = async () => {
    const name = randomUUID()
    const body = JSON.stringify({ name, color: 'madder' })
    const { status } = await call('POST /v1/tags', { body, headers: { 'content-type': 'application/json' } })
    if (status === 201 || status === 200) recordWrite(acknowledged.tags, name)
  }
  const upload = async () => {
    const bytes = buildTinyGlb({ json: { extras: { number: randomUUID() } } })
    const tus = { 'tus-resumable': '1.0.0' }
    const { location } = await call('POST /files', {
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa('glb')}` },
    })
    if (!location) return
    const { status } = await call(`PATCH ${location}`, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    })
    if (status === 204) recordWrite(acknowledged.files, createHash('sha256').update(bytes).digest('hex'))
  }
  const actions = [
    () => call('GET /v1/assets?page=1'),
    createTag,
    () => call('GET /v1/tags'),
    () => call('GET /health'),
    upload,
    () => call('GET /v1/events'),
    () => call('GET /v1/auth/sessions'),
  ]
  const caller = async (first: number) => {
    for (let callIndex = first; !isStopped; callIndex++) {
      const before = refusals
      await actions[callIndex % actions.length]!()
      if (refusals > before) await pause(REFUSAL_PAUSE_MS)
    }
  }
  const allCallers = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))

  return {
    responses,
    acknowledged,
    waitForWrites(writeCount, limitMs) {
      const startTime = performance.now()
      let remaining = writeCount
      return new Promise((resolve, reject) => {
        const cleanUp = () => {
          clearTimeout(timer)
          waiters.delete(wake)
        }
        const wake = () => {
          remaining -= 1
          if (remaining > 0) return
          cleanUp()
          resolve(performance.now() - startTime)
        }
        const timer = setTimeout(() => {
          cleanUp()
          reject(new Error(`${remaining} of ${writeCount} writes were not confirmed within ${limitMs} ms.`))
        }, limitMs)
        waiters.add(wake)
      })
    },
    async stop() {
      isStopped = true
      await allCallers
    },
  }
}

/** Returns the confirmed tags and files that the database lacks. */
export async function findLostWrites({ acknowledged }: RunningLoad, database: string): Promise<string[]> {
  const client = new pg.Client(database)
  await client.connect()
  const tags = await client.query<{ name: string }>('select name from tags')
  const files = await client.query<{ sha256: string }>('select f.sha256 from files f join uploads u using (sha256)')
  await client.end()
  const storedKeys = new Set([...tags.rows.map(({ name }) => name), ...files.rows.map(({ sha256 }) => sha256)])
  return [...acknowledged.tags, ...acknowledged.files].filter((name) => !storedKeys.has(name))
}
