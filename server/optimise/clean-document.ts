import { type Document, type Material, PropertyType, type Skin } from '@gltf-transform/core'
import { dedup, prune, resample } from '@gltf-transform/functions'

const { ACCESSOR, BUFFER, MATERIAL, PRIMITIVE, PRIMITIVE_TARGET, SKIN, TEXTURE } = PropertyType

/**
 * Removes redundant animation keys, unused data and duplicates. Data with a name or extras is retained, because viewers may look
 * up such data.
 */
export async function cleanDocument(document: Document): Promise<void> {
  await document.transform(
    resample({ cleanup: false }),
    // Meshes and skins are not merged, because equal ones may have different extras, such as names of morph targets.
    dedup({ propertyTypes: [ACCESSOR, TEXTURE, MATERIAL], keepUniqueNames: true }),
    pruneUnused(),
  )
}

const pruneUnused = () =>
  prune({
    propertyTypes: [PRIMITIVE, PRIMITIVE_TARGET, ACCESSOR, BUFFER],
    keepAttributes: true,
    keepExtras: true,
    keepIndices: true,
    keepLeaves: true,
    keepSolidTextures: true,
  })

/** Runs `work`, and removes the materials and skins that became unused through `work`. */
export async function withCleanup(document: Document, work: () => Promise<unknown>): Promise<void> {
  const unusedBefore = new Set(findUnused(document))
  await work()
  for (const property of findUnused(document)) if (!unusedBefore.has(property)) property.dispose()
  await document.transform(dedup({ propertyTypes: [ACCESSOR, SKIN], keepUniqueNames: true }), pruneUnused())
}

function findUnused(document: Document): (Material | Skin)[] {
  const root = document.getRoot()
  return [...root.listMaterials(), ...root.listSkins()].filter((it) =>
    it.listParents().every((parent) => parent === root),
  )
}
