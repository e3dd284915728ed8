import type { Progress } from '../../machines/rules/model-source.ts'
import { LIFESPAN } from './held.ts'
import { ViewerError } from './viewer-error.ts'

interface Shared {
  answer: Promise<ArrayBuffer>
  progress: Progress
  /** Everyone who waits for it. */
  heard: Set<(progress: Progress) => void>
  end: AbortController
}

const requests = new Map<string, Shared>()

/**
 * Fetches an address: one request for all who ask while it runs and until 100 ms after the last of them had it (Spec §9).
 * It ends with the last one who wanted it; a failure is not kept. Rejects with a `ViewerError` (unreachable), or with
 * the signal's reason. The bytes are everyone's: nobody may change or transfer them.
 */
export async function fetchShared(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> {
  signal.throwIfAborted()
  const request = requests.get(address) ?? begin(address)
  const hear = (progress: Progress) => onProgress(progress)
  request.heard.add(hear)
  onProgress(request.progress)
  try {
    return await Promise.race([request.answer, abortOf(signal)])
  } finally {
    request.heard.delete(hear)
    setTimeout(() => {
      if (request.heard.size > 0) return
      request.end.abort()
      if (requests.get(address) === request) requests.delete(address)
    }, LIFESPAN)
  }
}

function begin(address: string): Shared {
  const heard = new Set<(progress: Progress) => void>()
  const end = new AbortController()
  const request: Shared = {
    heard,
    end,
    progress: { done: 0, total: null },
    answer: load(address, end.signal, (progress) => {
      request.progress = progress
      for (const hear of heard) hear(progress)
    }),
  }
  requests.set(address, request)
  request.answer.catch(() => {
    if (requests.get(address) === request) requests.delete(address)
  })
  return request
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

async function load(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new ViewerError('unreachable', `${response.status} for ${shortened(address)}`)
  // A compressed answer's length is that of the packed bytes, while the stream counts the unpacked ones.
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
  return joined(chunks, done)
}

function joined(chunks: readonly Uint8Array[], length: number): ArrayBuffer {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes.buffer
}

const shortened = (address: string) => (address.length > 80 ? `${address.slice(0, 77)}…` : address)
