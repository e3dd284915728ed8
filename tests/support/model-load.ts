import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Resident memory of a process and its children, in MB. `largestMappings` are the process's largest memory mappings, by name. */
export interface ProcessMemory {
  own: number
  children: number
  processes: number
  largestMappings: [name: string, mb: number][]
}

const KB_PER_MB = 1024
const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const readResidentKb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)

/** Reads the memory of a process and its children from /proc, which only Linux has. */
export function readProcessMemory(pid: number): ProcessMemory {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(read(`/proc/${name}/stat`).split(') ')[1]?.split(' ')[1])] as const)
  const children: number[] = []
  for (let found = [pid]; found.length > 0; children.push(...found))
    found = parents.filter(([, parent]) => found.includes(parent)).map(([child]) => child)
  return {
    own: Math.round(readResidentKb(pid) / KB_PER_MB),
    children: Math.round(children.reduce((sum, child) => sum + readResidentKb(child), 0) / KB_PER_MB),
    processes: children.length,
    largestMappings: listMappings(pid).slice(0, 4),
  }
}

function listMappings(pid: number): [string, number][] {
  const sizes = new Map<string, number>()
  let name = ''
  for (const line of read(`/proc/${pid}/smaps`).split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$/.exec(line)
    if (mapping) name = mapping[1]?.split('/').at(-1) || 'anonymous'
    const rssMatch = /^Rss:\s+(\d+)/.exec(line)
    if (rssMatch) sizes.set(name, (sizes.get(name) ?? 0) + Number(rssMatch[1]))
  }
  return [...sizes]
    .map(([key, kb]) => [key, Math.round(kb / KB_PER_MB)] as [string, number])
    .sort((a, b) => b[1] - a[1])
}

/** Calls of a demo account to a real server, as a client makes them. */
export interface ApiCaller {
  /** Uploads a model by tus and returns the model's URL. Retries while the server is overloaded. */
  upload(bytes: Uint8Array<ArrayBuffer>): Promise<string>
  validate(modelUrl: string): Promise<{ isValid: boolean; report: { counts: { error: number } } | null }>
  /** Creates an asset and waits for its icon, which a job renders. Returns the icon's URL. */
  create(modelUrl: string, name: string): Promise<string>
}

/**
 * Returns whether a request failed because the server had closed the idle connection. Building a large model takes longer than
 * the keep-alive time. Browsers retry such requests automatically.
 */
const isConnectionEnded = (error: { cause?: { code?: string } }) => ENDED_CONNECTION_CODES.has(error.cause?.code ?? '')
const ENDED_CONNECTION_CODES = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export async function createApiCaller(base: string, email = 'developer@atelier.example'): Promise<ApiCaller> {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    for (let wasEnded = false; ; ) {
      const response = await fetch(`${base}${path}`, init).catch((error) => {
        if (wasEnded || !isConnectionEnded(error)) throw error
      })
      if (response && response.status !== 503) return response
      wasEnded = response === undefined
      await response?.body?.cancel()
      await pause(500)
    }
  }
  const postJson = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const responseBody = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(responseBody)}`)
    return responseBody
  }
  const { token } = await postJson('/v1/auth/login', { email, password: 'atelier-demo-1' })
  const authHeaders = { authorization: `Bearer ${token}` }
  const tus = { ...authHeaders, 'tus-resumable': '1.0.0' }
  return {
    async upload(bytes) {
      const createResponse = await send('/files', {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa('glb')}` },
      })
      const location = createResponse.headers.get('location')
      if (!location) throw new Error(await createResponse.text())
      const readOffset = async () =>
        Number((await send(location, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))
      // An overloaded server responds before it has read the whole body and closes the connection. The upload resumes at its
      // offset.
      for (let from = 0; from < bytes.length; from = await readOffset()) {
        const uploadResponse = await fetch(`${base}${location}`, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
          body: bytes.subarray(from),
        }).catch(() => undefined)
        // After a 503 the upload may be complete but unchecked. The next request triggers the check.
        if (uploadResponse && uploadResponse.status !== 204 && uploadResponse.status !== 503)
          throw new Error(await uploadResponse.text())
        if (uploadResponse?.status !== 204) await pause(500)
      }
      const fileResponse = await send(`/v1/files/${location.split('/').at(-1)}`, { headers: authHeaders })
      if (!fileResponse.ok) throw new Error(await fileResponse.text())
      return (await fileResponse.json()).url
    },
    validate: (modelUrl) => postJson('/v1/assets/validate', { modelUrl }, authHeaders),
    async create(modelUrl, name) {
      const { id } = await postJson(
        '/v1/assets',
        { name, type: 'headwear', gender: 'neutral', modelUrl },
        { ...authHeaders, 'idempotency-key': crypto.randomUUID() },
      )
      for (;;) {
        const { iconUrl } = await (await send(`/v1/assets/${id}`, { headers: authHeaders })).json()
        if (iconUrl) return iconUrl
        await pause(500)
      }
    },
  }
}
