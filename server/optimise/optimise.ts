import { clean } from './clean.ts'
import { readDocument } from './document.ts'
import { packAsKtx2 } from './ktx2.ts'
import { packMeshes, simplifyMeshes } from './meshes.ts'
import type { Level, Recipe } from './recipes.ts'
import { packTextures } from './textures.ts'

/**
 * Makes the models of a recipe from a GLB, the finest first. The same bytes in give the same bytes out, on one machine.
 * Names, extras, joints, morph targets and clips stay. Throws {@link OptimiseFault}.
 */
export async function optimise(glb: Uint8Array, { levels }: Recipe): Promise<Uint8Array[]> {
  const made: Uint8Array[] = []
  for (const level of levels) made.push(await makeLevel(glb, level))
  return made
}

async function makeLevel(glb: Uint8Array, { triangles, texturePx, textures }: Level): Promise<Uint8Array> {
  const { document, io } = await readDocument(glb)
  await clean(document)
  if (triangles) await simplifyMeshes(document, triangles)
  await (textures === 'ktx2' ? packAsKtx2 : packTextures)(document, texturePx)
  await packMeshes(document)
  return io.writeBinary(document)
}
