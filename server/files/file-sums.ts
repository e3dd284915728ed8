import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { createTurns, type Waiting } from '../turns.ts'

/** Files larger than this, in bytes, are read one at a time. */
const LARGE = 1 << 20
/** After so many bytes others have their turn: a model is read in one, an archive in many. */
const TURN = 1 << 26
/** How much is summed up in one go, in bytes: a millisecond in which nobody else is answered. */
const CHUNK = 1 << 18

/** The same of what is in memory, in bytes: some eight milliseconds. */
const PIECE = 1 << 22

/** The sums of a file's bytes; `crc32` unsigned. */
export interface FileSums {
  sha256: string
  crc32: number
}

interface Reading extends Waiting {
  begin(): void
}

/** Sums are made between everybody's answers, on the one thread of this process: fifty at a time hold each of those up for a second. */
const turns = createTurns<Reading>({ seats: 4, costlySeats: 1, mostOfOwner: Infinity, mostInAll: Infinity })

/** Sums up a file of so many `bytes`, in turn with those of others. Rejects where it cannot be read. */
export async function sumsOf(path: string, bytes: number, owner: string): Promise<FileSums> {
  const { add, sums } = startSums()
  for (let start = 0; start < bytes; start += TURN) {
    const left = await turnOf(owner, bytes > LARGE)
    try {
      const stream = createReadStream(path, { start, end: start + TURN - 1, highWaterMark: CHUNK })
      for await (const chunk of stream) add(chunk as Buffer)
    } finally {
      left()
    }
  }
  return sums()
}

/** Sums up what is in memory, where others have their turn in between. */
export async function sumsOfBytes(bytes: Uint8Array): Promise<FileSums> {
  const { add, sums } = startSums()
  for (let start = 0; start < bytes.length; start += PIECE) {
    if (start > 0) await othersTurn()
    add(bytes.subarray(start, start + PIECE))
  }
  return sums()
}

function startSums() {
  const hash = createHash('sha256')
  let crc = 0
  const add = (piece: Uint8Array) => {
    hash.update(piece)
    crc = crc32(piece, crc)
  }
  return { add, sums: (): FileSums => ({ sha256: hash.digest('hex'), crc32: crc }) }
}

/** Waits for a turn; fulfilled with what ends it. */
function turnOf(owner: string, isCostly: boolean): Promise<() => void> {
  return new Promise((resolve) => {
    const reading = { owner, isCostly, begin: () => resolve(left) }
    const left = () => {
      turns.left(reading)
      next()
    }
    turns.add(reading)
    next()
  })
}

function next(): void {
  for (let reading = turns.take(); reading; reading = turns.take()) reading.begin()
}
