import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentOf, nameOf } from '../../../server/files/content-store.ts'
import { DiskContent } from '../../../server/files/disk-content.ts'
import { tinyGlb } from '../../support/glb.ts'

test('files of a folder that was away as the first was asked for are found once it is back', async () => {
  const above = await mkdtemp(join(tmpdir(), 'atelier-content-'))
  const [folder, aside] = [join(above, 'files'), join(above, 'aside')]
  const bytes = tinyGlb()
  const stored = await contentOf(bytes)
  await new DiskContent(folder).put(stored, bytes)
  const content = new DiskContent(folder)
  await rename(folder, aside)
  expect(await content.find(nameOf(stored))).toBeUndefined()
  await rename(aside, folder)
  // Its checksum is known to whoever has read it.
  const { crc32: _, ...found } = stored
  expect(await content.find(nameOf(stored))).toEqual(found)
  await rm(above, { recursive: true })
})
