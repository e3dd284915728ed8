/**
 * What an icon costs: `npx tsx bench/icons.ts [folder] [pictures]`. Draws every GLB under the folder (the demo's models by
 * default) at 512 pixels in a process that has drawn one before, and again, and prints the CPU seconds of both (decoding
 * and all threads counted, waiting not), the CPU seconds of a strip of 24 frames at 128 pixels, the bytes, the most memory
 * so far, and whether the second picture has the bytes of the first. Writes front, three-quarter, back and strip to the
 * folder for pictures, where one is given, to be looked at.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type IconLook, renderIcon } from '../server/render/icon.ts'

const demo = fileURLToPath(new URL('../demo/models', import.meta.url))
const [folder = demo, pictures] = process.argv.slice(2)
const MOST_S = 2

const models = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.glb'))
  .sort()
if (pictures) mkdirSync(pictures, { recursive: true })

async function timed(model: Uint8Array, look: IconLook): Promise<{ picture: Uint8Array; seconds: number }> {
  const from = process.cpuUsage()
  const picture = await renderIcon(model, look)
  const { user, system } = process.cpuUsage(from)
  return { picture, seconds: (user + system) / 1e6 }
}

const print = (...columns: string[]) =>
  console.log(columns.map((it, i) => (i ? it.padStart(9) : it.padEnd(32))).join(' '))

await timed(readFileSync(join(demo, 'bram.glb')), {})
print('model', 'CPU s', 'again', 'strip', 'kB', 'MB held', 'same')
let slow = 0
let drawn = 0
for (const name of models) {
  const model = readFileSync(join(folder, name))
  const label = basename(name, '.glb')
  try {
    const [first, second] = [await timed(model, {}), await timed(model, {})]
    const strip = await timed(model, { size: 128, frames: 24 })
    const isSame = Buffer.compare(first.picture, second.picture) === 0
    if (Math.max(first.seconds, second.seconds) > MOST_S) slow++
    drawn++
    const seconds = [first, second, strip].map((it) => it.seconds.toFixed(2))
    const held = (process.memoryUsage.rss() / 1024 / 1024).toFixed(0)
    print(label, ...seconds, (first.picture.length / 1024).toFixed(0), held, isSame ? 'yes' : 'NO')
    if (!pictures) continue
    writeFileSync(join(pictures, `${label}-strip.png`), strip.picture)
    for (const view of ['front', 'three-quarter', 'back'] as const)
      writeFileSync(join(pictures, `${label}-${view}.png`), await renderIcon(model, { view }))
  } catch (fault) {
    print(label, (fault as Error).message)
  }
}
console.log(`${drawn} of ${models.length} drawn; ${slow} took more than ${MOST_S} s of CPU`)
