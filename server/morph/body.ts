import { bareBoneName } from '../../src/machines/rules/animation-tracks.ts'
import { type Matrix, multiply } from '../render/matrix.ts'
import { invert } from './affine.ts'
import type { BodyMesh } from './cage.ts'
import { MorphFault } from './fault.ts'
import { type Model, modelOf } from './model.ts'
import { openGlb, readable } from './open.ts'

/** A joint of a body at rest. */
export interface BodyJoint {
  world: Matrix
  /** What its skin does to a vertex in metres at rest: nothing, where the body rests as it was bound. */
  skin: Matrix
  /** Name of the nearest joint above it, without prefix. */
  parent: string | undefined
  /** Its own transform as the file writes it, to be taken over to the bit. */
  node: { translation?: number[]; rotation?: number[]; scale?: number[]; matrix?: number[] }
}

/** A body: its skin and its joints by their names without prefix. */
export interface Body {
  mesh: BodyMesh
  joints: ReadonlyMap<string, BodyJoint>
}

/** Reads a body. Throws MorphFault `UNREADABLE`, or `NOTHING_TO_MORPH` when it has no triangles. */
export async function readBody(glb: Uint8Array): Promise<Body> {
  const model = await readable(async () => modelOf(await openGlb(glb)))
  if (model.whole.triangles.length === 0) throw new MorphFault('NOTHING_TO_MORPH', 'The body has no triangles.')
  if (!model.whole.positions.every(Number.isFinite))
    throw new MorphFault('NOT_FINITE', 'The body has vertices whose positions are not numbers.')
  return { mesh: model.whole, joints: jointsOf(model) }
}

function jointsOf({ glb, rest, skins }: Model): Map<string, BodyJoint> {
  const { nodes = [], skins: files = [] } = glb.json
  const out = new Map<string, BodyJoint>()
  const bare = (index: number) => bareBoneName(nodes[index]?.name ?? '')
  const isJoint = new Set(files.flatMap((skin) => skin.joints))
  for (const [s, { joints }] of files.entries()) {
    // A quantised skin's scale stands in its inverse bind matrices, and is not the joint's.
    const scale = skins[s]?.[0] && invert(skins[s][0])
    for (const [i, index] of joints.entries()) {
      const at = rest.get(index)
      if (!at || !scale || out.has(bare(index))) continue
      let above = at.parent
      while (above !== undefined && !isJoint.has(above)) above = rest.get(above)?.parent
      const { translation, rotation, scale: size, matrix } = nodes[index]!
      const node = { ...(translation && { translation }), ...(rotation && { rotation }), ...(size && { scale: size }) }
      out.set(bare(index), {
        world: at.world,
        skin: multiply(skins[s]![i]!, scale),
        parent: above === undefined ? undefined : bare(above),
        node: matrix ? { matrix } : node,
      })
    }
  }
  return out
}
