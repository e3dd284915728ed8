import type { Material, Mesh, Object3D, WebGLRenderer } from 'three'
import type { GLTFLoader, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { attachDecoders, type DecoderPath } from './decoders.ts'

/** Material variants of a file (`KHR_materials_variants`), loaded on demand. */
export interface MaterialVariants {
  readonly names: readonly string[]
  /** Resolves to the material of a mesh in a variant; undefined if the variant does not change this mesh. */
  material: (mesh: Mesh, variant: string) => Promise<Material | undefined>
  /** Returns whether a mesh belongs to the file of these variants. */
  owns: (mesh: Mesh) => boolean
}

const EXTENSION_NAME = 'KHR_materials_variants'

interface Mapping {
  material: number
  variants: number[]
}

export function readMaterialVariants(
  parser: GLTFParser,
  extensions: ReadonlySet<string>,
  gl: WebGLRenderer,
  decoderPath: DecoderPath,
): MaterialVariants | null {
  const definitions: unknown = parser.json.extensions?.[EXTENSION_NAME]?.variants
  const names = (Array.isArray(definitions) ? definitions : []).map((definition, index) =>
    String(definition?.name ?? index),
  )
  if (names.length === 0) return null
  return {
    names,
    owns: (mesh) => parser.associations.has(mesh),
    material: async (mesh, variant) => {
      const variantIndex = names.indexOf(variant)
      const index = mappingsOf(mesh).find(
        ({ variants }) => Array.isArray(variants) && variants.includes(variantIndex),
      )?.material
      if (variantIndex < 0 || index === undefined) return undefined
      // The decoders used for the model are already released.
      const release = await attachDecoders(decodersFor(parser), extensions, gl, decoderPath)
      try {
        return toFinalMaterial(parser, mesh, (await parser.getDependency('material', index)) as Material)
      } finally {
        release()
      }
    },
  }
}

/**
 * Adapts a material to a mesh. three.js assigns the result to the mesh, so the mesh's current material is restored in the same
 * task.
 */
function toFinalMaterial(parser: GLTFParser, mesh: Mesh, material: Material): Material {
  const original = mesh.material
  try {
    mesh.material = material
    parser.assignFinalMaterial(mesh)
    return mesh.material
  } finally {
    mesh.material = original
  }
}

function mappingsOf(object: Object3D): Mapping[] {
  const mappings = object.userData['gltfExtensions']?.[EXTENSION_NAME]?.mappings
  return Array.isArray(mappings) ? mappings : []
}

/** Presents a parser's options as a loader that accepts decoders. */
const decodersFor = ({ options }: GLTFParser) => {
  const setOption = (name: string) => (decoder: unknown) => Object.assign(options, { [name]: decoder })
  return {
    setDRACOLoader: setOption('dracoLoader'),
    setKTX2Loader: setOption('ktx2Loader'),
    setMeshoptDecoder: setOption('meshoptDecoder'),
  } as unknown as GLTFLoader
}

/** Merges the variants of several files. If files share a variant name, the name selects the variant in each of these files. */
export function mergeMaterialVariants(variantsByFile: readonly MaterialVariants[]): MaterialVariants {
  return {
    names: [...new Set(variantsByFile.flatMap(({ names }) => names))],
    material: async (mesh, variant) => {
      for (const fileVariants of variantsByFile) {
        // Each file provides materials only for its own meshes.
        const material = fileVariants.owns(mesh) && (await fileVariants.material(mesh, variant))
        if (material) return material
      }
      return undefined
    },
    owns: (mesh) => variantsByFile.some((fileVariants) => fileVariants.owns(mesh)),
  }
}
