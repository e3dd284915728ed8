import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('of many openings at the same instant one succeeds', async () => {
  const path = join(folder, 'race')
  const settled = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(path)))
  const held = settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  expect(held).toHaveLength(1)
  held[0]?.release()
})

test.each(['/proc/nowhere/deep', '/dev/null/inside'])('%s cannot be written to', async (path) => {
  await expect(openDataFolder(path)).rejects.toThrow(new StartFault(`The data folder ${path} cannot be written to.`))
})
