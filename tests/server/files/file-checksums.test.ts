import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeChecksums, computeFileChecksums } from '../../../server/files/file-checksums.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SMALL = 1000
const LARGE = 3 * 2 ** 20
/** Size in bytes of a file that takes more than one time slice to read. */
const HUGE = 2 ** 26 + 5

async function fileOf(bytes: number): Promise<string> {
  const path = join(folder, `${bytes}`)
  await writeFile(path, Buffer.alloc(bytes, 'cap'))
  return path
}

test.each([0, SMALL, LARGE, HUGE])('computes the SHA-256 of a file of %i bytes', async (bytes) => {
  const { sha256 } = await computeFileChecksums(await fileOf(bytes), bytes, 'one')
  expect(sha256).toBe(createHash('sha256').update(Buffer.alloc(bytes, 'cap')).digest('hex'))
})

test('computes the standard CRC-32 check value for the text 123456789', async () => {
  const path = join(folder, 'check')
  await writeFile(path, '123456789')
  expect((await computeFileChecksums(path, 9, 'one')).crc32).toBe(0xcbf43926)
})

test('reads large files one at a time, fairly between owners, and small ones concurrently', async () => {
  const [large, small] = [await fileOf(LARGE), await fileOf(SMALL)]
  const done: string[] = []
  const read = (name: string, owner: string, path: string, bytes: number) =>
    computeFileChecksums(path, bytes, owner).then(() => done.push(name))
  await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => read(`mass ${n}`, 'mass', large, LARGE)),
    read('large', 'stranger', large, LARGE),
    read('small', 'another', small, SMALL),
  ])
  expect(done.indexOf('small')).toBeLessThan(3)
  expect(done.filter((name) => name !== 'small').slice(0, 4)).toEqual(['mass 0', 'mass 1', 'large', 'mass 2'])
})

test('finishes the checksum of a model before that of a large archive started earlier', async () => {
  const [archive, model] = [await fileOf(HUGE), await fileOf(LARGE)]
  const done: string[] = []
  await Promise.all([
    computeFileChecksums(archive, HUGE, 'one').then(() => done.push('archive')),
    computeFileChecksums(model, LARGE, 'another').then(() => done.push('model')),
  ])
  expect(done).toEqual(['model', 'archive'])
})

test.each([0, SMALL, HUGE])(
  'computes the same checksums for %i bytes in memory as for a file, and yields every 4 MiB',
  async (bytes) => {
    let others = 0
    const response = () => {
      others += 1
      timer = setImmediate(response)
    }
    let timer = setImmediate(response)
    const sums = await computeChecksums(Buffer.alloc(bytes, 'cap'))
    clearImmediate(timer)
    expect(sums).toEqual(await computeFileChecksums(await fileOf(bytes), bytes, 'one'))
    expect(others).toBe(bytes === HUGE ? 16 : 0)
  },
)

test('reads the next large file after a large file could not be read', async () => {
  await expect(computeFileChecksums(join(folder, 'nowhere'), LARGE, 'one')).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await computeFileChecksums(await fileOf(LARGE), LARGE, 'one')).sha256).toHaveLength(64)
})
