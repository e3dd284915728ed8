import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIconRenderer, type IconRenderer } from '../../../server/files/icons.ts'
import { sniffType } from '../../../src/api/contract/files.ts'
import { glbOf, tinyGlb } from '../../support/glb.ts'

let folder: string
let icons: IconRenderer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-icons-'))
  icons = createIconRenderer()
})
afterAll(async () => {
  await icons.stop()
  await rm(folder, { recursive: true, force: true })
})

async function modelAt(name: string, bytes: Uint8Array) {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

test('a model becomes a PNG in a thread of its own, and a broken one harms nobody after it', async () => {
  const good = await modelAt('good.glb', tinyGlb())
  const broken = await modelAt('broken.glb', glbOf('{}'))
  const [first, second, third] = await Promise.allSettled([
    icons.render(good),
    icons.render(broken),
    icons.render(good),
  ])
  expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  if (first.status === 'fulfilled' && third.status === 'fulfilled') {
    expect(sniffType(first.value)).toBe('image/png')
    expect(Buffer.compare(first.value, third.value)).toBe(0)
  }
}, 30_000)

test('a model that takes too long is given up, and a renderer that was stopped takes none', async () => {
  const hasty = createIconRenderer(1)
  await expect(hasty.render(await modelAt('slow.glb', tinyGlb()))).rejects.toThrow('This took too long.')
  await hasty.stop()
  await expect(hasty.render('any')).rejects.toThrow('The thread has been stopped.')
})
