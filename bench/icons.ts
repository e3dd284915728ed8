/**
 * Measures the cost of an icon: `npx tsx bench/icons.ts [folder] [pictures]`. Renders every GLB in the folder (default: the
 * demo's models) twice at 512 pixels, in a warmed-up process. Prints the CPU seconds of both renderings (decoding and all threads
 * included, waiting excluded) and of a strip of 24 frames at 128 pixels. Also prints the size in kB, the resident memory in MB,
 * and whether both pictures are identical. If a folder for pictures is given, writes front, three-quarter, back and strip to it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type IconRenderSettings, renderIcon } from '../server/render/icon.ts'

const demo = fileURLToPath(new URL('../demo/models', import.meta.url))
const [folder = demo, pictures] = process.argv.slice(2)
const MAX_SECONDS = 2

const models = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.glb'))
  .sort()
if (pictures) mkdirSync(pictures, { recursive: true })

async function timeRender(
  model: Uint8Array,
  look: IconRenderSettings,
): Promise<{ picture: Uint8Array; seconds: number }> {
  const usageBefore = process.cpuUsage()
  const picture = await renderIcon(model, look)
  const { user, system } = process.cpuUsage(usageBefore)
  return { picture, seconds: (user + system) / 1e6 }
}

const print = (...columns: string[]) =>
  console.log(columns.map((column, i) => (i ? column.padStart(9) : column.padEnd(32))).join(' '))

await timeRender(readFileSync(join(demo, 'bram.glb')), {})
print('model', 'CPU s', 'again', 'strip', 'kB', 'MB held', 'same')
let slow = 0
let rendered = 0
for (const name of models) {
  const model = readFileSync(join(folder, name))
  const label = basename(name, '.glb')
  try {
    const [first, second] = [await timeRender(model, {}), await timeRender(model, {})]
    const strip = await timeRender(model, { size: 128, frames: 24 })
    const isSame = Buffer.compare(first.picture, second.picture) === 0
    if (Math.max(first.seconds, second.seconds) > MAX_SECONDS) slow++
    rendered++
    const seconds = [first, second, strip].map((timing) => timing.seconds.toFixed(2))
    const residentMb = (process.memoryUsage.rss() / 1024 / 1024).toFixed(0)
    print(label, ...seconds, (first.picture.length / 1024).toFixed(0), residentMb, isSame ? 'yes' : 'NO')
    if (!pictures) continue
    writeFileSync(join(pictures, `${label}-strip.png`), strip.picture)
    for (const view of ['front', 'three-quarter', 'back'] as const)
      writeFileSync(join(pictures, `${label}-${view}.png`), await renderIcon(model, { view }))
  } catch (error) {
    print(label, (error as Error).message)
  }
}
console.log(`${rendered} of ${models.length} drawn; ${slow} took more than ${MAX_SECONDS} s of CPU`)
