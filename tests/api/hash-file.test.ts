import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { hashFile } from '../../src/api/hash-file.ts'

/** SHA-256 hash of "abc" (FIPS 180-4). */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('hashes a file in the main thread if there are no workers, and reads the file only once', async () => {
  const file = new Blob(['abc'])
  const read = vi.spyOn(file, 'slice')
  const stream = vi.spyOn(file, 'stream')
  const first = hashFile(file)
  expect(hashFile(file)).toBe(first)
  expect(await first).toBe(ABC)
  const reads = read.mock.calls.length + stream.mock.calls.length
  await hashFile(file)
  expect(read.mock.calls.length + stream.mock.calls.length).toBe(reads)
})

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 2.5 * 1024 * 1024])(
  'hashes a file of %d bytes as Node does, reading one megabyte at a time',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31) ^ (at >> 13))
    const file = new Blob([bytes])
    const slices = vi.spyOn(file, 'slice')
    expect(await hashFile(file)).toBe(createHash('sha256').update(bytes).digest('hex'))
    const sliceSizes = slices.mock.results.map(({ value }) => (value as Blob).size)
    expect(Math.max(0, ...sliceSizes)).toBeLessThanOrEqual(1024 * 1024)
    expect(sliceSizes).toHaveLength(Math.ceil(size / (1024 * 1024)))
    expect(sliceSizes.reduce((sum, it) => sum + it, 0)).toBe(size)
  },
)

test('reads a file again after a failed read', async () => {
  const file = new Blob(['abc'])
  for (const name of ['slice', 'stream', 'arrayBuffer'] as const)
    vi.spyOn(file, name).mockImplementationOnce(() => {
      throw new Error('gone')
    })
  await expect(hashFile(file)).rejects.toThrow('gone')
  vi.restoreAllMocks()
  expect(await hashFile(file)).toBe(ABC)
})

describe('with workers', () => {
  const workers: StubWorker[] = []
  class StubWorker {
    onmessage?: (message: { data: unknown }) => void
    onerror?: () => void
    isEnded = false
    given: unknown
    constructor(
      readonly address: URL,
      readonly options: unknown,
    ) {
      workers.push(this)
    }
    postMessage(given: unknown) {
      this.given = given
    }
    terminate() {
      this.isEnded = true
    }
  }
  const start = () => {
    vi.stubGlobal('Worker', StubWorker)
    const file = new Blob(['abc'])
    const hashing = hashFile(file)
    return { file, hashing, worker: workers.at(-1)! }
  }

  test('passes the file to a worker, returns the hash from its response, and terminates the worker', async () => {
    const { file, hashing, worker } = start()
    expect(worker.given).toBe(file)
    expect(worker.address.pathname).toMatch(/\/sha256-worker\.ts$/)
    expect(worker.options).toEqual({ type: 'module', name: 'sha256' })
    worker.onmessage!({ data: { sha256: 'its answer' } })
    expect(await hashing).toBe('its answer')
    expect(worker.isEnded).toBe(true)
  })

  test('rejects with the worker’s error', async () => {
    const { hashing, worker } = start()
    worker.onmessage!({ data: { error: 'cannot be read' } })
    await expect(hashing).rejects.toThrow('cannot be read')
    expect(worker.isEnded).toBe(true)
  })

  test('hashes in the main thread if the worker cannot start', async () => {
    const { hashing, worker } = start()
    worker.onerror!()
    expect(await hashing).toBe(ABC)
  })
})
