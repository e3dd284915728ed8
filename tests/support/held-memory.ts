import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a server beside its own code (`node --expose-gc --import`): tells ten times a second how many bytes are held there
 * once garbage is thrown away. What the system counts for the process says less: how much garbage stands there is V8's affair,
 * over 64 MB on a busy machine.
 */
if (isMainThread) {
  const { gc } = globalThis
  if (!gc) throw new Error('Start it with --expose-gc: else garbage would be counted too')
  setInterval(() => {
    // Buffers are swept beside the program: only the second call waits for those of the first.
    gc()
    gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    process.stderr.write(`holds ${heapUsed + arrayBuffers}\n`)
  }, 100).unref()
}
