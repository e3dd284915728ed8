import {
  Bone,
  type BufferGeometry,
  Camera,
  CompressedTexture,
  Light,
  Line,
  type Material,
  Mesh,
  type Object3D,
  Points,
  R11_EAC_Format,
  RED_GREEN_RGTC2_Format,
  RED_RGTC1_Format,
  RedFormat,
  RG11_EAC_Format,
  RGB_ETC1_Format,
  RGB_ETC2_Format,
  RGB_PVRTC_4BPPV1_Format,
  RGB_S3TC_DXT1_Format,
  RGBA_ASTC_4x4_Format,
  RGBA_BPTC_Format,
  RGBA_ETC2_EAC_Format,
  RGBA_PVRTC_4BPPV1_Format,
  RGBA_S3TC_DXT1_Format,
  RGBA_S3TC_DXT5_Format,
  RGBAFormat,
  RGFormat,
  SkinnedMesh,
  type Texture,
} from 'three'
import { materialsOf, meshesOf, shapesOf } from '../release.ts'
import type { ModelParts, PartKind, ScenePart } from '../studio.ts'

/** The part that is counted so. */
export function partAt(root: Object3D, id: number): Object3D | undefined {
  let at = 0
  let found: Object3D | undefined
  root.traverse((object) => {
    if (at === id) found = object
    at += 1
  })
  return found
}

/** The materials of a model, each once. */
const materialsIn = (root: Object3D): Material[] => [...new Set(shapesOf(root).flatMap(materialsOf))]

/** What a material uses textures for. */
const usesOf = (material: Material): [use: string, texture: Texture][] =>
  Object.entries(material).filter((entry): entry is [string, Texture] => entry[1]?.isTexture === true)

/** The textures of a model, each once, in the order of {@link ModelParts.textures}. */
export const texturesIn = (root: Object3D): Texture[] => [
  ...new Set(materialsIn(root).flatMap((material) => usesOf(material).map(([, texture]) => texture))),
]

/** Takes a model's parts down, with what they cost. */
export function partsOf(root: Object3D): ModelParts {
  const materials = materialsIn(root)
  const textures = texturesIn(root)
  let count = 0
  const told = (object: Object3D): ScenePart => {
    const id = count
    count += 1
    const shape = object instanceof Mesh || object instanceof Line || object instanceof Points ? object : null
    const vertices = shape?.geometry.getAttribute('position')?.count ?? 0
    const corners = shape?.geometry.index?.count ?? vertices
    return {
      id,
      name: object.name,
      kind: kindOf(object),
      triangles: shape instanceof Mesh ? Math.round(corners / 3) : 0,
      vertices,
      bytes: shape ? bytesOf(shape.geometry) : 0,
      morphTargets: Object.keys(shape?.morphTargetDictionary ?? {}).length,
      hasUv: shape instanceof Mesh && shape.geometry.hasAttribute('uv'),
      materials: shape ? materialsOf(shape).map((material) => materials.indexOf(material)) : [],
      parts: object.children.map(told),
    }
  }
  return {
    root: told(root),
    materials: materials.map((material) => ({
      name: material.name,
      textures: Object.fromEntries(usesOf(material).map(([use, texture]) => [use, textures.indexOf(texture)])),
    })),
    textures: textures.map((texture) => ({
      name: texture.name,
      ...sizeOf(texture),
      bytes: bytesOnCard(texture),
      isCompressed: texture instanceof CompressedTexture,
      format: formatOf(texture),
      uses: [...new Set(materials.flatMap(usesOf).flatMap(([use, one]) => (one === texture ? [use] : [])))],
    })),
  }
}

function kindOf(object: Object3D): PartKind {
  if (object instanceof SkinnedMesh) return 'skinned'
  if (object instanceof Mesh) return 'mesh'
  if (object instanceof Bone) return 'bone'
  if (object instanceof Line) return 'lines'
  if (object instanceof Points) return 'points'
  if (object instanceof Light) return 'light'
  return object instanceof Camera ? 'camera' : 'group'
}

/** Morph targets lie in a texture of four floats a vertex, for each kind that they change. */
function bytesOf({ attributes, index, morphAttributes }: BufferGeometry): number {
  const own = [...Object.values(attributes), ...(index ? [index] : [])]
  const morphed = Object.values(morphAttributes).flatMap((list = []) => list.map(({ count }) => count * 16))
  return [...new Set(own)].reduce((sum, { array }) => sum + array.byteLength, 0) + morphed.reduce((a, b) => a + b, 0)
}

/** How large a texture is, in pixels. */
export function sizeOf({ image }: Texture): { width: number; height: number } {
  const { width = 0, height = 0 } = (image ?? {}) as { width?: number; height?: number }
  return { width, height }
}

/** What the formats are called that a card is handed. Others are told by their number. */
const FORMATS = new Map<number, string>([
  [RGBAFormat, 'RGBA8'],
  [RGFormat, 'RG8'],
  [RedFormat, 'R8'],
  [RGBA_BPTC_Format, 'BC7'],
  [RGBA_S3TC_DXT1_Format, 'BC1'],
  [RGB_S3TC_DXT1_Format, 'BC1'],
  [RGBA_S3TC_DXT5_Format, 'BC3'],
  [RED_RGTC1_Format, 'BC4'],
  [RED_GREEN_RGTC2_Format, 'BC5'],
  [RGB_ETC1_Format, 'ETC1'],
  [RGB_ETC2_Format, 'ETC2'],
  [RGBA_ETC2_EAC_Format, 'ETC2 + EAC'],
  [R11_EAC_Format, 'EAC'],
  [RG11_EAC_Format, 'EAC'],
  [RGBA_ASTC_4x4_Format, 'ASTC 4 × 4'],
  [RGB_PVRTC_4BPPV1_Format, 'PVRTC'],
  [RGBA_PVRTC_4BPPV1_Format, 'PVRTC'],
])

const formatOf = ({ format }: Texture): string => FORMATS.get(format) ?? String(format)

function bytesOnCard(texture: Texture): number {
  const packed = (texture.mipmaps ?? []) as { data?: ArrayBufferView | null }[]
  if (texture instanceof CompressedTexture) return packed.reduce((sum, { data }) => sum + (data?.byteLength ?? 0), 0)
  const { width, height } = sizeOf(texture)
  const share = texture.generateMipmaps ? 4 / 3 : 1
  return Math.round(width * height * 4 * share)
}

/** How the triangles of a part lie on its pictures: four numbers for each edge, from 0 to 1 where it is laid once. */
export function uvEdges(root: Object3D, id: number): Float32Array {
  const mesh = partAt(root, id)
  if (!(mesh instanceof Mesh) || !meshesOf(root).includes(mesh)) return new Float32Array()
  const { geometry } = mesh
  const channel = (materialsOf(mesh)[0] as { map?: Texture | null } | undefined)?.map?.channel ?? 0
  const uv = geometry.getAttribute(channel === 0 ? 'uv' : `uv${channel}`)
  if (!uv) return new Float32Array()
  const corners = geometry.index?.count ?? uv.count
  const at = (corner: number) => geometry.index?.getX(corner) ?? corner
  const edges = new Float32Array(Math.floor(corners / 3) * 12)
  for (let triangle = 0, out = 0; triangle * 3 + 2 < corners; triangle += 1)
    for (let side = 0; side < 3; side += 1, out += 4) {
      const [one, two] = [at(triangle * 3 + side), at(triangle * 3 + ((side + 1) % 3))]
      edges.set([uv.getX(one), uv.getY(one), uv.getX(two), uv.getY(two)], out)
    }
  return edges
}
