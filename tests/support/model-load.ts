import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What a process and its children hold in memory (resident), in MB; `parts` are its largest mappings by name. */
export interface Memory {
  own: number
  children: number
  processes: number
  parts: [name: string, mb: number][]
}

const MB = 1024
const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const residentOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)

/** Reads it from /proc, which Linux alone has. */
export function memoryOf(pid: number): Memory {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(read(`/proc/${name}/stat`).split(') ')[1]?.split(' ')[1])] as const)
  const children: number[] = []
  for (let found = [pid]; found.length > 0; children.push(...found))
    found = parents.filter(([, parent]) => found.includes(parent)).map(([child]) => child)
  return {
    own: Math.round(residentOf(pid) / MB),
    children: Math.round(children.reduce((sum, child) => sum + residentOf(child), 0) / MB),
    processes: children.length,
    parts: mappingsOf(pid).slice(0, 4),
  }
}

function mappingsOf(pid: number): [string, number][] {
  const sizes = new Map<string, number>()
  let name = ''
  for (const line of read(`/proc/${pid}/smaps`).split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$/.exec(line)
    if (mapping) name = mapping[1]?.split('/').at(-1) || 'anonymous'
    const resident = /^Rss:\s+(\d+)/.exec(line)
    if (resident) sizes.set(name, (sizes.get(name) ?? 0) + Number(resident[1]))
  }
  return [...sizes].map(([key, kb]) => [key, Math.round(kb / MB)] as [string, number]).sort((a, b) => b[1] - a[1])
}

/** Calls of a demo account at a real server, as a client makes them. */
export interface Caller {
  /** Sends a model by tus; answers its address. Tries again while the server says that it has too much to do. */
  upload(bytes: Uint8Array<ArrayBuffer>): Promise<string>
  validate(modelUrl: string): Promise<{ isValid: boolean; report: { counts: { error: number } } | null }>
  /** Makes an asset, whose icon is drawn behind it; answers the icon's address, once it is there. */
  create(modelUrl: string, name: string): Promise<string>
}

/**
 * Whether a request went out on a connection that its server had ended by then. Who makes large models is busy for longer than a connection
 * is kept, and learns of its end by asking; browsers ask once more by themselves.
 */
const isEnded = (fault: { cause?: { code?: string } }) => ENDED.has(fault.cause?.code ?? '')
const ENDED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Signs a demo account in. */
export async function createCaller(base: string, email = 'developer@atelier.example'): Promise<Caller> {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    for (let wasEnded = false; ; ) {
      const response = await fetch(`${base}${path}`, init).catch((fault) => {
        if (wasEnded || !isEnded(fault)) throw fault
      })
      if (response && response.status !== 503) return response
      wasEnded = response === undefined
      await response?.body?.cancel()
      await pause(500)
    }
  }
  const asJson = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { token } = await asJson('/v1/auth/login', { email, password: 'atelier-demo-1' })
  const signed = { authorization: `Bearer ${token}` }
  const tus = { ...signed, 'tus-resumable': '1.0.0' }
  return {
    async upload(bytes) {
      const made = await send('/files', {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa('glb')}` },
      })
      const location = made.headers.get('location')
      if (!location) throw new Error(await made.text())
      const offset = async () =>
        Number((await send(location, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))
      // A server with too much to do answers before it has read all, and ends the connection: one goes on where it stands.
      for (let from = 0; from < bytes.length; from = await offset()) {
        const sent = await fetch(`${base}${location}`, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
          body: bytes.subarray(from),
        }).catch(() => undefined)
        // Whole but not checked yet: asking for it has it checked.
        if (sent && sent.status !== 204 && sent.status !== 503) throw new Error(await sent.text())
        if (sent?.status !== 204) await pause(500)
      }
      const described = await send(`/v1/files/${location.split('/').at(-1)}`, { headers: signed })
      if (!described.ok) throw new Error(await described.text())
      return (await described.json()).url
    },
    validate: (modelUrl) => asJson('/v1/assets/validate', { modelUrl }, signed),
    async create(modelUrl, name) {
      const { id } = await asJson(
        '/v1/assets',
        { name, type: 'headwear', gender: 'neutral', modelUrl },
        { ...signed, 'idempotency-key': crypto.randomUUID() },
      )
      for (;;) {
        const { iconUrl } = await (await send(`/v1/assets/${id}`, { headers: signed })).json()
        if (iconUrl) return iconUrl
        await pause(500)
      }
    },
  }
}
