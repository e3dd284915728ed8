/**
 * Measures the recipes for smaller models: `npx tsx bench/optimise.ts [folder]`. Applies each recipe to every GLB in the folder
 * (default: the demo's models). Prints kB before and after, triangles, CPU seconds, and the difference of the pictures. For
 * models measured in the design, also prints the promised kB for `web` and `phone`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeVariant } from '../server/optimise/make-variant.ts'
import { VARIANT_RECIPES } from '../src/api/contract/recipes.ts'

/** Figures of the design, by kB of the original: the model, and its kB as `web` and as `phone`. */
const GOALS: Readonly<Record<number, readonly [model: string, web: number, phone: number]>> = {
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
  console.log(columns.map((column, i) => (i ? String(column).padStart(10) : String(column).padEnd(30))).join(' '))

print('model', 'recipe', 'kB', 'after', 'promised', 'triangles', 'after', 'CPU s', 'mean %', 'max %')
for (const name of models) {
  const glb = new Uint8Array(readFileSync(join(folder, name)))
  for (const recipe of VARIANT_RECIPES) {
    const usageBefore = process.cpuUsage()
    try {
      const levels = await makeVariant(glb, recipe)
      const { user, system } = process.cpuUsage(usageBefore)
      for (const { before, after, difference } of levels) {
        const [, web, phone] = GOALS[kB(before.bytes)] ?? []
        const promised = (recipe === 'web' ? web : recipe === 'phone' ? phone : undefined) ?? '–'
        const differences = [difference?.mean, difference?.max].map((share) =>
          share === undefined ? '–' : (share * 100).toFixed(2),
        )
        print(
          basename(name, '.glb'),
          recipe,
          kB(before.bytes),
          kB(after.bytes),
          promised,
          before.triangles,
          after.triangles,
          ((user + system) / 1e6).toFixed(1),
          ...differences,
        )
      }
    } catch (error) {
      print(basename(name, '.glb'), recipe, (error as Error).message)
    }
  }
}
