/**
 * What recipes make of models: `npx tsx bench/optimise.ts [folder]`. Makes every GLB under the folder (the demo's models by
 * default) by each recipe and prints kB before and after, triangles, CPU seconds, and how far the pictures are apart; beside
 * them, where the model is one that was measured for the design, the kB that were promised for `web` and `phone`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeVariant } from '../server/optimise/make.ts'
import { RECIPES } from '../src/api/contract/recipes.ts'

/** Of the design, by kB of the original: which it is, and kB as `web` and as `phone`. */
const PROMISED: Readonly<Record<number, readonly [model: string, web: number, phone: number]>> = {
  1934: ['headwear', 226, 86],
  1801: ['mannequin', 530, 482],
  562: ['morph sample', 73, 54],
  1795: ['engine', 524, 347],
  3505: ['mage', 2397, 2384],
}

const demo = fileURLToPath(new URL('../demo/models', import.meta.url))
const [folder = demo] = process.argv.slice(2)
const models = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.glb'))
  .sort()
const kB = (bytes: number) => Math.round(bytes / 1024)
const print = (...columns: (string | number)[]) =>
  console.log(columns.map((it, i) => (i ? String(it).padStart(10) : String(it).padEnd(30))).join(' '))

print('model', 'recipe', 'kB', 'after', 'promised', 'triangles', 'after', 'CPU s', 'mean %', 'max %')
for (const name of models) {
  const glb = new Uint8Array(readFileSync(join(folder, name)))
  for (const recipe of RECIPES) {
    const from = process.cpuUsage()
    try {
      const levels = await makeVariant(glb, recipe)
      const { user, system } = process.cpuUsage(from)
      for (const { before, after, difference } of levels) {
        const [, web, phone] = PROMISED[kB(before.bytes)] ?? []
        const promised = (recipe === 'web' ? web : recipe === 'phone' ? phone : undefined) ?? '–'
        const apart = [difference?.mean, difference?.max].map((it) => (it === undefined ? '–' : (it * 100).toFixed(2)))
        print(
          basename(name, '.glb'),
          recipe,
          kB(before.bytes),
          kB(after.bytes),
          promised,
          before.triangles,
          after.triangles,
          ((user + system) / 1e6).toFixed(1),
          ...apart,
        )
      }
    } catch (fault) {
      print(basename(name, '.glb'), recipe, (fault as Error).message)
    }
  }
}
