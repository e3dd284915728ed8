import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sha256Of } from '../../src/api/sha256.ts'

/** FIPS 180-4, of "abc". */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

afterEach(() => vi.unstubAllGlobals())

test('a file is hashed here where there are no workers, and once', async () => {
  const file = new Blob(['abc'])
  const read = vi.spyOn(file, 'slice')
  const stream = vi.spyOn(file, 'stream')
  const first = sha256Of(file)
  expect(sha256Of(file)).toBe(first)
  expect(await first).toBe(ABC)
  const reads = read.mock.calls.length + stream.mock.calls.length
  await sha256Of(file)
  expect(read.mock.calls.length + stream.mock.calls.length).toBe(reads)
})

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 2.5 * 1024 * 1024])(
  'a file of %d bytes has the hash that Node gives it, and is read by the megabyte',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31) ^ (at >> 13))
    const file = new Blob([bytes])
    const slices = vi.spyOn(file, 'slice')
    expect(await sha256Of(file)).toBe(createHash('sha256').update(bytes).digest('hex'))
    const held = slices.mock.results.map(({ value }) => (value as Blob).size)
    expect(Math.max(0, ...held)).toBeLessThanOrEqual(1024 * 1024)
    expect(held).toHaveLength(Math.ceil(size / (1024 * 1024)))
    expect(held.reduce((sum, it) => sum + it, 0)).toBe(size)
  },
)

test('one that could not be read is read again when it is asked for again', async () => {
  const file = new Blob(['abc'])
  for (const name of ['slice', 'stream', 'arrayBuffer'] as const)
    vi.spyOn(file, name).mockImplementationOnce(() => {
      throw new Error('gone')
    })
  await expect(sha256Of(file)).rejects.toThrow('gone')
  vi.restoreAllMocks()
  expect(await sha256Of(file)).toBe(ABC)
})

describe('where there are workers', () => {
  const made: StubWorker[] = []
  class StubWorker {
    onmessage?: (message: { data: unknown }) => void
    onerror?: () => void
    isEnded = false
    given: unknown
    constructor(
      readonly address: URL,
      readonly options: unknown,
    ) {
      made.push(this)
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
    const hashing = sha256Of(file)
    return { file, hashing, worker: made.at(-1)! }
  }

  test('one of them is handed the file, answers, and is ended', async () => {
    const { file, hashing, worker } = start()
    expect(worker.given).toBe(file)
    expect(worker.address.pathname).toMatch(/\/sha256-worker\.ts$/)
    expect(worker.options).toEqual({ type: 'module', name: 'sha256' })
    worker.onmessage!({ data: { sha256: 'its answer' } })
    expect(await hashing).toBe('its answer')
    expect(worker.isEnded).toBe(true)
  })

  test('its failure is the failure', async () => {
    const { hashing, worker } = start()
    worker.onmessage!({ data: { error: 'cannot be read' } })
    await expect(hashing).rejects.toThrow('cannot be read')
    expect(worker.isEnded).toBe(true)
  })

  test('one that cannot start leaves the file to be hashed here', async () => {
    const { hashing, worker } = start()
    worker.onerror!()
    expect(await hashing).toBe(ABC)
  })
})
