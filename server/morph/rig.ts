import { bareBoneName } from '../../src/machines/rules/animation-tracks.ts'
import type { Gltf } from '../render/gltf.ts'
import { IDENTITY, type Matrix, multiply } from '../render/matrix.ts'
import { decompose, difference, invert } from './affine.ts'
import type { Body, BodyJoint } from './body.ts'
import type { Model } from './model.ts'
import { localOf } from './rest.ts'

/** A model's skeleton with the joints of another body. */
export interface Rig {
  /** Nodes in the world at rest, by index. */
  worlds: Map<number, Matrix>
  /** By skin: what each joint does to a vertex at rest. */
  skins: Matrix[][]
  /** Names of joints that the body lacks: they keep their place relative to the nearest known one above them. */
  unknown: string[]
}

/** How far numbers of two transforms may differ and still be the same. */
const SAME = 1e-6

/** Gives a model's joints the places that a body's joints of the same names have, and writes them into its nodes. */
export function fitRig({ glb, rest, skins }: Model, { joints }: Body): Rig {
  const { nodes = [], skins: files = [] } = glb.json
  const jointNodes = new Set(files.flatMap((skin) => skin.joints))
  const nameOf = (index: number) => bareBoneName(nodes[index]?.name ?? '')
  const known = (index: number): BodyJoint | undefined => {
    const joint = joints.get(nameOf(index))
    return joint && (jointNodes.has(index) || nodes[index]?.mesh === undefined) ? joint : undefined
  }
  const worlds = new Map<number, Matrix>()
  for (const [index, { parent }] of rest) {
    const above = parent === undefined ? IDENTITY : worlds.get(parent)!
    const joint = known(index)
    const inverse = joint && invert(above)
    if (joint && inverse) place(nodes[index]!, joint, multiply(inverse, joint.world))
    worlds.set(index, multiply(above, localOf(nodes[index]!)))
  }
  const fitted = files.map((skin, s) => {
    const reference = scaleOf(skins[s]!)
    return skin.joints.map((index, i) => {
      const joint = known(index)
      return joint ? multiply(joint.skin, reference) : skins[s]![i]!
    })
  })
  const unknown = [...jointNodes].filter((index) => !known(index)).map((index) => nodes[index]?.name ?? `node ${index}`)
  return { worlds, skins: fitted, unknown }
}

/** What a skin's first joint does at rest: the scale of what is quantised, or the units the model was drawn in. */
export const scaleOf = (skin: readonly Matrix[]): Matrix => skin[0] ?? IDENTITY

/** Writes a joint's transform: not at all where it is as it was, else the body's own numbers where they give it. */
function place(node: NonNullable<Gltf['nodes']>[number], joint: BodyJoint, local: Matrix): void {
  if (difference(localOf(node), local) < SAME) return
  delete node.translation
  delete node.rotation
  delete node.scale
  delete node.matrix
  if (difference(localOf(joint.node), local) < SAME) Object.assign(node, structuredClone(joint.node))
  else Object.assign(node, decompose(local))
}

/** The inverse bind matrices that make joints at these places do to vertices what the skin shall do. */
export function inverseBinds(joints: readonly number[], skin: readonly Matrix[], worlds: Rig['worlds']): Float64Array {
  const out = new Float64Array(joints.length * 16)
  for (const [i, index] of joints.entries()) {
    const inverse = invert(worlds.get(index) ?? IDENTITY) ?? IDENTITY
    out.set(multiply(inverse, skin[i]!), i * 16)
  }
  return out
}
