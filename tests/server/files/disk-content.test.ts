import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileStoreUnavailableError } from '../../../server/errors/file-store-errors.ts'
import { formatContentName, type StoredContent, toStoredContent } from '../../../server/files/content-store.ts'
import { DiskContent } from '../../../server/files/disk-content.ts'
import { DiskFolders } from '../../../server/files/disk-folders.ts'
import { formatStoreMark, StoreMarkError } from '../../../server/files/store-mark.ts'
import { buildTinyGlb } from '../../support/glb.ts'

test('reports an outage while the folder or its store.json is missing, and finds files after a remount', async () => {
  const above = await mkdtemp(join(tmpdir(), 'atelier-content-'))
  const folders = new DiskFolders(above)
  const aside = join(above, 'aside')
  await mkdir(folders.uploads)
  const bytes = buildTinyGlb()
  const stored = await toStoredContent(bytes)
  await new DiskContent(folders).put(stored, bytes)
  const content = new DiskContent(folders)
  await content.writeMark({ id: 'one', epoch: 1 })
  await rename(folders.files, aside)
  await expect(content.find(formatContentName(stored))).rejects.toThrow(FileStoreUnavailableError)
  await expect(content.check()).rejects.toThrow(FileStoreUnavailableError)
  // Simulates an unmounted disk: the mount point is empty.
  await mkdir(folders.files)
  await expect(content.find(formatContentName(stored))).rejects.toThrow(FileStoreUnavailableError)
  await expect(content.check()).rejects.toThrow(FileStoreUnavailableError)
  // A new server learns from its database that the folder must contain store.json.
  const started = new DiskContent(new DiskFolders(above))
  expect(await started.find(formatContentName(stored))).toBeUndefined()
  started.expectMark()
  await expect(started.find(formatContentName(stored))).rejects.toThrow(FileStoreUnavailableError)
  await rm(folders.files, { recursive: true })
  await rename(aside, folders.files)
  // `find` returns no checksum, because it does not read the bytes.
  const { crc32: _, ...expected } = stored
  expect(await content.find(formatContentName(stored))).toEqual(expected)
  expect(await started.find(formatContentName(stored))).toEqual(expected)
  await content.remove(stored)
  expect(await content.find(formatContentName(stored))).toBeUndefined()
  await rm(above, { recursive: true })
})

test.each([
  ['the folder was moved behind a symbolic link', '.'],
  ['one of its folders is a symbolic link', 'shard'],
])('does not delete stored files while listing if %s', async (_, moved) => {
  const above = await mkdtemp(join(tmpdir(), 'atelier-content-'))
  const folders = new DiskFolders(above)
  await mkdir(folders.uploads)
  const bytes = buildTinyGlb()
  const stored = await toStoredContent(bytes)
  const content = new DiskContent(folders)
  await content.put(stored, bytes)
  await content.find(formatContentName(stored))
  const path = content.pathOf(formatContentName(stored))
  const longAgo = new Date('2020-01-01T00:00:00.000Z')
  await utimes(path, longAgo, longAgo)
  const [from, to] = [moved === '.' ? folders.files : dirname(path), join(above, 'moved')]
  await rename(from, to)
  await symlink(to, from)
  for await (const _ of content.list());
  expect(await readdir(dirname(path))).toEqual([formatContentName(stored)])
  await rm(above, { recursive: true })
})

/** Folder on another disk than the temporary folder, if there is one. */
const otherDisk = ['/dev/shm'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev)

const LONG_AGO = new Date('2020-01-01T00:00:00.000Z')

describe('a disk store', () => {
  const bytes = buildTinyGlb()
  let folders: DiskFolders
  let content: DiskContent
  let stored: StoredContent
  let name: string
  beforeEach(async () => {
    folders = new DiskFolders(await mkdtemp(join(tmpdir(), 'atelier-content-')))
    await mkdir(folders.uploads)
    await mkdir(folders.files)
    content = new DiskContent(folders)
    stored = await toStoredContent(bytes)
    name = formatContentName(stored)
  })
  afterEach(() => rm(dirname(folders.files), { recursive: true }))

  const listNames = async () => {
    const names: string[] = []
    for await (const it of content.list()) names.push(formatContentName(it))
    return names
  }
  const listParts = () => readdir(join(folders.files, '.parts'))

  test('moves a complete upload into place, also if a crash repeats the move, and reports a lost upload', async () => {
    const upload = join(folders.uploads, 'upload')
    expect(await content.adopt(upload, stored)).toBe(false)
    await writeFile(upload, bytes)
    expect(await content.adopt(upload, stored)).toBe(true)
    expect(await readdir(folders.uploads)).toEqual([])
    expect(await readFile(content.pathOf(name))).toEqual(Buffer.from(bytes))
    expect(await content.adopt(upload, stored)).toBe(true)
    await writeFile(content.pathOf(name), 'half')
    expect(await content.adopt(upload, stored)).toBe(false)
  })

  test.skipIf(!otherDisk)('copies an upload from another disk into place', async () => {
    const folder = await mkdtemp(join(otherDisk!, 'atelier-content-'))
    try {
      const upload = join(folder, 'upload')
      await writeFile(upload, bytes)
      expect(await content.adopt(upload, stored)).toBe(true)
      expect(await readFile(content.pathOf(name))).toEqual(Buffer.from(bytes))
      expect([await readdir(folder), await listParts()]).toEqual([[], []])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('rejects an upload that cannot be moved, and does not remove the upload', async () => {
    const upload = join(folders.uploads, 'upload')
    await writeFile(upload, bytes)
    await mkdir(content.pathOf(name), { recursive: true })
    await expect(content.adopt(upload, stored)).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(content.adopt(join(upload, 'inside'), stored)).rejects.toMatchObject({ code: 'ENOTDIR' })
    expect(await readdir(folders.uploads)).toEqual(['upload'])
  })

  test('writes only files that are absent or incomplete', async () => {
    await content.put(stored, bytes)
    await utimes(content.pathOf(name), LONG_AGO, LONG_AGO)
    await content.put(stored, bytes)
    expect((await stat(content.pathOf(name))).mtime).toEqual(LONG_AGO)
    await writeFile(content.pathOf(name), 'half')
    await content.put(stored, bytes)
    expect(await readFile(content.pathOf(name))).toEqual(Buffer.from(bytes))
    expect(await listParts()).toEqual([])
  })

  test('removes the partial file of a failed write', async () => {
    await mkdir(content.pathOf(name), { recursive: true })
    await expect(content.put(stored, bytes)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await listParts()).toEqual([])
    expect(await content.find(name)).toBeUndefined()
  })

  test('reads ranges and local copies of a file, and accepts no other address', async () => {
    await content.put(stored, bytes)
    const range = Buffer.from(bytes.subarray(2, 6))
    expect(await buffer(await content.stream(stored, 2, 5))).toEqual(range)
    expect(Buffer.from(await content.reader(stored)(2, 4))).toEqual(range)
    expect(await content.withLocalCopy(`https://atelier.example/files/${name}`, async (path) => path)).toBe(
      content.pathOf(name),
    )
    expect(await content.find('../store.json')).toBeUndefined()
    expect(() => content.pathOf('../store.json')).toThrow('This is not the address of a stored file.')
    expect(content.pathOf(name)).toBe(join(folders.files, name.slice(0, 2), name))
  })

  test('passes the path of a missing file to the work, but reports an outage if the folder is missing', async () => {
    expect(await content.withLocalCopy(name, async () => 'worked')).toBe('worked')
    await expect(content.reader(stored)(0, 1)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(content.stream(stored, 0, 1)).rejects.toMatchObject({ code: 'ENOENT' })
    await rm(folders.files, { recursive: true })
    await mkdir(folders.files)
    await rename(folders.uploads, `${folders.uploads}-away`)
    for (const attempt of [
      () => content.withLocalCopy(name, async () => 'worked'),
      () => content.reader(stored)(0, 1),
      () => content.stream(stored, 0, 1),
      () => content.check(),
      () => content.readMark(),
    ])
      await expect(attempt()).rejects.toThrow(FileStoreUnavailableError)
  })

  test('reads the mark that it has written, and treats a later loss of the mark as an outage', async () => {
    expect(await content.readMark()).toBeUndefined()
    expect(folders.isMarked).toBe(false)
    await content.writeMark({ id: 'one', epoch: 2 })
    const started = new DiskContent(new DiskFolders(dirname(folders.files)))
    expect(await started.readMark()).toEqual({ id: 'one', epoch: 2 })
    await rm(join(folders.files, 'store.json'))
    for (const store of [content, started]) await expect(store.readMark()).rejects.toThrow(FileStoreUnavailableError)
  })

  test('finds and lists no file behind a symbolic link', async () => {
    const other = join(folders.uploads, 'other')
    await writeFile(other, bytes)
    await mkdir(dirname(content.pathOf(name)), { recursive: true })
    await symlink(other, content.pathOf(name))
    expect([await content.find(name), await listNames()]).toEqual([undefined, []])
  })

  test('describes only bytes of a known type', async () => {
    await expect(toStoredContent(Buffer.from('text'))).rejects.toThrow('The bytes do not match a known file type.')
  })

  test.each([
    '',
    '{"id":"one"}',
    '{"id":"one","epoch":1.5}',
    `${formatStoreMark({ id: 'one', epoch: 1 })}x`,
    `{"id":"one","epoch":1,"note":"${'x'.repeat(4096)}"}`,
  ])('does not treat an unreadable mark as missing: %s', async (text) => {
    await writeFile(join(folders.files, 'store.json'), text)
    const error = await content.readMark().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(StoreMarkError)
    expect(error).toMatchObject({
      name: 'StoreMarkError',
      message: "The file store's store.json cannot be read.",
      cause: expect.any(Error),
    })
  })

  test('removes an absent file without an error, but reports a file that cannot be removed', async () => {
    await content.remove(stored)
    await mkdir(content.pathOf(name), { recursive: true })
    await expect(content.remove(stored)).rejects.toThrow()
  })

  test('lists its files, and removes only old partial files of its own folders', async () => {
    await content.put(stored, bytes)
    const shard = dirname(content.pathOf(name))
    const other = join(folders.files, 'lost+found')
    await mkdir(other)
    await mkdir(join(shard, 'old-folder'))
    const paths = [join(shard, 'old'), join(shard, 'new'), join(other, 'old'), join(shard, 'old-folder')]
    for (const path of paths.slice(0, 3)) await writeFile(path, 'part')
    for (const path of paths.filter((it) => !it.endsWith('new'))) await utimes(path, LONG_AGO, LONG_AGO)
    // A file of a store that is not a folder has no entries.
    await writeFile(join(folders.files, '00'), '')
    expect(await listNames()).toEqual([name])
    expect((await readdir(shard)).toSorted()).toEqual([name, 'new', 'old-folder'].toSorted())
    expect(await readdir(other)).toEqual(['old'])
  })

  test('removes the partial files of a crash', async () => {
    await content.removeLeftovers()
    await content.put(stored, bytes)
    await writeFile(join(folders.files, '.parts', 'part'), '')
    await content.removeLeftovers()
    expect(await readdir(folders.files)).toEqual([name.slice(0, 2)])
  })
})
