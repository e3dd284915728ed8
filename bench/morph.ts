/**
 * Measures how well garments are fitted from body to body. Every garment of the demo is generated for a body, so the same garment
 * generated for the other body is the ground truth.
 *
 * ```
 * npx tsx bench/morph.ts [--garments=cove-tee,mill-jeans | --all] [--pairs=female-male] [--poses] [--pictures=FOLDER]
 * ```
 *
 * Default: five garments of different kinds. `--all` takes a quarter of an hour of CPU time.
 *
 * Prints for each garment and pair:
 * - number of vertices
 * - vertices newly inside the body by more than 0.5 mm (unfitted → fitted)
 * - flipped triangles, and share of stretched edges
 * - mean distance to the ground truth (unfitted → fitted, mm), and its 95th percentile
 * - additional enclosed volume compared with the ground truth
 * - 99th percentile of the distance after fitting there and back (mm)
 * - CPU seconds
 * - with `--poses`: additional visible skin that the garment hides at rest, in the worst of five motions (percentage points)
 *
 * The visible skin is compared with that of the garment on the first body, and with that of the ground truth. `--pictures`
 * renders unfitted, fitted and ground truth side by side.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BodyShape } from '../demo/make/figure.ts'
import { morphModel } from '../server/morph/morph-model.ts'
import { renderIconOfModels } from '../server/render/icon.ts'
import {
  BODY_PAIRS,
  buildTailoredGarment,
  createPose,
  MOTION_JOINT_ROTATIONS,
  readBodyGlb,
  readCageGlb,
} from '../tests/support/morph-garments.ts'
import {
  measureMorphQuality,
  measureShapeDifference,
  measureSkinExposure,
  readWeldedMesh,
} from '../tests/support/morph-quality.ts'

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}`))?.split('=')[1]
const hasFlag = (name: string) => process.argv.some((arg) => arg.startsWith(`--${name}`))

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

const garments = option('garments')?.split(',') ?? (hasFlag('all') ? ALL : SAMPLE)
const requestedPairs = option('pairs')?.split(',')
const pairs = BODY_PAIRS.filter(([from, to]) => !requestedPairs || requestedPairs.includes(`${from}-${to}`))
const pictures = option('pictures')
const bodies = new Map(
  await Promise.all((['neutral', 'female', 'male'] as const).map(async (s) => [s, await readBodyGlb(s)] as const)),
)
const skins = new Map(await Promise.all([...bodies].map(async ([s, glb]) => [s, await readWeldedMesh(glb)] as const)))

async function fitGarment(
  key: string,
  model: Uint8Array,
  [from, to]: (typeof BODY_PAIRS)[number],
): Promise<Uint8Array> {
  const [fromCage, toCage] = await Promise.all([readCageGlb(key, from), readCageGlb(key, to)])
  const files = { model, fromCage, toCage, fromBody: bodies.get(from)!, toBody: bodies.get(to)! }
  return (await morphModel(files)).glb
}

async function renderSheet(name: string, rows: readonly (readonly [Uint8Array, Uint8Array])[]): Promise<void> {
  const size = 300
  const views = [0, Math.PI / 2]
  const tiles = await Promise.all(
    rows.flatMap(([garment, body], x) =>
      views.map(async (yaw, y) => ({
        input: Buffer.from(await renderIconOfModels([garment, body], { size, view: { yaw, pitch: 0.05 } })),
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

/** Returns for each motion the share of the skin hidden at rest that is visible, in percent. */
async function exposedSkinShares(garment: Uint8Array, shape: BodyShape): Promise<number[]> {
  const shares: number[] = []
  for (const turns of Object.values(MOTION_JOINT_ROTATIONS))
    shares.push((await measureSkinExposure(garment, bodies.get(shape)!, createPose(shape, turns))) * 100)
  return shares
}

/** Ground truth garments with their visible skin, cached because several pairs use them. */
const groundTruthCache = new Map<string, Promise<{ piece: Uint8Array; shown: number[] }>>()
function getGroundTruth(key: string, shape: BodyShape) {
  const name = `${key} ${shape}`
  const build = async () => {
    const garment = await buildTailoredGarment(key, shape)
    return { piece: garment, shown: hasFlag('poses') ? await exposedSkinShares(garment, shape) : [] }
  }
  groundTruthCache.set(name, groundTruthCache.get(name) ?? build())
  return groundTruthCache.get(name)!
}

const maxIncrease = (values: readonly number[], baselines: readonly number[]) =>
  Math.max(...values.map((value, i) => value - baselines[i]!)).toFixed(2)

console.log(
  'piece            pair             vertices   inside  over  stretched   as it is → fitted    95 %  volume   back     s   skin  than made',
)
for (const key of garments)
  for (const pair of pairs) {
    const [from, to] = pair
    const [{ piece: before, shown: sourceShares }, { piece: truth, shown: truthShares }] = [
      await getGroundTruth(key, from),
      await getGroundTruth(key, to),
    ]
    const start = process.cpuUsage()
    const after = await fitGarment(key, before, pair)
    const { user, system } = process.cpuUsage(start)
    const seconds = (user + system) / 1e6
    const verdict = await measureMorphQuality({ before, after, truth, from: skins.get(from)!, to: skins.get(to)! })
    const back = await measureShapeDifference(before, await fitGarment(key, after, [to, from]))
    const fitted = hasFlag('poses') ? await exposedSkinShares(after, to) : []
    const skin = hasFlag('poses')
      ? `${maxIncrease(fitted, sourceShares)} ${maxIncrease(fitted, truthShares).padStart(6)}`
      : ''
    console.log(
      key.padEnd(16),
      `${from} → ${to}`.padEnd(17),
      String(verdict.vertices).padStart(7),
      `${verdict.insideUnmorphed} → ${verdict.inside}`.padStart(9),
      String(verdict.flippedTriangles).padStart(5),
      `${(verdict.stretchedShare * 100).toFixed(2)} %`.padStart(10),
      `${verdict.unmorphedDistanceMm.toFixed(1)} → ${verdict.morphedDistanceMm.toFixed(1)}`.padStart(19),
      verdict.p95DistanceMm.toFixed(1).padStart(7),
      `${(verdict.volume * 100).toFixed(1)} %`.padStart(7),
      back.toFixed(1).padStart(6),
      seconds.toFixed(1).padStart(5),
      skin.padStart(6),
    )
    if (pictures)
      await renderSheet(`${key}-${from}-${to}`, [
        [before, bodies.get(from)!],
        [before, bodies.get(to)!],
        [after, bodies.get(to)!],
        [truth, bodies.get(to)!],
      ])
  }
