import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchiveLimits, openArchive } from '../../../server/transfer/open-archive.ts'
import { buildArchive, buildDeflatedArchive } from '../../support/build-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-bounds-'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytes = Buffer.alloc(1000)
const TWO = buildArchive([
  ['a', bytes],
  ['b', bytes],
])

async function verdict(archive: Buffer, bounds?: Partial<ArchiveLimits>): Promise<string> {
  const path = join(folder, 'archive.zip')
  await writeFile(path, archive)
  return openArchive(path, bounds).then(
    (open) => {
      open.close()
      return 'opened'
    },
    ({ code, message }) => `${code}: ${message}`,
  )
}

/** Returns an archive whose second entry starts at `offset`, inside the first entry. */
function overlapping(offset: number): Buffer {
  const archive = Buffer.from(TWO)
  archive.writeUInt32LE(offset, archive.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 42)
  return archive
}

test.each<[string, Buffer, Partial<ArchiveLimits>, string]>([
  ['opens an archive with a name of 512 bytes', buildArchive([['ü'.repeat(256), bytes]]), {}, 'opened'],
  [
    'refuses an archive with a name of 513 bytes',
    buildArchive([[`${'ü'.repeat(256)}a`, bytes]]),
    {},
    'ARCHIVE_INVALID: The archive has a file name longer than 512 bytes.',
  ],
  ['opens an archive with a directory of the maximum size', TWO, { directoryBytes: 94 }, 'opened'],
  [
    'refuses an archive with a directory one byte above the maximum',
    TWO,
    { directoryBytes: 93 },
    'ARCHIVE_INVALID: The directory of the archive is too large.',
  ],
  ['opens an archive of the maximum unpacked size', TWO, { unpackedBytes: 2000 }, 'opened'],
  [
    'refuses an archive one byte above the maximum unpacked size',
    TWO,
    { unpackedBytes: 1999 },
    'ARCHIVE_INVALID: The archive unpacks to more than 1999 bytes.',
  ],
  [
    'refuses an archive with two entries at the same offset',
    overlapping(0),
    {},
    'ARCHIVE_INVALID: The archive has entries that overlap.',
  ],
  [
    'refuses an archive with overlapping entries',
    overlapping(900),
    {},
    'ARCHIVE_INVALID: The archive has entries that overlap.',
  ],
])('%s, reading only the directory of the archive', async (_, archive, bounds, expected) => {
  expect(await verdict(archive, bounds)).toBe(expected)
})

const BOMB_BYTES = 40_000_000

test.each<[string, number]>([
  ['fewer', 1000],
  ['more', BOMB_BYTES + 1],
])('refuses to extract an entry whose header declares %s bytes than the entry unpacks to', async (_, claims) => {
  const [path, to] = [join(folder, 'liar.zip'), join(folder, 'liar')]
  await writeFile(path, buildDeflatedArchive('a', Buffer.alloc(BOMB_BYTES), claims))
  const archive = await openArchive(path)
  try {
    await expect(archive.extract('a', to, 2 * BOMB_BYTES)).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' })
    await expect(archive.read('a', 2 * BOMB_BYTES)).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' })
    expect((await stat(to)).size).toBeLessThanOrEqual(claims)
  } finally {
    archive.close()
  }
})

test('reports a disk error during extraction as such, not as an invalid archive', async () => {
  const path = join(folder, 'sound.zip')
  await writeFile(path, TWO)
  const archive = await openArchive(path)
  try {
    await expect(archive.extract('a', join(folder, 'missing', 'a'), 1000)).rejects.toMatchObject({ code: 'ENOENT' })
  } finally {
    archive.close()
  }
})
