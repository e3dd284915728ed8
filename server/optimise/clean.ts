import { type Document, type Material, PropertyType, type Skin } from '@gltf-transform/core'
import { dedup, prune, resample } from '@gltf-transform/functions'

const { ACCESSOR, BUFFER, MATERIAL, PRIMITIVE, PRIMITIVE_TARGET, SKIN, TEXTURE } = PropertyType

/**
 * Drops keys of clips that say nothing new, data that nothing uses, and what is there twice. Whatever can be found by its
 * name stays, also where nothing uses it, and so do extras: programs that show the model may look for them.
 */
export async function clean(document: Document): Promise<void> {
  await document.transform(
    resample({ cleanup: false }),
    // Meshes and skins that are alike may still differ in their extras, of which morph targets have their names.
    dedup({ propertyTypes: [ACCESSOR, TEXTURE, MATERIAL], keepUniqueNames: true }),
    pruned(),
  )
}

const pruned = () =>
  prune({
    propertyTypes: [PRIMITIVE, PRIMITIVE_TARGET, ACCESSOR, BUFFER],
    keepAttributes: true,
    keepExtras: true,
    keepIndices: true,
    keepLeaves: true,
    keepSolidTextures: true,
  })

/** Does something that leaves copies behind, and removes those: what nothing used before it stays. */
export async function tidying(document: Document, work: () => Promise<unknown>): Promise<void> {
  const spare = new Set(unused(document))
  await work()
  for (const property of unused(document)) if (!spare.has(property)) property.dispose()
  await document.transform(dedup({ propertyTypes: [ACCESSOR, SKIN], keepUniqueNames: true }), pruned())
}

function unused(document: Document): (Material | Skin)[] {
  const root = document.getRoot()
  return [...root.listMaterials(), ...root.listSkins()].filter((it) =>
    it.listParents().every((parent) => parent === root),
  )
}
