import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { tinyGlb } from './glb.ts'

/** One answer under load. `ms` is how long it took; a status of 0: nobody answered. */
export interface LoadAnswer {
  what: string
  status: number
  ms: number
  code: string | undefined
  retryAfter: string | null
}

/** Callers that read and write all the time until they are stopped. */
export interface Load {
  readonly answers: readonly LoadAnswer[]
  /** Names of the tags that the server said it made, and checksums of the files that it said it has. */
  readonly acknowledged: { tags: string[]; files: string[] }
  /** Resolves once `count` more writes were acknowledged; rejects after `limitMs`. Answers how long it took. */
  writes(count: number, limitMs: number): Promise<number>
  /** Ends the callers once their last call is answered. */
  stop(): Promise<void>
}

const PASSWORD = 'a-quiet-harbour-7'
/** A caller that was refused takes a breath, far shorter than it was told to, so that refusing is not all that is done; in milliseconds. */
const BREATH_MS = 25
/** A call that is not answered in this time counts as hanging, in milliseconds. */
const HANGING_MS = process.env.SOAK ? 15_000 : 70_000

/** Makes an admin of a running server and signs them in, past the mails. */
export async function adminOf(url: string, database: string): Promise<string> {
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

/** Begins to call: lists, single rows, health, event streams, new tags and uploads, `callers` of them at once. */
export function startLoad(url: string, token: string, callers: number): Load {
  const answers: LoadAnswer[] = []
  const acknowledged: Load['acknowledged'] = { tags: [], files: [] }
  const waiting = new Set<() => void>()
  let isOver = false
  let refusals = 0

  const call = async (what: string, init: RequestInit = {}) => {
    const [method = 'GET', path = '/'] = what.split(' ')
    const begun = performance.now()
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) }
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        ...init,
        headers,
        signal: AbortSignal.timeout(HANGING_MS),
      })
      const isStream = answer.headers.get('content-type') === 'text/event-stream'
      const text = isStream ? await answer.body?.cancel() : await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json')
      const body = isJson && text ? JSON.parse(text) : undefined
      answers.push({
        what: `${method} ${path.replace(/\/files\/.+/, '/files/:id')}`,
        status: answer.status,
        ms: performance.now() - begun,
        code: body?.error?.code,
        retryAfter: answer.headers.get('retry-after'),
      })
      if (!answer.ok) refusals += 1
      return { status: answer.status, location: answer.headers.get('location'), body }
    } catch (fault) {
      answers.push({ what, status: 0, ms: performance.now() - begun, code: String(fault), retryAfter: null })
      return { status: 0, location: null, body: undefined }
    }
  }
  const wrote = (list: string[], name: string) => {
    list.push(name)
    for (const wake of waiting) wake()
  }
  const makeTag = async () => {
    const name = randomUUID()
    const body = JSON.stringify({ name, color: 'madder' })
    const { status } = await call('POST /v1/tags', { body, headers: { 'content-type': 'application/json' } })
    if (status === 201 || status === 200) wrote(acknowledged.tags, name)
  }
  const upload = async () => {
    const bytes = tinyGlb({ json: { extras: { number: randomUUID() } } })
    const tus = { 'tus-resumable': '1.0.0' }
    const { location } = await call('POST /files', {
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa('glb')}` },
    })
    if (!location) return
    const { status } = await call(`PATCH ${location}`, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    })
    if (status === 204) wrote(acknowledged.files, createHash('sha256').update(bytes).digest('hex'))
  }
  const turns = [
    () => call('GET /v1/assets?page=1'),
    makeTag,
    () => call('GET /v1/tags'),
    () => call('GET /health'),
    upload,
    () => call('GET /v1/events'),
    () => call('GET /v1/auth/sessions'),
  ]
  const caller = async (first: number) => {
    for (let turn = first; !isOver; turn++) {
      const before = refusals
      await turns[turn % turns.length]!()
      if (refusals > before) await pause(BREATH_MS)
    }
  }
  const working = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))

  return {
    answers,
    acknowledged,
    writes(wanted, limitMs) {
      const begun = performance.now()
      let left = wanted
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(wake)
        }
        const wake = () => {
          left -= 1
          if (left > 0) return
          end()
          resolve(performance.now() - begun)
        }
        const timer = setTimeout(() => {
          end()
          reject(new Error(`Of ${wanted} writes ${left} were not acknowledged within ${limitMs} ms.`))
        }, limitMs)
        waiting.add(wake)
      })
    },
    async stop() {
      isOver = true
      await working
    },
  }
}

/** Which of the acknowledged tags and files the database does not have. */
export async function lostOf({ acknowledged }: Load, database: string): Promise<string[]> {
  const client = new pg.Client(database)
  await client.connect()
  const tags = await client.query<{ name: string }>('select name from tags')
  const files = await client.query<{ sha256: string }>('select f.sha256 from files f join uploads u using (sha256)')
  await client.end()
  const kept = new Set([...tags.rows.map(({ name }) => name), ...files.rows.map(({ sha256 }) => sha256)])
  return [...acknowledged.tags, ...acknowledged.files].filter((name) => !kept.has(name))
}
