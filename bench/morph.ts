/**
 * How well garments are fitted from body to body: `npx tsx bench/morph.ts [--garments=cove-tee,mill-jeans | --all]
 * [--pairs=female-male] [--poses] [--pictures=FOLDER]`; without `--garments` or `--all`, which takes a quarter of an hour of
 * processor, five pieces of different kinds. Every piece of the demo is made for a body by code, so the same piece made for
 * the other body is the truth. For each piece and pair it prints vertices newly inside by more than 0.5 mm (as it is →
 * fitted), triangles turned over, the mean distance to the tailor-made piece (as it is → fitted, mm), what 95 % are below,
 * how much more it encloses than that, how far 99 % come back from there and back (mm), and the seconds of processor; with
 * `--poses` how much more of the skin that it hides at rest is shown than on the first body, and than with the piece made for this
 * one, in the worst of five motions (points of a hundred). `--pictures` draws before, fitted and tailor-made side by side.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Shape } from '../demo/make/figure.ts'
import { morphModel } from '../server/morph/morph.ts'
import { renderIcons } from '../server/render/icon.ts'
import { bodyOf, cageFor, MOTIONS, PAIRS, poseOf, tailored } from '../tests/support/morph-garments.ts'
import { apart, judge, restMesh, showing } from '../tests/support/morph-judge.ts'

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}`))?.split('=')[1]
const has = (name: string) => process.argv.some((word) => word.startsWith(`--${name}`))

const ALL = [
  ...[
    'cove-tee',
    'kiln-jacket',
    'mono-hoodie',
    'fold-knit',
    'mill-jeans',
    'drift-trousers',
    'quay-shorts',
    'marsh-skirt',
  ],
  ...['slip-dress', 'loam-dungarees', 'tide-runner', 'peat-boot', 'ferry-cap', 'marlow-bob', 'reed-glasses'],
  ...['moss-satchel', 'lark-bag'],
]

const SAMPLE = ['cove-tee', 'mill-jeans', 'slip-dress', 'tide-runner', 'ferry-cap']

const garments = option('garments')?.split(',') ?? (has('all') ? ALL : SAMPLE)
const wanted = option('pairs')?.split(',')
const pairs = PAIRS.filter(([from, to]) => !wanted || wanted.includes(`${from}-${to}`))
const pictures = option('pictures')
const bodies = new Map(
  await Promise.all((['neutral', 'female', 'male'] as const).map(async (s) => [s, await bodyOf(s)] as const)),
)
const skins = new Map(await Promise.all([...bodies].map(async ([s, glb]) => [s, await restMesh(glb)] as const)))

async function morphed(key: string, model: Uint8Array, [from, to]: (typeof PAIRS)[number]): Promise<Uint8Array> {
  const [fromCage, toCage] = await Promise.all([cageFor(key, from), cageFor(key, to)])
  const files = { model, fromCage, toCage, fromBody: bodies.get(from)!, toBody: bodies.get(to)! }
  return (await morphModel(files)).glb
}

async function draw(name: string, rows: readonly (readonly [Uint8Array, Uint8Array])[]): Promise<void> {
  const size = 300
  const views = [0, Math.PI / 2]
  const tiles = await Promise.all(
    rows.flatMap(([piece, body], x) =>
      views.map(async (yaw, y) => ({
        input: Buffer.from(await renderIcons([piece, body], { size, view: { yaw, pitch: 0.05 } })),
        left: x * size,
        top: y * size,
      })),
    ),
  )
  const sheet = {
    create: { width: size * rows.length, height: size * views.length, channels: 3, background: '#fff' },
  } as const
  mkdirSync(pictures!, { recursive: true })
  writeFileSync(join(pictures!, `${name}.png`), await sharp(sheet).composite(tiles).png().toBuffer())
}

/** How much of the skin that a piece hides at rest is shown in each motion, points of a hundred. */
async function shows(piece: Uint8Array, shape: Shape): Promise<number[]> {
  const out: number[] = []
  for (const turns of Object.values(MOTIONS))
    out.push((await showing(piece, bodies.get(shape)!, poseOf(shape, turns))) * 100)
  return out
}

/** The piece made for a body, and what skin shows with it there: asked for in several pairs, made once. */
const made = new Map<string, Promise<{ piece: Uint8Array; shown: number[] }>>()
function madeFor(key: string, shape: Shape) {
  const name = `${key} ${shape}`
  const make = async () => {
    const piece = await tailored(key, shape)
    return { piece, shown: has('poses') ? await shows(piece, shape) : [] }
  }
  made.set(name, made.get(name) ?? make())
  return made.get(name)!
}

const mostOver = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, i) => value - other[i]!)).toFixed(2)

console.log(
  'piece            pair             vertices   inside  over  stretched   as it is → fitted    95 %  volume   back     s   skin  than made',
)
for (const key of garments)
  for (const pair of pairs) {
    const [from, to] = pair
    const [{ piece: before, shown: there }, { piece: truth, shown: here }] = [
      await madeFor(key, from),
      await madeFor(key, to),
    ]
    const start = process.cpuUsage()
    const after = await morphed(key, before, pair)
    const { user, system } = process.cpuUsage(start)
    const seconds = (user + system) / 1e6
    const verdict = await judge({ before, after, truth, from: skins.get(from)!, to: skins.get(to)! })
    const back = await apart(before, await morphed(key, after, [to, from]))
    const fitted = has('poses') ? await shows(after, to) : []
    const skin = has('poses') ? `${mostOver(fitted, there)} ${mostOver(fitted, here).padStart(6)}` : ''
    console.log(
      key.padEnd(16),
      `${from} → ${to}`.padEnd(17),
      String(verdict.vertices).padStart(7),
      `${verdict.insideAsIs} → ${verdict.inside}`.padStart(9),
      String(verdict.turnedOver).padStart(5),
      `${(verdict.stretched * 100).toFixed(2)} %`.padStart(10),
      `${verdict.asIs.toFixed(1)} → ${verdict.fitted.toFixed(1)}`.padStart(19),
      verdict.most.toFixed(1).padStart(7),
      `${(verdict.volume * 100).toFixed(1)} %`.padStart(7),
      back.toFixed(1).padStart(6),
      seconds.toFixed(1).padStart(5),
      skin.padStart(6),
    )
    if (pictures)
      await draw(`${key}-${from}-${to}`, [
        [before, bodies.get(from)!],
        [before, bodies.get(to)!],
        [after, bodies.get(to)!],
        [truth, bodies.get(to)!],
      ])
  }
