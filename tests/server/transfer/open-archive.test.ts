import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpError } from '../../../server/errors/http-error.ts'
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

/** Returns an archive whose directory lists the entries of {@link TWO} in reverse. */
function reversed(): Buffer {
  const directoryOffset = TWO.indexOf('PK\x01\x02', undefined, 'latin1')
  const [first, second] = [0, 47].map((at) => TWO.subarray(directoryOffset + at, directoryOffset + at + 47))
  return Buffer.concat([TWO.subarray(0, directoryOffset), second!, first!, TWO.subarray(directoryOffset + 94)])
}

/** Returns an archive whose directory record has an extra field of four bytes and a comment of three bytes. */
function annotated(): Buffer {
  const archive = buildArchive([['a', bytes]])
  const endOffset = archive.length - 22
  archive.writeUInt16LE(4, endOffset - 47 + 30)
  archive.writeUInt16LE(3, endOffset - 47 + 32)
  archive.writeUInt32LE(47 + 7, endOffset + 12)
  return Buffer.concat([
    archive.subarray(0, endOffset),
    Buffer.from([0x99, 0x99, 0, 0]),
    Buffer.from('top'),
    archive.subarray(endOffset),
  ])
}

const UNREADABLE = 'ARCHIVE_INVALID: The archive cannot be read: it is damaged, encrypted, or not a ZIP archive.'

test.each<[string, Buffer, Partial<ArchiveLimits>, string]>([
  ['refuses a file that is not an archive', Buffer.from('models'), {}, UNREADABLE],
  ['opens an archive whose directory is in another order than its entries', reversed(), {}, 'opened'],
  ['opens an archive with the maximum number of entries', TWO, { entries: 2 }, 'opened'],
  [
    'refuses an archive with one entry above the maximum',
    TWO,
    { entries: 1 },
    'ARCHIVE_INVALID: The archive has more than 1 entries.',
  ],
  [
    'refuses an archive with two entries of one name',
    buildArchive([
      ['a', bytes],
      ['a', bytes],
    ]),
    {},
    'ARCHIVE_INVALID: The archive has two entries named a.',
  ],
  ['opens an annotated archive with a directory of the maximum size', annotated(), { directoryBytes: 54 }, 'opened'],
  [
    'refuses an annotated archive with a directory one byte above the maximum',
    annotated(),
    { directoryBytes: 53 },
    'ARCHIVE_INVALID: The directory of the archive is too large.',
  ],
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
    overlapping(1029),
    {},
    'ARCHIVE_INVALID: The archive has entries that overlap.',
  ],
])('%s, reading only the directory of the archive', async (_, archive, bounds, expected) => {
  expect(await verdict(archive, bounds)).toBe(expected)
})

async function openOf(archive: Buffer, limits: Partial<ArchiveLimits> = {}) {
  const path = join(folder, 'entries.zip')
  await writeFile(path, archive)
  return openArchive(path, limits)
}

test('reads and extracts entries until all reads together exceed the limit', async () => {
  const files = [
    ['a', Buffer.from('first')],
    ['b', Buffer.from('second')],
  ] as const
  const archive = await openOf(buildArchive(files), { unpackedBytes: 16 })
  expect(['a', 'b', 'c'].map(archive.bytesOf)).toEqual([5, 6, undefined])
  expect(await archive.read('a', 5)).toEqual(files[0][1])
  expect(await archive.read('b', 100)).toEqual(files[1][1])
  const to = join(folder, 'extracted')
  await archive.extract('a', to, 5)
  expect(await readFile(to, 'utf8')).toBe('first')
  await expect(archive.read('a', 5)).rejects.toThrow('The archive unpacks to more than 16 bytes.')
  archive.close()
})

test('refuses to read an absent, too large or damaged entry, and any entry of a closed archive', async () => {
  const damaged = Buffer.from(TWO)
  damaged[500] = 1
  const archive = await openOf(damaged)
  const refusalOf = (name: string, maxBytes: number) => archive.read(name, maxBytes).catch((error: HttpError) => error)
  const refusal = (message: string) => expect.objectContaining({ code: 'ARCHIVE_INVALID', message })
  expect(await refusalOf('c', 1000)).toEqual(refusal('The archive does not contain c.'))
  expect(await refusalOf('x'.repeat(400), 1)).toEqual(refusal(`The archive does not contain ${'x'.repeat(271)}`))
  expect(await refusalOf('b', 999)).toEqual(refusal('b is too large.'))
  expect(await refusalOf('a', 1000)).toEqual(refusal('a is damaged.'))
  expect(await archive.read('b', 1000)).toEqual(bytes)
  archive.close()
  expect(`ARCHIVE_INVALID: ${((await refusalOf('b', 1000)) as HttpError).message}`).toBe(UNREADABLE)
})

const BOMB_BYTES = 4_000_000

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
