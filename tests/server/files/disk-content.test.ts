import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { FileStoreUnavailableError } from '../../../server/errors/file-store-errors.ts'
import { formatContentName, toStoredContent } from '../../../server/files/content-store.ts'
import { DiskContent } from '../../../server/files/disk-content.ts'
import { DiskFolders } from '../../../server/files/disk-folders.ts'
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
