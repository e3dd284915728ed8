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
import { drawablesOf, materialsOf, meshesOf } from '../load/dispose.ts'
import type { ModelParts, PartKind, ScenePart } from '../studio.ts'

/** Returns the object with this part id, which is the object's index in depth-first order. */
export function findPart(root: Object3D, id: number): Object3D | undefined {
  let index = 0
  let match: Object3D | undefined
  root.traverse((object) => {
    if (index === id) match = object
    index += 1
  })
  return match
}

const materialsIn = (root: Object3D): Material[] => [...new Set(drawablesOf(root).flatMap(materialsOf))]

/** Returns a material's textures, each with the material property that refers to the texture. */
const usesOf = (material: Material): [use: string, texture: Texture][] =>
  Object.entries(material).filter((entry): entry is [string, Texture] => entry[1]?.isTexture === true)

/** Returns the textures of a model without duplicates, in the order of {@link ModelParts.textures}. */
export const texturesIn = (root: Object3D): Texture[] => [
  ...new Set(materialsIn(root).flatMap((material) => usesOf(material).map(([, texture]) => texture))),
]

export function describeParts(root: Object3D): ModelParts {
  const materials = materialsIn(root)
  const textures = texturesIn(root)
  let count = 0
  const describePart = (object: Object3D): ScenePart => {
    const id = count
    count += 1
    const shape = object instanceof Mesh || object instanceof Line || object instanceof Points ? object : null
    const vertices = shape?.geometry.getAttribute('position')?.count ?? 0
    const indexCount = shape?.geometry.index?.count ?? vertices
    return {
      id,
      name: object.name,
      kind: partKindOf(object),
      triangles: shape instanceof Mesh ? Math.round(indexCount / 3) : 0,
      vertices,
      bytes: shape ? geometryBytes(shape.geometry) : 0,
      morphTargets: Object.keys(shape?.morphTargetDictionary ?? {}).length,
      hasUv: shape instanceof Mesh && shape.geometry.hasAttribute('uv'),
      materials: shape ? materialsOf(shape).map((material) => materials.indexOf(material)) : [],
      parts: object.children.map(describePart),
    }
  }
  return {
    root: describePart(root),
    materials: materials.map((material) => ({
      name: material.name,
      textures: Object.fromEntries(usesOf(material).map(([use, texture]) => [use, textures.indexOf(texture)])),
    })),
    textures: textures.map((texture) => ({
      name: texture.name,
      ...textureSizeOf(texture),
      bytes: gpuTextureBytes(texture),
      isCompressed: texture instanceof CompressedTexture,
      format: formatOf(texture),
      uses: [...new Set(materials.flatMap(usesOf).flatMap(([use, candidate]) => (candidate === texture ? [use] : [])))],
    })),
  }
}

function partKindOf(object: Object3D): PartKind {
  if (object instanceof SkinnedMesh) return 'skinned'
  if (object instanceof Mesh) return 'mesh'
  if (object instanceof Bone) return 'bone'
  if (object instanceof Line) return 'lines'
  if (object instanceof Points) return 'points'
  if (object instanceof Light) return 'light'
  return object instanceof Camera ? 'camera' : 'group'
}

/** Returns the GPU memory of a geometry in bytes. three.js stores four floats per vertex for each attribute of a morph target. */
function geometryBytes({ attributes, index, morphAttributes }: BufferGeometry): number {
  const buffers = [...Object.values(attributes), ...(index ? [index] : [])]
  const morphBytes = Object.values(morphAttributes).flatMap((list = []) => list.map(({ count }) => count * 16))
  return (
    [...new Set(buffers)].reduce((sum, { array }) => sum + array.byteLength, 0) + morphBytes.reduce((a, b) => a + b, 0)
  )
}

export function textureSizeOf({ image }: Texture): { width: number; height: number } {
  const { width = 0, height = 0 } = (image ?? {}) as { width?: number; height?: number }
  return { width, height }
}

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

function gpuTextureBytes(texture: Texture): number {
  const mipmaps = (texture.mipmaps ?? []) as { data?: ArrayBufferView | null }[]
  if (texture instanceof CompressedTexture) return mipmaps.reduce((sum, { data }) => sum + (data?.byteLength ?? 0), 0)
  const { width, height } = textureSizeOf(texture)
  const mipmapFactor = texture.generateMipmaps ? 4 / 3 : 1
  return Math.round(width * height * 4 * mipmapFactor)
}

/**
 * Returns the triangle edges of a part in texture coordinates: four numbers per edge. Values outside 0 to 1 refer to repetitions
 * of the texture.
 */
export function uvEdgesOf(root: Object3D, id: number): Float32Array {
  const mesh = findPart(root, id)
  if (!(mesh instanceof Mesh) || !meshesOf(root).includes(mesh)) return new Float32Array()
  const { geometry } = mesh
  const channel = (materialsOf(mesh)[0] as { map?: Texture | null } | undefined)?.map?.channel ?? 0
  const uv = geometry.getAttribute(channel === 0 ? 'uv' : `uv${channel}`)
  if (!uv) return new Float32Array()
  const indexCount = geometry.index?.count ?? uv.count
  const vertexAt = (corner: number) => geometry.index?.getX(corner) ?? corner
  const edges = new Float32Array(Math.floor(indexCount / 3) * 12)
  for (let triangle = 0, offset = 0; triangle * 3 + 2 < indexCount; triangle += 1)
    for (let side = 0; side < 3; side += 1, offset += 4) {
      const [start, end] = [vertexAt(triangle * 3 + side), vertexAt(triangle * 3 + ((side + 1) % 3))]
      edges.set([uv.getX(start), uv.getY(start), uv.getX(end), uv.getY(end)], offset)
    }
  return edges
}
