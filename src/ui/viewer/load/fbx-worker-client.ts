import { ViewerError } from '../viewer-error.ts'
import type { FbxTransfer } from './fbx-transfer.ts'
import type { FbxWorkerMessage } from './fbx-worker.ts'

/** Time limit for parsing a file, in milliseconds. The largest models meant for phones take a tenth of this time. */
export const FBX_PARSE_TIMEOUT_MS = 10_000

/** Time limit for starting a worker, including the fetch of its code, in milliseconds. */
const WORKER_START_TIMEOUT_MS = 10_000

export interface FbxEnvironment {
  /** Starts the worker. Where workers are forbidden, rejects or returns a worker that reports an error. */
  start: () => Promise<Worker>
  parseOnPage: (bytes: ArrayBuffer) => Promise<FbxTransfer>
}

/**
 * Parses an FBX file in its own worker, then terminates the worker. If no worker can start, parses on the main thread. Rejects
 * with a `ViewerError`: `unreadable` for a broken file, `toolarge` for a file that takes longer than
 * {@link FBX_PARSE_TIMEOUT_MS} or needs more memory than a worker gets.
 */
export async function parseInWorker(
  bytes: ArrayBuffer,
  { start, parseOnPage }: FbxEnvironment = PAGE_ENVIRONMENT,
): Promise<FbxTransfer> {
  const worker = await startWorker(start)
  if (!worker) return parseOnPage(bytes)
  try {
    return await requestParse(worker, bytes)
  } finally {
    worker.terminate()
  }
}

async function startWorker(start: () => Promise<Worker>): Promise<Worker | null> {
  let worker: Worker
  try {
    worker = await start()
  } catch {
    return null
  }
  return new Promise((resolve) => {
    const fail = () => {
      clearTimeout(timer)
      worker.terminate()
      resolve(null)
    }
    const timer = setTimeout(fail, WORKER_START_TIMEOUT_MS)
    worker.onerror = fail
    worker.onmessage = () => {
      clearTimeout(timer)
      resolve(worker)
    }
  })
}

function requestParse(worker: Worker, bytes: ArrayBuffer): Promise<FbxTransfer> {
  return new Promise((resolve, reject) => {
    const onTimeout = () =>
      reject(new ViewerError('toolarge', `The model takes more than ${FBX_PARSE_TIMEOUT_MS / 1000} s to read`))
    const timer = setTimeout(onTimeout, FBX_PARSE_TIMEOUT_MS)
    worker.onmessage = ({ data }: MessageEvent<FbxWorkerMessage>) => {
      if (data === 'ready') return
      clearTimeout(timer)
      if ('parcel' in data) resolve(data.parcel)
      else reject(new ViewerError('unreadable', data.fault))
    }
    // Errors of the loader arrive as messages; an error event means that the worker ran out of memory.
    worker.onerror = () => {
      clearTimeout(timer)
      reject(new ViewerError('toolarge', 'The model needs more memory than is available'))
    }
    worker.postMessage(bytes)
  })
}

const PAGE_ENVIRONMENT: FbxEnvironment = {
  start: async () => {
    const { default: address } = await import('./fbx-worker.ts?worker&url')
    // A worker script must be of the page's origin, but may import a module from any origin.
    const script = `import ${JSON.stringify(new URL(address, location.href).href)}`
    const starterUrl = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    try {
      return new Worker(starterUrl, { type: 'module', name: 'fbx' })
    } finally {
      // Revoked later, because the worker may not have read the URL yet.
      setTimeout(() => URL.revokeObjectURL(starterUrl), WORKER_START_TIMEOUT_MS)
    }
  },
  parseOnPage: async (bytes) => (await import('./fbx-parse.ts')).parseFbx(bytes),
}
