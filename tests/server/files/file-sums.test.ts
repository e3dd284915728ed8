import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumsOf, sumsOfBytes } from '../../../server/files/file-sums.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SMALL = 1000
const LARGE = 3 * 2 ** 20
/** More than is read in one turn. */
const HUGE = 2 ** 26 + 5

async function fileOf(bytes: number): Promise<string> {
  const path = join(folder, `${bytes}`)
  await writeFile(path, Buffer.alloc(bytes, 'cap'))
  return path
}

test.each([0, SMALL, LARGE, HUGE])('sums up a file of %i bytes', async (bytes) => {
  const { sha256 } = await sumsOf(await fileOf(bytes), bytes, 'one')
  expect(sha256).toBe(createHash('sha256').update(Buffer.alloc(bytes, 'cap')).digest('hex'))
})

test('the CRC-32 is that of the check value of its catalogue', async () => {
  const path = join(folder, 'check')
  await writeFile(path, '123456789')
  expect((await sumsOf(path, 9, 'one')).crc32).toBe(0xcbf43926)
})

test('large files are read one at a time, in turns of their owners, and small ones beside them', async () => {
  const [large, small] = [await fileOf(LARGE), await fileOf(SMALL)]
  const done: string[] = []
  const read = (name: string, owner: string, path: string, bytes: number) =>
    sumsOf(path, bytes, owner).then(() => done.push(name))
  await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => read(`mass ${n}`, 'mass', large, LARGE)),
    read('large', 'stranger', large, LARGE),
    read('small', 'another', small, SMALL),
  ])
  expect(done.indexOf('small')).toBeLessThan(3)
  expect(done.filter((name) => name !== 'small').slice(0, 4)).toEqual(['mass 0', 'mass 1', 'large', 'mass 2'])
})

test('beside an archive a model waits for one turn of it, not for its end', async () => {
  const [archive, model] = [await fileOf(HUGE), await fileOf(LARGE)]
  const done: string[] = []
  await Promise.all([
    sumsOf(archive, HUGE, 'one').then(() => done.push('archive')),
    sumsOf(model, LARGE, 'another').then(() => done.push('model')),
  ])
  expect(done).toEqual(['model', 'archive'])
})

test.each([0, SMALL, HUGE])(
  'sums up %i bytes in memory as those of a file, where others are answered in between',
  async (bytes) => {
    let others = 0
    const answer = () => {
      others += 1
      timer = setImmediate(answer)
    }
    let timer = setImmediate(answer)
    const sums = await sumsOfBytes(Buffer.alloc(bytes, 'cap'))
    clearImmediate(timer)
    expect(sums).toEqual(await sumsOf(await fileOf(bytes), bytes, 'one'))
    expect(others).toBe(bytes === HUGE ? 16 : 0)
  },
)

test('a file that cannot be read gives its turn back', async () => {
  await expect(sumsOf(join(folder, 'nowhere'), LARGE, 'one')).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await sumsOf(await fileOf(LARGE), LARGE, 'one')).sha256).toHaveLength(64)
})
