import type { HttpRequest, PreviousUpload, UrlStorage } from 'tus-js-client'
import { createSendFile, type FileSender, type UploadDeps } from '../../src/api/upload.ts'

/** A request of a client of tus, as the server gets it. */
export interface TusRequest {
  method: string
  url: string
  headers: Record<string, string>
  bytes: number
}

/** What the server says; `body` is text. */
export interface TusAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Answers a request in the server's place, or lets it through by nothing; what it throws is a broken wire. */
export type TusFault = (request: TusRequest, count: number) => TusAnswer | undefined | Promise<TusAnswer | undefined>

/** More requests or waits than any test here has, after which a client goes round for ever. */
const ENOUGH = 60

/** A server of tus 1.0 that keeps lengths alone, so that a test of a client's rules takes milliseconds. */
export function tusInMemory() {
  const held = new Map<string, { length: number; offset: number }>()
  const seen: TusRequest[] = []
  const aborted: string[] = []
  const server = {
    /** The uploads it has, by their addresses. */
    held,
    /** Each request, in turn. */
    seen,
    /** Methods of requests that the client gave up. */
    aborted,
    fault: undefined as TusFault | undefined,
    methods: () => seen.map(({ method }) => method),
    answer,
    request,
  }

  async function answer(asked: TusRequest): Promise<TusAnswer> {
    seen.push(asked)
    // A client that asks for ever leaves others their turn.
    await new Promise(setImmediate)
    if (seen.length > ENOUGH) throw new Error('asked for ever')
    const instead = await server.fault?.(asked, seen.length)
    if (instead) return instead
    const { method, url, headers } = asked
    if (method === 'POST') {
      const location = `${url}/upload%20${held.size + 1}`
      held.set(location, { length: Number(headers['Upload-Length']), offset: 0 })
      return { status: 201, headers: { Location: location } }
    }
    const upload = held.get(url)
    if (!upload) return { status: 404 }
    if (method === 'DELETE') held.delete(url)
    if (method === 'PATCH') {
      if (Number(headers['Upload-Offset']) !== upload.offset) return { status: 409 }
      upload.offset += asked.bytes
    }
    return {
      status: method === 'HEAD' ? 200 : 204,
      headers: { 'Upload-Offset': String(upload.offset), 'Upload-Length': String(upload.length) },
    }
  }

  function request(method: string, url: string): HttpRequest {
    const headers: Record<string, string> = {}
    let tell: (bytes: number) => void = () => {}
    let giveUp: (reason: Error) => void = () => {}
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => {
        headers[name] = value
      },
      getHeader: (name) => headers[name],
      setProgressHandler: (handler) => {
        tell = handler
      },
      send: async (body?: Blob | null) => {
        const bytes = body?.size ?? 0
        const gone = new Promise<never>((_, reject) => {
          giveUp = reject
        })
        const answered = await Promise.race([answer({ method, url, headers, bytes }), gone])
        if (answered.status < 300) tell(bytes)
        return {
          getStatus: () => answered.status,
          getHeader: (name) => answered.headers?.[name],
          getBody: () => answered.body ?? '',
          getUnderlyingObject: () => answered,
        }
      },
      abort: async () => {
        aborted.push(method)
        giveUp(new DOMException('given up', 'AbortError'))
      },
      getUnderlyingObject: () => headers,
    }
  }

  return server
}

/** Where a client keeps the addresses of unfinished uploads: in memory. */
export function addressesInMemory(): UrlStorage & { kept: Map<string, PreviousUpload> } {
  const kept = new Map<string, PreviousUpload>()
  return {
    kept,
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

/** A sender whose server, addresses and waits a test sees and bends. */
export function senderInMemory(own: Partial<UploadDeps> = {}) {
  const tus = tusInMemory()
  const storage = addressesInMemory()
  const waits: number[] = []
  const described: string[] = []
  const send: FileSender = createSendFile({
    apiBase: 'https://api.example',
    tokens: { fresh: async () => 'token' },
    api: {
      files: {
        describe: async ({ id }) => {
          described.push(id)
          return stored
        },
      },
    },
    request: tus.request,
    urlStorage: storage,
    wait: async (ms) => {
      waits.push(ms)
      await new Promise(setImmediate)
      if (waits.length > ENOUGH) throw new Error('waited for ever')
    },
    ...own,
  })
  return { tus, storage, waits, described, send }
}

/** What the server makes of any file here. */
export const stored = {
  id: 'upload 1',
  url: `/files/${'ab'.repeat(32)}.glb` as const,
  sha256: 'ab'.repeat(32),
  type: 'model/gltf-binary' as const,
  bytes: 3,
}

/** Sending of one file, with what it told; `but` comes on top. */
export function sending(but: Partial<Parameters<FileSender>[1]> = {}) {
  const paces: string[] = []
  const progress: [number, number][] = []
  return {
    paces,
    progress,
    options: {
      kind: 'glb' as const,
      onPace: (pace: string) => void paces.push(pace),
      onProgress: (sent: number, total: number) => void progress.push([sent, total]),
      signal: new AbortController().signal,
      ...but,
    },
  }
}
