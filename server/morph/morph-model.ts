import { createHash } from 'node:crypto'
import type { MorphQuality } from '../../src/api/contract/morph-quality.ts'
import { type Glb, writeGlb } from '../render/glb.ts'
import { readBody } from './body.ts'
import { createBodyMapping, isCanonicalDirection } from './body-mapping.ts'
import { readCage } from './cage.ts'
import { checkCost } from './check-cost.ts'
import { checkSameTopology, type Deformation, deformPoints } from './deform.ts'
import { MorphError } from './morph-error.ts'
import { readModelMorphTargets } from './morph-targets.ts'
import { MORPH_VERSION } from './morph-version.ts'
import { openGlb, withMorphErrors } from './open-glb.ts'
import { type PenetrationResult, resolvePenetrations } from './resolve-penetrations.ts'
import { type RestModel, readRestModel } from './rest-model.ts'
import { morphRig } from './rig.ts'
import { computeVertexRotations } from './vertex-rotations.ts'
import { type MorphedShape, writeMorphedModel } from './write-morphed-model.ts'

export interface MorphInput {
  model: Uint8Array
  fromCage: Uint8Array
  toCage: Uint8Array
  fromBody: Uint8Array
  toBody: Uint8Array
  sources?: Readonly<Record<string, string>>
}

/** Result of a morph. Lengths are in metres. */
export interface MorphReport extends MorphQuality {
  vertices: number
  triangles: number
  moved: { mean: number; most: number }
  unknownJoints: string[]
  keysOutside: number
}

/**
 * Morphs a model made for one body to another body. The same input gives the same bytes. `onProgress` receives the completed
 * fraction (0 to 1) and the step. Throws MorphError.
 */
export async function morphModel(
  input: MorphInput,
  onProgress: (share: number, step: string) => void = () => {},
): Promise<{ glb: Uint8Array; report: MorphReport }> {
  onProgress(0, 'reading')
  const [from, to] = [await readCage(input.fromCage), await readCage(input.toCage)]
  checkSameTopology(from, to)
  const [fromBody, toBody] = [await readBody(input.fromBody), await readBody(input.toBody)]
  const model = await withMorphErrors(async () => readRestModel(await openGlb(input.model)))
  const [source, target] = [
    { cage: from, skin: fromBody.mesh },
    { cage: to, skin: toBody.mesh },
  ]
  checkModel(model)
  const keys = await withMorphErrors(() => readModelMorphTargets(model))
  checkCost(model, keys, from, isCanonicalDirection(source, target))
  onProgress(0.1, 'deforming')
  const mapping = createBodyMapping(source, target)
  const carried = deformPoints(model.whole.positions, mapping, (share) => onProgress(0.1 + share * 0.7, 'deforming'))
  const resolved = resolvePenetrations({ mesh: model.whole, carried, from: fromBody.mesh, to: toBody.mesh }, (share) =>
    onProgress(0.8 + share * 0.1, 'settling'),
  )
  onProgress(0.9, 'writing')
  const { positions } = resolved
  const rig = morphRig(model, toBody)
  const keysOutside = new Set<number>()
  const shape = {
    positions,
    rotations: computeVertexRotations(model.whole, positions),
    shift: keyShifts(model.whole.positions, carried, mapping, (vertex) => keysOutside.add(vertex)),
  }
  const written = await withMorphErrors(() => writeMorphedModel(model, keys, shape, rig))
  const report = {
    ...createReport(model, resolved),
    missed: mapping.missedCount(),
    keysOutside: keysOutside.size,
    unknownJoints: rig.unknown,
  }
  writeExtras(written, input, report)
  const glb = writeGlb(written)
  onProgress(1, 'done')
  return { glb, report }
}

/**
 * Returns a function that deforms a vertex's shift by a morph target. The result is inaccurate if the shifted position is outside
 * the cage. Such shifts are counted but not refused, because the model remains usable.
 */
function keyShifts(
  before: Float64Array,
  carried: Float64Array,
  deformation: Deformation,
  onOutside: (vertex: number) => void,
): MorphedShape['shift'] {
  return (vertex, offset, out) => {
    const at = vertex * 3
    const isInside = deformation.move(
      before[at]! + offset[0]!,
      before[at + 1]! + offset[1]!,
      before[at + 2]! + offset[2]!,
      out,
      0,
    )
    if (!isInside) onOutside(vertex)
    for (let k = 0; k < 3; k++) out[k] = out[k]! - carried[at + k]!
  }
}

function checkModel({ whole }: RestModel): void {
  if (whole.triangles.length === 0) throw new MorphError('NOTHING_TO_MORPH', 'The model has no triangles.')
  if (!whole.positions.every(Number.isFinite))
    throw new MorphError('NOT_FINITE', 'The model has vertices whose positions are not numbers.')
}

function createReport(
  { whole }: RestModel,
  { positions: after, newlyInside, turnedOver }: PenetrationResult,
): Omit<MorphReport, 'missed' | 'keysOutside' | 'unknownJoints'> {
  let [sum, max] = [0, 0]
  const { positions: before, triangles } = whole
  for (let at = 0; at < before.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => after[at + k]! - before[at + k]!) as [number, number, number]
    const moved = Math.hypot(x, y, z)
    sum += moved
    max = Math.max(max, moved)
  }
  const vertices = before.length / 3
  return {
    vertices,
    triangles: triangles.length / 3,
    moved: { mean: sum / vertices, most: max },
    newlyInside,
    turnedOver,
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function writeExtras(
  { json }: Glb,
  input: MorphInput,
  { newlyInside, turnedOver, missed, keysOutside }: MorphReport,
): void {
  const { model, fromCage, toCage, fromBody, toBody, sources } = input
  const asset = json.asset as { version: string; extras?: object }
  const files = { model, fromCage, toCage, fromBody, toBody }
  const hashes = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]))
  const report: MorphQuality = { newlyInside, turnedOver, missed, keysOutside }
  asset.extras = { ...asset.extras, morph: { version: MORPH_VERSION, sha256: hashes, report, ...sources } }
}
