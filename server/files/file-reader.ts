import { open } from 'node:fs/promises'
import type { ReadBytes } from '../../src/files/byte-reader.ts'

export const createFileReader =
  (path: string): ReadBytes =>
  async (offset, length) => {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const byteCount = Math.max(0, Math.min(length, size - offset))
      const { buffer, bytesRead } = await file.read(new Uint8Array(byteCount), 0, byteCount, offset)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
