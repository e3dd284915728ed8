import { cleanDocument } from './clean-document.ts'
import { compressMeshes, simplifyMeshes } from './compress-meshes.ts'
import { convertTexturesToKtx2 } from './convert-textures-to-ktx2.ts'
import { convertTexturesToWebp } from './convert-textures-to-webp.ts'
import { readGltfDocument } from './gltf-document.ts'
import type { Recipe, RecipeLevel } from './recipes.ts'

/**
 * Creates the models of a recipe from a GLB, finest first. The output is reproducible on one machine. Names, extras, joints,
 * morph targets and clips are preserved. Throws `OptimiseError`.
 */
export async function optimiseGlb(glb: Uint8Array, { levels }: Recipe): Promise<Uint8Array[]> {
  const variants: Uint8Array[] = []
  for (const level of levels) variants.push(await makeLevel(glb, level))
  return variants
}

async function makeLevel(glb: Uint8Array, { triangles, texturePx, textures }: RecipeLevel): Promise<Uint8Array> {
  const { document, io } = await readGltfDocument(glb)
  await cleanDocument(document)
  if (triangles) await simplifyMeshes(document, triangles)
  await (textures === 'ktx2' ? convertTexturesToKtx2 : convertTexturesToWebp)(document, texturePx)
  await compressMeshes(document)
  return io.writeBinary(document)
}
