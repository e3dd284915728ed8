import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataFolder } from '../../../server/boot/data-folder.ts'
import { StartupError } from '../../../server/errors/startup-error.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-folder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('creates a data folder with its parents, and locks the folder until it is released', async () => {
  const path = join(folder, 'deep', 'down')
  const dataFolder = await openDataFolder(path)
  await expect(openDataFolder(path)).rejects.toThrow(
    new StartupError(`The data folder ${path} is in use by another process (${process.pid}).`),
  )
  dataFolder.release()
  const again = await openDataFolder(path)
  expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(process.pid))
  again.release()
})

test('opens a data folder whose lock file exists but is not locked by a process', async () => {
  const path = join(folder, 'stale')
  await mkdir(path)
  // A lock file of another container may contain a process id that is in use here.
  await writeFile(join(path, 'lock'), String(process.pid))
  const dataFolder = await openDataFolder(path)
  dataFolder.release()
})

test.skipIf(process.platform === 'win32').each([
  ['is killed by a signal', 'kill -9 $$'],
  ['is not executable', undefined],
])(
  'refuses to open a data folder if the program flock %s, instead of using another kind of lock',
  async (_, script) => {
    const path = join(folder, 'unsure')
    const dataFolder = await openDataFolder(path)
    dataFolder.release()
    const programs = join(folder, `programs-${script ? 1 : 0}`)
    await mkdir(programs)
    await writeFile(join(programs, 'flock'), `#!/bin/sh\n${script ?? ''}\n`, { mode: script ? 0o755 : 0o644 })
    const before = process.env['PATH']
    process.env['PATH'] = programs
    try {
      await expect(openDataFolder(path)).rejects.toThrow(`The data folder ${path} cannot be locked: `)
    } finally {
      process.env['PATH'] = before
    }
  },
)

test('lets only one of several concurrent attempts open a data folder', async () => {
  const path = join(folder, 'race')
  const settled = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(path)))
  const opened = settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  expect(opened).toHaveLength(1)
  opened[0]?.release()
})

/** Returns the permissions of a path within the folder, such as "700". */
const rights = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o7777).toString(8)

describe.skipIf(process.platform === 'win32')('permissions', () => {
  test('restrict a new folder to its owner, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      ;(await openDataFolder(join(folder, 'new', 'data'))).release()
    } finally {
      process.umask(before)
    }
    expect([await rights('new', 'data'), await rights('new', 'data', 'lock')]).toEqual(['700', '600'])
  })

  test('of an existing folder and its contents become private, except for the target of a symbolic link', async () => {
    const path = join(folder, 'open')
    const outside = join(folder, 'outside')
    await mkdir(path)
    for (const name of ['db', 'outbox', 'files', 'uploads']) await mkdir(join(path, name))
    for (const file of [outside, join(path, 'keys.json'), join(path, 'lock'), join(path, 'db', 'PG_VERSION')])
      await writeFile(file, '')
    await symlink(outside, join(path, 'tmp'))
    for (const it of ['db', 'outbox', 'files', 'uploads', 'keys.json', 'lock', '']) await chmod(join(path, it), 0o777)
    await chmod(outside, 0o644)
    const dataFolder = await openDataFolder(path)
    expect(dataFolder.isPrivate).toBe(true)
    dataFolder.release()
    expect(await rights('open')).toBe('700')
    for (const it of ['db', 'outbox', 'files', 'uploads', 'keys.json', 'lock'])
      expect([it, Number.parseInt(await rights('open', it), 8) & 0o077]).toEqual([it, 0])
    expect(await rights('outside')).toBe('644')
  })

  test('of a folder shared by all accounts, such as /tmp, stay unchanged, and the folder is refused', async () => {
    const path = join(folder, 'shared')
    await mkdir(path)
    await writeFile(join(path, 'of-another'), '')
    await chmod(join(path, 'of-another'), 0o644)
    await chmod(path, 0o1777)
    await expect(openDataFolder(path)).rejects.toThrow(
      new StartupError(
        `The data folder ${path} is shared by all accounts of this machine; choose one of your own with DATA_DIR.`,
      ),
    )
    expect([await rights('shared'), await rights('shared', 'of-another')]).toEqual(['1777', '644'])
  })
})

test.each(['/proc/nowhere/deep', '/dev/null/inside'])(
  'refuses the data folder %s, which is not writable',
  async (path) => {
    await expect(openDataFolder(path)).rejects.toThrow(
      new StartupError(`The data folder ${path} cannot be written to.`),
    )
  },
)
