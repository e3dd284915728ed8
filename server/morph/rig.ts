import { stripMixamoPrefix } from '../../src/machines/viewer/animation-tracks.ts'
import type { Gltf } from '../render/gltf.ts'
import { IDENTITY_MATRIX, type Matrix, multiplyMatrices } from '../render/matrix.ts'
import { computeMaxDifference, decomposeMatrix, invertMatrix } from './affine.ts'
import type { Body, BodyJoint } from './body.ts'
import type { RestModel } from './rest-model.ts'
import { getLocalMatrix } from './rest-pose.ts'

export interface Rig {
  worlds: Map<number, Matrix>
  skins: Matrix[][]
  /** Names of joints that the body lacks. Each retains its transform relative to its nearest known ancestor. */
  unknown: string[]
}

const SAME_TOLERANCE = 1e-6

/** Moves a model's joints to the body's joints of the same name, and writes their transforms into the nodes. */
export function morphRig({ glb, rest, skins }: RestModel, { joints }: Body): Rig {
  const { nodes = [], skins: files = [] } = glb.json
  const jointNodes = new Set(files.flatMap((skin) => skin.joints))
  const nameOf = (index: number) => stripMixamoPrefix(nodes[index]?.name ?? '')
  const knownJoint = (index: number): BodyJoint | undefined => {
    const joint = joints.get(nameOf(index))
    return joint && (jointNodes.has(index) || nodes[index]?.mesh === undefined) ? joint : undefined
  }
  const worlds = new Map<number, Matrix>()
  for (const [index, { parent }] of rest) {
    const above = parent === undefined ? IDENTITY_MATRIX : worlds.get(parent)!
    const joint = knownJoint(index)
    const inverse = joint && invertMatrix(above)
    if (joint && inverse) writeJoint(nodes[index]!, joint, multiplyMatrices(inverse, joint.world))
    worlds.set(index, multiplyMatrices(above, getLocalMatrix(nodes[index]!)))
  }
  const fitted = files.map((skin, s) => {
    const reference = getSkinScale(skins[s]!)
    return skin.joints.map((index, i) => {
      const joint = knownJoint(index)
      return joint ? multiplyMatrices(joint.skin, reference) : skins[s]![i]!
    })
  })
  const unknown = [...jointNodes]
    .filter((index) => !knownJoint(index))
    .map((index) => nodes[index]?.name ?? `node ${index}`)
  return { worlds, skins: fitted, unknown }
}

/**
 * Returns the rest matrix of a skin's first joint. The matrix contains the scale of quantised positions or of the model's units.
 */
export const getSkinScale = (skin: readonly Matrix[]): Matrix => skin[0] ?? IDENTITY_MATRIX

/** Writes a joint's transform unless it is unchanged. */
function writeJoint(node: NonNullable<Gltf['nodes']>[number], joint: BodyJoint, local: Matrix): void {
  if (computeMaxDifference(getLocalMatrix(node), local) < SAME_TOLERANCE) return
  delete node.translation
  delete node.rotation
  delete node.scale
  delete node.matrix
  if (computeMaxDifference(getLocalMatrix(joint.node), local) < SAME_TOLERANCE)
    Object.assign(node, structuredClone(joint.node))
  else Object.assign(node, decomposeMatrix(local))
}

export function computeInverseBindMatrices(
  joints: readonly number[],
  skin: readonly Matrix[],
  worlds: Rig['worlds'],
): Float64Array {
  const out = new Float64Array(joints.length * 16)
  for (const [i, index] of joints.entries()) {
    const inverse = invertMatrix(worlds.get(index) ?? IDENTITY_MATRIX) ?? IDENTITY_MATRIX
    out.set(multiplyMatrices(inverse, skin[i]!), i * 16)
  }
  return out
}
