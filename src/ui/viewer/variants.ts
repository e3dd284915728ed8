import type { Material, Mesh, Object3D, WebGLRenderer } from 'three'
import type { GLTFLoader, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { type DecoderPath, equip } from './decoders.ts'

/** The looks that a file brings along for its meshes (`KHR_materials_variants`), read when one is asked for. */
export interface Variants {
  readonly names: readonly string[]
  /** The material of a mesh in a variant; undefined where it keeps its own. */
  material: (mesh: Mesh, variant: string) => Promise<Material | undefined>
  /** Whether a mesh comes from the file these are of. */
  owns: (mesh: Mesh) => boolean
}

const NAME = 'KHR_materials_variants'

interface Mapping {
  material: number
  variants: number[]
}

/** The variants of a document that uses them; null for one that names none. */
export function variantsOf(
  parser: GLTFParser,
  extensions: ReadonlySet<string>,
  gl: WebGLRenderer,
  decoderPath: DecoderPath,
): Variants | null {
  const listed: unknown = parser.json.extensions?.[NAME]?.variants
  const names = (Array.isArray(listed) ? listed : []).map((one, index) => String(one?.name ?? index))
  if (names.length === 0) return null
  return {
    names,
    owns: (mesh) => parser.associations.has(mesh),
    material: async (mesh, variant) => {
      const at = names.indexOf(variant)
      const index = mappingsOf(mesh).find(({ variants }) => Array.isArray(variants) && variants.includes(at))?.material
      if (at < 0 || index === undefined) return undefined
      // The decoders that the model was read by have ended.
      const release = await equip(decodersFor(parser), extensions, gl, decoderPath)
      try {
        return finalOf(parser, mesh, (await parser.getDependency('material', index)) as Material)
      } finally {
        release()
      }
    },
  }
}

/** A material as it has to be for a mesh, which meanwhile may have come to wear another: so it has that back in this very task. */
function finalOf(parser: GLTFParser, mesh: Mesh, material: Material): Material {
  const worn = mesh.material
  try {
    mesh.material = material
    parser.assignFinalMaterial(mesh)
    return mesh.material
  } finally {
    mesh.material = worn
  }
}

function mappingsOf(object: Object3D): Mapping[] {
  const told = object.userData['gltfExtensions']?.[NAME]?.mappings
  return Array.isArray(told) ? told : []
}

/** Takes decoders for a parser, as a loader does. */
const decodersFor = ({ options }: GLTFParser) => {
  const taking = (name: string) => (decoder: unknown) => Object.assign(options, { [name]: decoder })
  return {
    setDRACOLoader: taking('dracoLoader'),
    setKTX2Loader: taking('ktx2Loader'),
    setMeshoptDecoder: taking('meshoptDecoder'),
  } as unknown as GLTFLoader
}

/** The variants of several files together: a name of more than one is worn by all of them. */
export function mergedVariants(all: readonly Variants[]): Variants {
  return {
    names: [...new Set(all.flatMap(({ names }) => names))],
    material: async (mesh, variant) => {
      for (const one of all) {
        // Each knows its own meshes alone.
        const found = one.owns(mesh) && (await one.material(mesh, variant))
        if (found) return found
      }
      return undefined
    },
    owns: (mesh) => all.some((one) => one.owns(mesh)),
  }
}
