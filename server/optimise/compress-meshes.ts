import { Accessor, type Document, type Skin } from '@gltf-transform/core'
import { EXTMeshoptCompression } from '@gltf-transform/extensions'
import { quantize, reorder, simplify } from '@gltf-transform/functions'
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer'
import { withCleanup } from './clean-document.ts'
import type { RecipeLevel } from './recipes.ts'

/**
 * Attributes to quantise: those that meshopt compresses without a filter. Normals and tangents have a filter. In morph targets,
 * normals and tangents have no filter, because deltas are not directions (glTF-Transform #1142).
 */
const QUANTISED_ATTRIBUTES = /^(POSITION|TEXCOORD|JOINTS|WEIGHTS|COLOR)(_\d+)?$/
const QUANTISED_TARGET_ATTRIBUTES = /^(POSITION|TEXCOORD|JOINTS|WEIGHTS|COLOR|NORMAL|TANGENT)(_\d+)?$/
const NORMAL_BITS = 8

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Reduces triangles to a fraction. Borders stay unchanged, and remaining vertices retain all their attributes. */
export async function simplifyMeshes(
  document: Document,
  { share, error }: NonNullable<RecipeLevel['triangles']>,
): Promise<void> {
  await document.transform(simplify({ simplifier: MeshoptSimplifier, ratio: share, error, lockBorder: true }))
}

export async function compressMeshes(document: Document): Promise<void> {
  if (document.getRoot().listAccessors().length === 0) return
  for (const skin of document.getRoot().listSkins()) addInverseBindMatrices(document, skin)
  await document.transform(reorder({ encoder: MeshoptEncoder, target: 'size' }))
  await withCleanup(document, () =>
    document.transform(
      quantize({
        pattern: QUANTISED_ATTRIBUTES,
        patternTargets: QUANTISED_TARGET_ATTRIBUTES,
        quantizeNormal: NORMAL_BITS,
        // All skinned meshes share one quantisation grid. With several grids, each mesh would need its own skeleton.
        quantizationVolume: document.getRoot().listSkins().length > 0 ? 'scene' : 'mesh',
        cleanup: false,
      }),
    ),
  )
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.FILTER })
}

/** Adds inverse bind matrices if they are missing, because these matrices will contain the inverse of the quantisation. */
function addInverseBindMatrices(document: Document, skin: Skin): void {
  if (skin.getInverseBindMatrices()) return
  const all = new Float32Array(skin.listJoints().flatMap(() => IDENTITY))
  const [buffer] = document.getRoot().listBuffers()
  skin.setInverseBindMatrices(
    document
      .createAccessor()
      .setType(Accessor.Type.MAT4!)
      .setArray(all)
      .setBuffer(buffer ?? document.createBuffer()),
  )
}
