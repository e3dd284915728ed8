import { isMainThread } from 'node:worker_threads'

/** Shortest pause between two measurements, in milliseconds. */
const PAUSE_MS = 100

/** Pause after a measurement, as a multiple of its duration. Garbage collection must not starve the server. */
const PAUSE_FACTOR = 9

/**
 * Preload module of a server (`node --expose-gc --import`). Repeatedly logs the bytes in use after garbage collection. The
 * resident size is less exact, because V8 leaves over 64 MB of garbage uncollected on a busy machine.
 */
if (isMainThread) {
  const { gc } = globalThis
  if (!gc) throw new Error('Start Node with --expose-gc, because otherwise garbage would count')
  const measure = () => {
    const startedAt = performance.now()
    // V8 sweeps buffers concurrently. The second call waits for the sweep of the first call.
    gc()
    gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    process.stderr.write(`holds ${heapUsed + arrayBuffers}\n`)
    schedule(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)))
  }
  const schedule = (ms: number) => setTimeout(measure, ms).unref()
  schedule(PAUSE_MS)
}
