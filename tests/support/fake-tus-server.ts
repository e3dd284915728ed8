import type { HttpRequest } from 'tus-js-client'
import { createFileUploader, type FileUploader, type UploadDependencies } from '../../src/api/upload.ts'
import { createMemoryUrlStorage } from './tus-stubs.ts'

export interface TusRequest {
  method: string
  url: string
  headers: Record<string, string>
  bytes: number
}

export interface TusResponse {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Responds instead of the server, or returns undefined to let the server respond. A thrown error is a broken connection. */
export type TusInterceptor = (
  request: TusRequest,
  count: number,
) => TusResponse | undefined | Promise<TusResponse | undefined>

/** Maximum number of requests or waits. A client with more requests or waits is in an endless loop. */
const MAX_REQUESTS = 60

/**
 * Returns a tus 1.0 server that stores only lengths. It is no real server, because the tests choose the response to each single
 * request, count requests and detect endless loops. Tests with a real server are in `tests/api/upload.test.ts`.
 */
export function createFakeTusServer() {
  const storedUploads = new Map<string, { length: number; offset: number }>()
  const receivedRequests: TusRequest[] = []
  const aborted: string[] = []
  const server = {
    /** Uploads by URL. */
    storedUploads,
    receivedRequests,
    /** Methods of the requests that the client aborted. */
    aborted,
    fault: undefined as TusInterceptor | undefined,
    methods: () => receivedRequests.map(({ method }) => method),
    respond,
    request,
  }

  async function respond(received: TusRequest): Promise<TusResponse> {
    receivedRequests.push(received)
    // Yields to the event loop, so that a client in an endless loop does not block other work.
    await new Promise(setImmediate)
    if (receivedRequests.length > MAX_REQUESTS) throw new Error('The client sends requests in an endless loop')
    const interceptedResponse = await server.fault?.(received, receivedRequests.length)
    if (interceptedResponse) return interceptedResponse
    const { method, url, headers } = received
    if (method === 'POST') {
      const location = `${url}/upload%20${storedUploads.size + 1}`
      storedUploads.set(location, { length: Number(headers['Upload-Length']), offset: 0 })
      return { status: 201, headers: { Location: location } }
    }
    const upload = storedUploads.get(url)
    if (!upload) return { status: 404 }
    if (method === 'DELETE') storedUploads.delete(url)
    if (method === 'PATCH') {
      if (Number(headers['Upload-Offset']) !== upload.offset) return { status: 409 }
      upload.offset += received.bytes
    }
    return {
      status: method === 'HEAD' ? 200 : 204,
      headers: { 'Upload-Offset': String(upload.offset), 'Upload-Length': String(upload.length) },
    }
  }

  function request(method: string, url: string): HttpRequest {
    const headers: Record<string, string> = {}
    let onBytesSent: (bytes: number) => void = () => {}
    let rejectSend: (reason: Error) => void = () => {}
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => {
        headers[name] = value
      },
      getHeader: (name) => headers[name],
      setProgressHandler: (handler) => {
        onBytesSent = handler
      },
      send: async (body?: Blob | null) => {
        const bytes = body?.size ?? 0
        const abortedByClient = new Promise<never>((_, reject) => {
          rejectSend = reject
        })
        const response = await Promise.race([respond({ method, url, headers, bytes }), abortedByClient])
        if (response.status < 300) onBytesSent(bytes)
        return {
          getStatus: () => response.status,
          getHeader: (name) => response.headers?.[name],
          getBody: () => response.body ?? '',
          getUnderlyingObject: () => response,
        }
      },
      abort: async () => {
        aborted.push(method)
        rejectSend(new DOMException('given up', 'AbortError'))
      },
      getUnderlyingObject: () => headers,
    }
  }

  return server
}

/** Returns a file uploader with a fake server, a fake URL store and waits without delay. */
export function createFakeUploadSetup(overrides: Partial<UploadDependencies> = {}) {
  const tus = createFakeTusServer()
  const storage = createMemoryUrlStorage()
  const waitedMs: number[] = []
  const describedIds: string[] = []
  const send: FileUploader = createFileUploader({
    apiBase: 'https://api.example',
    tokens: { getFreshToken: async () => 'token' },
    api: {
      files: {
        describe: async ({ id }) => {
          describedIds.push(id)
          return STORED_FILE
        },
      },
    },
    request: tus.request,
    urlStorage: storage,
    wait: async (ms) => {
      waitedMs.push(ms)
      await new Promise(setImmediate)
      if (waitedMs.length > MAX_REQUESTS) throw new Error('The client waits in an endless loop')
    },
    ...overrides,
  })
  return { tus, storage, waits: waitedMs, describedIds, send }
}

/** Stored file that the server reports for every upload. */
export const STORED_FILE = {
  id: 'upload 1',
  url: `/files/${'ab'.repeat(32)}.glb` as const,
  sha256: 'ab'.repeat(32),
  type: 'model/gltf-binary' as const,
  bytes: 3,
}

/** Returns upload options that record the reported states and progress. `overrides` replace options. */
export function recordSend(overrides: Partial<Parameters<FileUploader>[1]> = {}) {
  const states: string[] = []
  const progress: [number, number][] = []
  return {
    states,
    progress,
    options: {
      kind: 'glb' as const,
      onStateChange: (state: string) => void states.push(state),
      onProgress: (sentBytes: number, total: number) => void progress.push([sentBytes, total]),
      signal: new AbortController().signal,
      ...overrides,
    },
  }
}
