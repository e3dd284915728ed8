import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchiveBounds, openArchive } from '../../../server/transfer/open-archive.ts'
import { archiveOf } from '../../support/archive-of.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-bounds-'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytes = Buffer.alloc(1000)
const TWO = archiveOf([
  ['a', bytes],
  ['b', bytes],
])

async function verdict(archive: Buffer, bounds?: Partial<ArchiveBounds>): Promise<string> {
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

/** The second entry begins where the first does, or so many bytes after it. */
function overlapping(offset: number): Buffer {
  const archive = Buffer.from(TWO)
  archive.writeUInt32LE(offset, archive.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 42)
  return archive
}

test.each<[string, Buffer, Partial<ArchiveBounds>, string]>([
  ['a name of 512 bytes', archiveOf([['ü'.repeat(256), bytes]]), {}, 'opened'],
  [
    'a name of 513 bytes',
    archiveOf([[`${'ü'.repeat(256)}a`, bytes]]),
    {},
    'ARCHIVE_INVALID: The archive has a file name longer than 512 bytes.',
  ],
  ['a directory of as many bytes as it may', TWO, { directoryBytes: 94 }, 'opened'],
  ['a larger one', TWO, { directoryBytes: 93 }, 'ARCHIVE_INVALID: The directory of the archive is too large.'],
  ['as many bytes as it may unpack to', TWO, { unpackedBytes: 2000 }, 'opened'],
  ['more', TWO, { unpackedBytes: 1999 }, 'ARCHIVE_INVALID: The archive unpacks to more than 1999 bytes.'],
  ['two entries in one place', overlapping(0), {}, 'ARCHIVE_INVALID: The archive has entries that overlap.'],
  ['an entry within another', overlapping(900), {}, 'ARCHIVE_INVALID: The archive has entries that overlap.'],
])('an archive with %s is judged by its directory alone', async (_, archive, bounds, expected) => {
  expect(await verdict(archive, bounds)).toBe(expected)
})
