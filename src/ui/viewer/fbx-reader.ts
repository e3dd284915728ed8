import type { FbxParcel } from './fbx-parcel.ts'
import type { FbxAnswer } from './fbx-worker.ts'
import { ViewerError } from './viewer-error.ts'

/** Milliseconds a file may take to be parsed. The largest of a phone's models take a tenth of that. */
export const FBX_PATIENCE = 10_000

/** Milliseconds a worker may take to run; its code has to come from a server first. */
const START_PATIENCE = 10_000

/** What a reader needs of its surroundings. */
export interface FbxSurroundings {
  /** Starts the worker. Rejects, or the worker tells of an error, where none may start. */
  start: () => Promise<Worker>
  /** Parses on the page itself. */
  parseHere: (bytes: ArrayBuffer) => Promise<FbxParcel>
}

/**
 * Parses an FBX file in a worker of its own, which is ended afterwards; where none may start, on the page itself. Rejects
 * with a `ViewerError`: `unreadable` for a broken file, `toolarge` for one that takes longer than {@link FBX_PATIENCE} or
 * more memory than a worker gets.
 */
export async function parseApart(bytes: ArrayBuffer, { start, parseHere }: FbxSurroundings = PAGE): Promise<FbxParcel> {
  const worker = await running(start)
  if (!worker) return parseHere(bytes)
  try {
    return await asked(worker, bytes)
  } finally {
    worker.terminate()
  }
}

/** A worker that runs; null where none does. */
async function running(start: () => Promise<Worker>): Promise<Worker | null> {
  let worker: Worker
  try {
    worker = await start()
  } catch {
    return null
  }
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      worker.terminate()
      resolve(null)
    }
    const timer = setTimeout(end, START_PATIENCE)
    worker.onerror = end
    worker.onmessage = () => {
      clearTimeout(timer)
      resolve(worker)
    }
  })
}

function asked(worker: Worker, bytes: ArrayBuffer): Promise<FbxParcel> {
  return new Promise((resolve, reject) => {
    const tooLong = () =>
      reject(new ViewerError('toolarge', `The model takes more than ${FBX_PATIENCE / 1000} s to read`))
    const timer = setTimeout(tooLong, FBX_PATIENCE)
    worker.onmessage = ({ data }: MessageEvent<FbxAnswer>) => {
      if (data === 'ready') return
      clearTimeout(timer)
      if ('parcel' in data) resolve(data.parcel)
      else reject(new ViewerError('unreadable', data.fault))
    }
    // What the loader throws is told; what ends the worker itself is that it has no memory left.
    worker.onerror = () => {
      clearTimeout(timer)
      reject(new ViewerError('toolarge', 'The model takes more memory than there is'))
    }
    worker.postMessage(bytes)
  })
}

const PAGE: FbxSurroundings = {
  start: async () => {
    const { default: address } = await import('./fbx-worker.ts?worker&url')
    // A worker's own file has to be of the page's origin; one that only names it may come from anywhere.
    const text = `import ${JSON.stringify(new URL(address, location.href).href)}`
    const starter = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
    try {
      return new Worker(starter, { type: 'module', name: 'fbx' })
    } finally {
      // It is read at once; an address that is let go in the same task may not be.
      setTimeout(() => URL.revokeObjectURL(starter), START_PATIENCE)
    }
  },
  parseHere: async (bytes) => (await import('./fbx-parse.ts')).parseFbx(bytes),
}
