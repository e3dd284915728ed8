import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { renderIcon } from '../../../server/render/icon.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

const demo = (name: string) => readFileSync(new URL(`../../../demo/models/${name}`, import.meta.url))

/** Hashes recorded on one machine, to detect machines that render differently. Check the pictures before you change a hash. */
test.each([
  ['bram.glb', '5d7109e57aa0259c'],
  ['slate-shades.glb', '2105a72127f2176f'],
  ['moss-satchel.glb', '19363bb5cfafd4f3'],
])('%s renders to the same bytes on every machine', async (name, expected) => {
  expect(hashOf(await renderIcon(demo(name), { size: 96 }))).toBe(expected)
})

const FOLDERS = ['avatars', 'animations', 'compression', 'effects', 'morph', 'structure']
const folder = findSharedFolder('data/models')
const models = folder
  ? FOLDERS.flatMap((it) => readdirSync(join(folder, it)).map((name) => join(folder, it, name))).filter((it) =>
      it.endsWith('.glb'),
    )
  : []
/** Models that contain only animation clips. */
const EMPTY = ['kaykit-general.glb', 'rpm-male-idle.glb']

describe.skipIf(models.length === 0)('every real model', () => {
  test.each(models.map((path) => [path.split('/').at(-1)!, path]))(
    '%s renders to the same bytes twice, or is refused if it has no meshes',
    async (name, path) => {
      const model = readFileSync(path)
      if (EMPTY.includes(name)) {
        await expect(renderIcon(model, { size: 64 })).rejects.toMatchObject({ code: 'no_meshes' })
        return
      }
      const [first, second] = [await renderIcon(model, { size: 64 }), await renderIcon(model, { size: 64 })]
      expect(hashOf(second)).toBe(hashOf(first))
      const { channels } = await sharp(first).stats()
      expect(channels[3]!.mean).toBeGreaterThan(255 * 0.04)
      // A rendered model must show light and shade, not one flat colour.
      expect(Math.max(...channels.slice(0, 3).map((it) => it.max - it.min))).toBeGreaterThan(40)
    },
  )
})
