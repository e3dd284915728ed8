import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataFolder } from '../../server/data-folder.ts'
import { StartFault } from '../../server/start-fault.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-folder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a folder is made with those above it, and is one holder’s until it is released', async () => {
  const path = join(folder, 'deep', 'down')
  const held = await openDataFolder(path)
  await expect(openDataFolder(path)).rejects.toThrow(
    new StartFault(`The data folder ${path} is in use by another process (${process.pid}).`),
  )
  held.release()
  const again = await openDataFolder(path)
  expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(process.pid))
  again.release()
})

test('what a dead process left behind in the lock is no lock', async () => {
  const path = join(folder, 'stale')
  await mkdir(path)
  // The number of a process that lives, as it would be in another container.
  await writeFile(join(path, 'lock'), String(process.pid))
  const held = await openDataFolder(path)
  held.release()
})

test.skipIf(process.platform === 'win32').each([
  ['ends by a signal', 'kill -9 $$'],
  ['cannot be run just now', undefined],
])(
  'a locking program that %s is no reason to lock in another way, which would not hold against the first',
  async (_, script) => {
    const path = join(folder, 'unsure')
    const held = await openDataFolder(path)
    held.release()
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

test('of many openings at the same instant one succeeds', async () => {
  const path = join(folder, 'race')
  const settled = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(path)))
  const held = settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  expect(held).toHaveLength(1)
  held[0]?.release()
})

/** The rights of a path within the folder, such as "700". */
const rights = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o7777).toString(8)

describe.skipIf(process.platform === 'win32')('rights', () => {
  test('a new folder is its owner’s alone, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      ;(await openDataFolder(join(folder, 'new', 'data'))).release()
    } finally {
      process.umask(before)
    }
    expect([await rights('new', 'data'), await rights('new', 'data', 'lock')]).toEqual(['700', '600'])
  })

  test('one that stood open, and all that lies in it, is shut; nothing beside it is touched', async () => {
    const path = join(folder, 'open')
    const outside = join(folder, 'outside')
    await mkdir(path)
    for (const name of ['db', 'outbox', 'files', 'uploads']) await mkdir(join(path, name))
    for (const file of [outside, join(path, 'keys.json'), join(path, 'lock'), join(path, 'db', 'PG_VERSION')])
      await writeFile(file, '')
    await symlink(outside, join(path, 'tmp'))
    for (const it of ['db', 'outbox', 'files', 'uploads', 'keys.json', 'lock', '']) await chmod(join(path, it), 0o777)
    await chmod(outside, 0o644)
    const held = await openDataFolder(path)
    expect(held.isPrivate).toBe(true)
    held.release()
    expect(await rights('open')).toBe('700')
    for (const it of ['db', 'outbox', 'files', 'uploads', 'keys.json', 'lock'])
      expect([it, Number.parseInt(await rights('open', it), 8) & 0o077]).toEqual([it, 0])
    expect(await rights('outside')).toBe('644')
  })

  test('a folder that all accounts share, such as /tmp, is refused and left as it is', async () => {
    const path = join(folder, 'shared')
    await mkdir(path)
    await writeFile(join(path, 'of-another'), '')
    await chmod(join(path, 'of-another'), 0o644)
    await chmod(path, 0o1777)
    await expect(openDataFolder(path)).rejects.toThrow(
      new StartFault(
        `The data folder ${path} is shared by all accounts of this machine; choose one of your own with DATA_DIR.`,
      ),
    )
    expect([await rights('shared'), await rights('shared', 'of-another')]).toEqual(['1777', '644'])
  })
})

test.each(['/proc/nowhere/deep', '/dev/null/inside'])('%s cannot be written to', async (path) => {
  await expect(openDataFolder(path)).rejects.toThrow(new StartFault(`The data folder ${path} cannot be written to.`))
})
