import type { Progress } from '../../../machines/viewer/model-source.ts'
import { ViewerError } from '../viewer-error.ts'
import { UNUSED_LIFESPAN_MS } from './ref-count.ts'

interface SharedRequest {
  bytes: Promise<ArrayBuffer>
  progress: Progress
  listeners: Set<(progress: Progress) => void>
  controller: AbortController
}

const requests = new Map<string, SharedRequest>()

/**
 * Fetches a URL with one shared request for all callers. The request is cached until 100 ms after the last caller has the bytes
 * or aborts (Spec §9). After this time, a pending request is aborted. Failures are not cached. Rejects with a `ViewerError`
 * (unreachable), or with the signal's reason. Callers must not modify or transfer the bytes, because the bytes are shared.
 */
export async function fetchShared(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> {
  signal.throwIfAborted()
  const request = requests.get(address) ?? startRequest(address)
  const listener = (progress: Progress) => onProgress(progress)
  request.listeners.add(listener)
  onProgress(request.progress)
  const ended = new AbortController()
  try {
    return await Promise.race([request.bytes, rejectOnAbort(signal, ended.signal)])
  } finally {
    ended.abort()
    request.listeners.delete(listener)
    setTimeout(() => {
      if (request.listeners.size > 0) return
      request.controller.abort()
      if (requests.get(address) === request) requests.delete(address)
    }, UNUSED_LIFESPAN_MS)
  }
}

function startRequest(address: string): SharedRequest {
  const listeners = new Set<(progress: Progress) => void>()
  const controller = new AbortController()
  const request: SharedRequest = {
    listeners,
    controller,
    progress: { done: 0, total: null },
    bytes: load(address, controller.signal, (progress) => {
      request.progress = progress
      for (const listener of listeners) listener(progress)
    }),
  }
  requests.set(address, request)
  request.bytes.catch(() => {
    if (requests.get(address) === request) requests.delete(address)
  })
  return request
}

/** Rejects when `signal` aborts, unless `ended` has aborted before. */
function rejectOnAbort(signal: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { signal: ended }))
}

async function load(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new ViewerError('unreachable', `${response.status} for ${shortenUrl(address)}`)
  // For a compressed response, `content-length` counts compressed bytes, but the stream counts decompressed bytes.
  const length = response.headers.get('content-encoding') ? null : response.headers.get('content-length')
  const total = length === null ? null : Number(length)
  if (!response.body) return response.arrayBuffer()
  const chunks: Uint8Array[] = []
  let done = 0
  onProgress({ done, total })
  for (const reader = response.body.getReader(); ; ) {
    const { value } = await reader.read()
    if (!value) break
    chunks.push(value)
    done += value.byteLength
    onProgress({ done, total })
  }
  return joinChunks(chunks, done)
}

function joinChunks(chunks: readonly Uint8Array[], length: number): ArrayBuffer {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes.buffer
}

const shortenUrl = (address: string) => (address.length > 80 ? `${address.slice(0, 77)}…` : address)
