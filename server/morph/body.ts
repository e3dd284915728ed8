import { stripMixamoPrefix } from '../../src/machines/viewer/animation-tracks.ts'
import { type Matrix, multiplyMatrices } from '../render/matrix.ts'
import { invertMatrix } from './affine.ts'
import type { BodyMesh } from './cage.ts'
import { MorphError } from './morph-error.ts'
import { openGlb, withMorphErrors } from './open-glb.ts'
import { type RestModel, readRestModel } from './rest-model.ts'

export interface BodyJoint {
  world: Matrix
  /** Skinning matrix of the joint at rest, in metres. Identity if the rest pose is the bind pose. */
  skin: Matrix
  /** Name of the nearest ancestor joint, without its prefix. */
  parent: string | undefined
  /** Local transform with the numbers of the file, so that it can be copied exactly. */
  node: { translation?: number[]; rotation?: number[]; scale?: number[]; matrix?: number[] }
}

export interface Body {
  mesh: BodyMesh
  joints: ReadonlyMap<string, BodyJoint>
}

/** Reads a body. Throws MorphError `UNREADABLE`, `NOT_FINITE`, or `NOTHING_TO_MORPH` if the body has no triangles. */
export async function readBody(glb: Uint8Array): Promise<Body> {
  const model = await withMorphErrors(async () => readRestModel(await openGlb(glb)))
  if (model.whole.triangles.length === 0) throw new MorphError('NOTHING_TO_MORPH', 'The body has no triangles.')
  if (!model.whole.positions.every(Number.isFinite))
    throw new MorphError('NOT_FINITE', 'The body has vertices whose positions are not numbers.')
  return { mesh: model.whole, joints: readJoints(model) }
}

function readJoints({ glb, rest, skins }: RestModel): Map<string, BodyJoint> {
  const { nodes = [], skins: files = [] } = glb.json
  const out = new Map<string, BodyJoint>()
  const bare = (index: number) => stripMixamoPrefix(nodes[index]?.name ?? '')
  const isJoint = new Set(files.flatMap((skin) => skin.joints))
  for (const [s, { joints }] of files.entries()) {
    // The inverse bind matrices of a quantised skin include the scale of the quantisation, which is not part of the joint.
    const scale = skins[s]?.[0] && invertMatrix(skins[s][0])
    for (const [i, index] of joints.entries()) {
      const at = rest.get(index)
      if (!at || !scale || out.has(bare(index))) continue
      let above = at.parent
      while (above !== undefined && !isJoint.has(above)) above = rest.get(above)?.parent
      const { translation, rotation, scale: size, matrix } = nodes[index]!
      const node = { ...(translation && { translation }), ...(rotation && { rotation }), ...(size && { scale: size }) }
      out.set(bare(index), {
        world: at.world,
        skin: multiplyMatrices(skins[s]![i]!, scale),
        parent: above === undefined ? undefined : bare(above),
        node: matrix ? { matrix } : node,
      })
    }
  }
  return out
}
