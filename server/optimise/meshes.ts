import { Accessor, type Document, type Skin } from '@gltf-transform/core'
import { EXTMeshoptCompression } from '@gltf-transform/extensions'
import { quantize, reorder, simplify } from '@gltf-transform/functions'
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer'
import { tidying } from './clean.ts'
import type { Level } from './recipes.ts'

/**
 * What is quantised is what meshopt packs without a filter: normals and tangents go through one, but not those of morph
 * targets, whose deltas are no directions (glTF-Transform #1142).
 */
const QUANTISED = /^(POSITION|TEXCOORD|JOINTS|WEIGHTS|COLOR)(_\d+)?$/
const QUANTISED_OF_TARGETS = /^(POSITION|TEXCOORD|JOINTS|WEIGHTS|COLOR|NORMAL|TANGENT)(_\d+)?$/
/** The filter's own bits. */
const NORMAL_BITS = 8

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Leaves a share of the triangles; borders stay where they are, and every vertex that is left keeps all it has. */
export async function simplifyMeshes(
  document: Document,
  { share, error }: NonNullable<Level['triangles']>,
): Promise<void> {
  await document.transform(simplify({ simplifier: MeshoptSimplifier, ratio: share, error, lockBorder: true }))
}

/** Has meshes and clips packed by meshopt when the model is written. */
export async function packMeshes(document: Document): Promise<void> {
  if (document.getRoot().listAccessors().length === 0) return
  for (const skin of document.getRoot().listSkins()) giveRest(document, skin)
  await document.transform(reorder({ encoder: MeshoptEncoder, target: 'size' }))
  await tidying(document, () =>
    document.transform(
      quantize({
        pattern: QUANTISED,
        patternTargets: QUANTISED_OF_TARGETS,
        quantizeNormal: NORMAL_BITS,
        // By one grid for all that hangs on bones: each other one would need a skeleton of its own.
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

/** What quantising does to a mesh is undone in its skin's matrices, so there must be some. */
function giveRest(document: Document, skin: Skin): void {
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
