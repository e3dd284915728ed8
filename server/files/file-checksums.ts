import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { recordCpuTimeOf } from '../util/cost-meter.ts'
import { createFairQueue, type QueuedWork } from '../util/fair-queue.ts'

/** Size above which files are read one at a time. */
const LARGE_FILE_BYTES = 1 << 20
/** Bytes of a file that are read before other files are scheduled. Models are smaller, archives may be larger. */
const BYTES_PER_SLOT = 1 << 26
/** Bytes hashed in one step, which blocks the event loop for about a millisecond. */
const READ_CHUNK_BYTES = 1 << 18

/** Bytes hashed in one step for data in memory, which blocks the event loop for about eight milliseconds. */
const MEMORY_CHUNK_BYTES = 1 << 22

/** Checksums of a file's bytes; `crc32` is unsigned. */
export interface FileChecksums {
  sha256: string
  crc32: number
}

interface QueuedRead extends QueuedWork {
  begin(): void
}

/**
 * Limits concurrent checksum reads, because hashing blocks the main thread. Fifty concurrent reads would delay each response by a
 * second.
 */
const readQueue = createFairQueue<QueuedRead>({
  slots: 4,
  costlySlots: 1,
  maxQueuedPerOwner: Infinity,
  maxQueued: Infinity,
})

/** Computes the checksums of a file of `bytes` bytes, scheduled fairly between owners. Rejects if the file cannot be read. */
export async function computeFileChecksums(path: string, bytes: number, owner: string): Promise<FileChecksums> {
  const { add, sums } = startChecksums()
  for (let start = 0; start < bytes; start += BYTES_PER_SLOT) {
    const releaseSlot = await acquireReadSlot(owner, bytes > LARGE_FILE_BYTES)
    try {
      const stream = createReadStream(path, { start, end: start + BYTES_PER_SLOT - 1, highWaterMark: READ_CHUNK_BYTES })
      for await (const chunk of stream) add(chunk as Buffer)
    } finally {
      releaseSlot()
    }
  }
  return sums()
}

/** Computes the checksums of data in memory, yielding to the event loop between steps. */
export async function computeChecksums(bytes: Uint8Array): Promise<FileChecksums> {
  const { add, sums } = startChecksums()
  for (let start = 0; start < bytes.length; start += MEMORY_CHUNK_BYTES) {
    if (start > 0) await othersTurn()
    add(bytes.subarray(start, start + MEMORY_CHUNK_BYTES))
  }
  return sums()
}

function startChecksums() {
  const hash = createHash('sha256')
  let crc = 0
  const add = (piece: Uint8Array) =>
    recordCpuTimeOf(() => {
      hash.update(piece)
      crc = crc32(piece, crc)
    })
  return { add, sums: (): FileChecksums => ({ sha256: hash.digest('hex'), crc32: crc }) }
}

function acquireReadSlot(owner: string, isCostly: boolean): Promise<() => void> {
  return new Promise((resolve) => {
    const reading = { owner, isCostly, begin: () => resolve(release) }
    const release = () => {
      readQueue.release(reading)
      startNextReads()
    }
    readQueue.add(reading)
    startNextReads()
  })
}

function startNextReads(): void {
  for (let reading = readQueue.takeNext(); reading; reading = readQueue.takeNext()) reading.begin()
}
