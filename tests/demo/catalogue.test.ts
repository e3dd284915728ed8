import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildCatalogue, type Catalogue } from '../../demo/make/catalogue.ts'
import { readGlb } from '../../server/render/glb.ts'

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url))
const TYPES = 'bodyshape hair eyes eyebrows beard headwear facewear glasses outfit top bottom footwear costume custom'

const list = JSON.parse(await readFile(join(DEMO, 'catalogue.json'), 'utf8')) as Catalogue

test('the catalogue has at least 132 assets of all 14 types, with unique keys and names', () => {
  expect(list.assets.length).toBeGreaterThanOrEqual(132)
  expect([...new Set(list.assets.map((asset) => asset.type))].sort()).toEqual(TYPES.split(' ').sort())
  expect(new Set(list.assets.map((asset) => asset.key)).size).toBe(list.assets.length)
  expect(new Set(list.assets.map((asset) => asset.name)).size).toBe(list.assets.length)
})

test('the catalogue on disk lists the same assets as the generated catalogue', () => {
  const names = (catalogue: Catalogue) =>
    catalogue.assets.map(({ key, name, type, gender, model }) => ({ key, name, type, gender, model }))
  expect(names(list)).toEqual(names(buildCatalogue()))
})

test('every file in the catalogue exists', async () => {
  const files = [
    ...list.assets.flatMap((asset) => [asset.model, asset.thumbnail]),
    ...list.bodies.flatMap((body) => [body.model, body.cage]),
    ...[...list.cages, ...list.clips, ...list.effects].map((entry) => entry.model),
  ]
  const missing: string[] = []
  for (const file of new Set(files)) await stat(join(DEMO, file)).catch(() => missing.push(file))
  expect(missing).toEqual([])
})

test('every colour names a material of its model', async () => {
  const wrong: string[] = []
  for (const asset of list.assets) {
    const names = readGlb(await readFile(join(DEMO, asset.model))).json.materials?.map((material) => material.name)
    for (const name of Object.keys(asset.colours)) if (!names?.includes(name)) wrong.push(`${asset.key}: ${name}`)
  }
  expect(wrong).toEqual([])
})

test('all generated files together are smaller than 7.8 MB', async () => {
  let bytes = (await stat(join(DEMO, 'catalogue.json'))).size
  for (const folder of ['models', 'clips', 'cages', 'effects', 'thumbnails'])
    for (const file of await readdir(join(DEMO, folder))) bytes += (await stat(join(DEMO, folder, file))).size
  expect(bytes).toBeLessThan(7.8e6)
})

test('thumbnails are WebP pictures of less than 16 kB', async () => {
  for (const { thumbnail } of list.assets) {
    const bytes = await readFile(join(DEMO, thumbnail))
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12), thumbnail).toBe('RIFFWEBP')
    expect(bytes.byteLength, thumbnail).toBeLessThan(16_000)
  }
})
