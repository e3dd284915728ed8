import {
  type AnimationClip,
  Bone,
  BufferAttribute,
  type BufferGeometry,
  type Line,
  type Material,
  type Mesh,
  MeshLambertMaterial,
  MeshPhongMaterial,
  type Object3D,
  type SkinnedMesh,
  type Texture,
} from 'three'

/** Texture maps of an FBX material that the viewer draws. */
export const FBX_MAPS = ['map', 'normalMap', 'bumpMap', 'aoMap', 'alphaMap', 'emissiveMap'] as const
export type FbxMap = (typeof FBX_MAPS)[number]

/** Node of the tree. `parent` is the index of an earlier node, −1 for the root. `transform` is position, quaternion, scale. */
export interface PackedNode {
  readonly kind: 'group' | 'bone' | 'mesh' | 'skin' | 'line'
  readonly name: string
  readonly parent: number
  readonly isVisible: boolean
  readonly transform: readonly number[]
  readonly geometry?: number
  readonly materials?: readonly number[]
  readonly skeleton?: {
    readonly bones: readonly number[]
    readonly inverses: Float32Array
    readonly bind: readonly number[]
  }
}

export interface PackedAttribute {
  readonly array: Float32Array | Uint16Array | Uint32Array | Int32Array
  readonly itemSize: number
  readonly isNormalised: boolean
  readonly name: string
}

export interface PackedGeometry {
  readonly attributes: Readonly<Record<string, PackedAttribute>>
  readonly index: PackedAttribute | null
  readonly morphs: Readonly<Record<string, readonly PackedAttribute[]>>
  readonly isRelative: boolean
  readonly groups: readonly { start: number; count: number; materialIndex?: number | undefined }[]
}

/** Material as stored in the file; colours are linear. */
export interface PackedMaterial {
  readonly name: string
  readonly colour: readonly number[]
  readonly emissive: readonly number[]
  readonly emissiveFactor: number
  readonly opacity: number
  readonly isTransparent: boolean
  readonly shininess: number
  readonly bumpScale: number
  readonly side: Material['side']
  readonly hasVertexColours: boolean
  readonly maps: Readonly<Partial<Record<FbxMap, number>>>
}

/** Texture. `picture` has the image bytes, or is null if the image is outside the file. */
export interface PackedTexture {
  readonly name: string
  readonly picture: Blob | null
  readonly wrap: readonly [Texture['wrapS'], Texture['wrapT']]
  readonly repeat: readonly [number, number]
  readonly offset: readonly [number, number]
  readonly colorSpace: string
}

export interface PackedClip {
  readonly name: string
  readonly duration: number
  readonly tracks: readonly { kind: string; name: string; times: Float32Array; values: Float32Array }[]
}

/** Parsed FBX file as plain values that a worker can transfer. */
export interface FbxTransfer {
  readonly nodes: readonly PackedNode[]
  readonly geometries: readonly PackedGeometry[]
  readonly materials: readonly PackedMaterial[]
  readonly textures: readonly PackedTexture[]
  readonly clips: readonly PackedClip[]
  /** Centimetres per unit of the file. */
  readonly unit: number
}

/** Creates a list that numbers objects in the order they are first seen. */
function createNumbering<T>() {
  const items: T[] = []
  const numbers = new Map<T, number>()
  return {
    all: items,
    of: (item: T): number => {
      const existing = numbers.get(item)
      if (existing !== undefined) return existing
      numbers.set(item, items.length)
      return items.push(item) - 1
    },
  }
}

/** Packs the output of the loader; `pictureOf` returns the image of a texture. Lights and cameras are left out. */
export function packFbx(
  root: Object3D,
  clips: readonly AnimationClip[],
  pictureOf: (texture: Texture) => Blob | null,
): FbxTransfer {
  const [geometries, materials, textures] = [
    createNumbering<BufferGeometry>(),
    createNumbering<Material>(),
    createNumbering<Texture>(),
  ]
  const objects: Object3D[] = []
  root.updateMatrixWorld(true)
  root.traverse((object) => void objects.push(object))
  const numbers = new Map(objects.map((object, index) => [object, index]))
  const nodes = objects.map((object): PackedNode => {
    const { position, quaternion, scale } = object
    const node = {
      kind: 'group' as const,
      name: object.name,
      parent: object === root ? -1 : numbers.get(object.parent!)!,
      isVisible: object.visible,
      transform: [...position.toArray(), ...quaternion.toArray(), ...scale.toArray()],
    }
    if (object instanceof Bone) return { ...node, kind: 'bone' }
    const { isSkinnedMesh, isMesh, isLine } = object as Partial<SkinnedMesh> & Partial<Line>
    if (!isMesh && !isLine) return node
    const { geometry, material } = object as Mesh
    const drawable = { ...node, geometry: geometries.of(geometry), materials: [material].flat().map(materials.of) }
    if (isLine) return { ...drawable, kind: 'line' }
    const { skeleton, bindMatrix } = object as SkinnedMesh
    if (!isSkinnedMesh || !skeleton) return { ...drawable, kind: 'mesh' }
    return {
      ...drawable,
      kind: 'skin',
      skeleton: {
        bones: skeleton.bones.map((bone) => numbers.get(bone) ?? -1),
        inverses: new Float32Array(skeleton.boneInverses.flatMap((inverse) => inverse.elements)),
        bind: bindMatrix.elements,
      },
    }
  })
  return {
    nodes,
    geometries: geometries.all.map(packGeometry),
    materials: materials.all.map((material) => packMaterial(material, textures.of)),
    textures: textures.all.map((texture) => ({
      name: texture.name,
      picture: pictureOf(texture),
      wrap: [texture.wrapS, texture.wrapT],
      repeat: [texture.repeat.x, texture.repeat.y],
      offset: [texture.offset.x, texture.offset.y],
      colorSpace: texture.colorSpace,
    })),
    clips: clips.map(({ name, duration, tracks }) => ({
      name,
      duration,
      tracks: tracks.map((track) => ({
        kind: track.ValueTypeName,
        name: track.name,
        times: Float32Array.from(track.times),
        values: Float32Array.from(track.values as ArrayLike<number>),
      })),
    })),
    unit: Number(root.userData['unitScaleFactor']),
  }
}

const packAttribute = (attribute: unknown): PackedAttribute => {
  const { array, itemSize, normalized, name } = attribute as BufferAttribute
  return { array: array as PackedAttribute['array'], itemSize, isNormalised: normalized, name }
}

function packGeometry({
  attributes,
  index,
  morphAttributes,
  morphTargetsRelative,
  groups,
}: BufferGeometry): PackedGeometry {
  const packedAttributes = Object.entries(attributes).map(
    ([name, attribute]) => [name, packAttribute(attribute)] as const,
  )
  const morphs = Object.entries(morphAttributes).map(
    ([name, attributesOfKind]) => [name, (attributesOfKind ?? []).map(packAttribute)] as const,
  )
  return {
    attributes: Object.fromEntries(packedAttributes),
    index: index && packAttribute(index),
    morphs: Object.fromEntries(morphs),
    isRelative: morphTargetsRelative,
    groups: groups.map(({ start, count, materialIndex }) => ({ start, count, materialIndex })),
  }
}

function packMaterial(material: Material, textureOf: (texture: Texture) => number): PackedMaterial {
  const isPhong = material instanceof MeshPhongMaterial
  const readable = isPhong || material instanceof MeshLambertMaterial ? material : new MeshLambertMaterial()
  const maps = FBX_MAPS.flatMap((map) => {
    const texture = readable[map]
    return texture ? [[map, textureOf(texture)] as const] : []
  })
  return {
    name: material.name,
    colour: readable.color.toArray(),
    emissive: readable.emissive.toArray(),
    emissiveFactor: readable.emissiveIntensity,
    opacity: material.opacity,
    isTransparent: material.transparent,
    shininess: isPhong ? Number(material.shininess) : 0,
    bumpScale: Number(readable.bumpScale),
    side: material.side,
    hasVertexColours: material.vertexColors,
    maps: Object.fromEntries(maps),
  }
}

/** Returns the buffers of an {@link FbxTransfer} that a worker can transfer instead of copying. */
export function transferablesOf({ geometries, clips, nodes }: FbxTransfer): ArrayBuffer[] {
  const arrays = [
    ...geometries.flatMap(({ attributes, index, morphs }) =>
      [...Object.values(attributes), ...(index ? [index] : []), ...Object.values(morphs).flat()].map(
        ({ array }) => array,
      ),
    ),
    ...clips.flatMap(({ tracks }) => tracks.flatMap(({ times, values }) => [times, values])),
    ...nodes.flatMap(({ skeleton }) => (skeleton ? [skeleton.inverses] : [])),
  ]
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]
}

export function unpackAttribute({ array, itemSize, isNormalised, name }: PackedAttribute): BufferAttribute {
  const attribute = new BufferAttribute(array, itemSize, isNormalised)
  attribute.name = name
  return attribute
}
