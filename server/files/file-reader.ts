import { open } from 'node:fs/promises'
import type { ReadBytes } from '../../src/files/byte-reader.ts'

/** Reads pieces of a file of this machine, opening it anew for each. */
export const readerOf =
  (path: string): ReadBytes =>
  async (offset, length) => {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const room = Math.max(0, Math.min(length, size - offset))
      const { buffer, bytesRead } = await file.read(new Uint8Array(room), 0, room, offset)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
