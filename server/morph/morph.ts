import { createHash } from 'node:crypto'
import type { FitReport } from '../../src/api/contract/fit-report.ts'
import { type Glb, writeGlb } from '../render/glb.ts'
import { readBody } from './body.ts'
import { readCage } from './cage.ts'
import { checkCost } from './cost.ts'
import { checkFamily, type Deformation, deformAll } from './deform.ts'
import { MorphFault } from './fault.ts'
import { turnsOf } from './frames.ts'
import { readKeys } from './keys.ts'
import { type Model, modelOf } from './model.ts'
import { openGlb, readable } from './open.ts'
import { fitRig } from './rig.ts'
import { type Settled, settle } from './settle.ts'
import { type Shape, store } from './store.ts'
import { MORPH_VERSION } from './version.ts'
import { isWorkedOut, wayBetween } from './way.ts'

/** All files are GLB. */
export interface MorphInput {
  model: Uint8Array
  fromCage: Uint8Array
  toCage: Uint8Array
  fromBody: Uint8Array
  toBody: Uint8Array
  /** Told in the result's `extras`, such as the ids of asset and bodies. */
  sources?: Readonly<Record<string, string>>
}

/** What became of a model. Lengths are metres. */
export interface MorphReport extends FitReport {
  vertices: number
  triangles: number
  /** How far vertices moved. */
  moved: { mean: number; most: number }
  /** Joints that the target body lacks. */
  unknownJoints: string[]
  keysOutside: number
}

/**
 * Fits a model made for one body to another, by a cage around each: the same bytes give the same bytes. `onProgress` hears
 * the share that is done, 0 to 1, and the step. Throws MorphFault.
 */
export async function morphModel(
  input: MorphInput,
  onProgress: (share: number, step: string) => void = () => {},
): Promise<{ glb: Uint8Array; report: MorphReport }> {
  onProgress(0, 'reading')
  const [from, to] = [await readCage(input.fromCage), await readCage(input.toCage)]
  checkFamily(from, to)
  const [fromBody, toBody] = [await readBody(input.fromBody), await readBody(input.toBody)]
  const model = await readable(async () => modelOf(await openGlb(input.model)))
  const [here, there] = [
    { cage: from, skin: fromBody.mesh },
    { cage: to, skin: toBody.mesh },
  ]
  checkModel(model)
  const keys = await readable(() => readKeys(model))
  checkCost(model, keys, from, isWorkedOut(here, there))
  onProgress(0.1, 'deforming')
  const way = wayBetween(here, there)
  const carried = deformAll(model.whole.positions, way, (share) => onProgress(0.1 + share * 0.7, 'deforming'))
  const settled = settle({ mesh: model.whole, carried, from: fromBody.mesh, to: toBody.mesh }, (share) =>
    onProgress(0.8 + share * 0.1, 'settling'),
  )
  onProgress(0.9, 'writing')
  const { positions } = settled
  const rig = fitRig(model, toBody)
  const keysOutside = new Set<number>()
  const shape = {
    positions,
    turns: turnsOf(model.whole, positions),
    shift: shiftsOf(model.whole.positions, carried, way, (vertex) => keysOutside.add(vertex)),
  }
  const made = await readable(() => store(model, keys, shape, rig))
  const report = {
    ...reportOf(model, settled),
    missed: way.missed(),
    keysOutside: keysOutside.size,
    unknownJoints: rig.unknown,
  }
  nameSources(made, input, report)
  const glb = writeGlb(made)
  onProgress(1, 'done')
  return { glb, report }
}

/**
 * What becomes of a vertex' shift by a shape key: from where the way took the vertex to where it takes the shifted one. Where
 * that is out of the cage the shape is a guess, which is no reason to refuse a model that is worn without it: it is told.
 */
function shiftsOf(
  before: Float64Array,
  carried: Float64Array,
  way: Deformation,
  onOutside: (vertex: number) => void,
): Shape['shift'] {
  return (vertex, by, out) => {
    const at = vertex * 3
    const isInside = way.move(before[at]! + by[0]!, before[at + 1]! + by[1]!, before[at + 2]! + by[2]!, out, 0)
    if (!isInside) onOutside(vertex)
    for (let k = 0; k < 3; k++) out[k] = out[k]! - carried[at + k]!
  }
}

function checkModel({ whole }: Model): void {
  if (whole.triangles.length === 0) throw new MorphFault('NOTHING_TO_MORPH', 'The model has no triangles.')
  if (!whole.positions.every(Number.isFinite))
    throw new MorphFault('NOT_FINITE', 'The model has vertices whose positions are not numbers.')
}

function reportOf(
  { whole }: Model,
  { positions: after, newlyInside, turnedOver }: Settled,
): Omit<MorphReport, 'missed' | 'keysOutside' | 'unknownJoints'> {
  let [sum, most] = [0, 0]
  const { positions: before, triangles } = whole
  for (let at = 0; at < before.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => after[at + k]! - before[at + k]!) as [number, number, number]
    const moved = Math.hypot(x, y, z)
    sum += moved
    most = Math.max(most, moved)
  }
  const vertices = before.length / 3
  return { vertices, triangles: triangles.length / 3, moved: { mean: sum / vertices, most }, newlyInside, turnedOver }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Writes into the file what it was made from, and where its fit is to be looked at. */
function nameSources(
  { json }: Glb,
  input: MorphInput,
  { newlyInside, turnedOver, missed, keysOutside }: MorphReport,
): void {
  const { model, fromCage, toCage, fromBody, toBody, sources } = input
  const asset = json.asset as { version: string; extras?: object }
  const files = { model, fromCage, toCage, fromBody, toBody }
  const hashes = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]))
  const report: FitReport = { newlyInside, turnedOver, missed, keysOutside }
  asset.extras = { ...asset.extras, morph: { version: MORPH_VERSION, sha256: hashes, report, ...sources } }
}
