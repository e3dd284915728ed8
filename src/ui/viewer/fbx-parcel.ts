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

/** The maps of an FBX material that are drawn. */
export const FBX_MAPS = ['map', 'normalMap', 'bumpMap', 'aoMap', 'alphaMap', 'emissiveMap'] as const
export type FbxMap = (typeof FBX_MAPS)[number]

/** One object of the tree; `parent` is an earlier one's number, −1 for the top. `place` is position, quaternion, scale. */
export interface PackedNode {
  readonly kind: 'group' | 'bone' | 'mesh' | 'skin' | 'line'
  readonly name: string
  readonly parent: number
  readonly isVisible: boolean
  readonly place: readonly number[]
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

/** A material as the file says it; colours are linear. */
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

/** A picture of a texture: the bytes in the file, or null where it is kept elsewhere. */
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

/** An FBX file that has been read, as plain values that a worker can hand over. */
export interface FbxParcel {
  readonly nodes: readonly PackedNode[]
  readonly geometries: readonly PackedGeometry[]
  readonly materials: readonly PackedMaterial[]
  readonly textures: readonly PackedTexture[]
  readonly clips: readonly PackedClip[]
  /** Centimetres in one unit of the file. */
  readonly unit: number
}

/** Numbers things in the order they are first met. */
function numbered<T>() {
  const all: T[] = []
  const numbers = new Map<T, number>()
  return {
    all,
    of: (thing: T): number => {
      const known = numbers.get(thing)
      if (known !== undefined) return known
      numbers.set(thing, all.length)
      return all.push(thing) - 1
    },
  }
}

/** Packs what the loader made; `pictureOf` says which picture a texture was given. Lights and cameras stay behind. */
export function packFbx(
  root: Object3D,
  clips: readonly AnimationClip[],
  pictureOf: (texture: Texture) => Blob | null,
): FbxParcel {
  const [geometries, materials, textures] = [numbered<BufferGeometry>(), numbered<Material>(), numbered<Texture>()]
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
      place: [...position.toArray(), ...quaternion.toArray(), ...scale.toArray()],
    }
    if (object instanceof Bone) return { ...node, kind: 'bone' }
    const { isSkinnedMesh, isMesh, isLine } = object as Partial<SkinnedMesh> & Partial<Line>
    if (!isMesh && !isLine) return node
    const { geometry, material } = object as Mesh
    const drawn = { ...node, geometry: geometries.of(geometry), materials: [material].flat().map(materials.of) }
    if (isLine) return { ...drawn, kind: 'line' }
    const { skeleton, bindMatrix } = object as SkinnedMesh
    if (!isSkinnedMesh || !skeleton) return { ...drawn, kind: 'mesh' }
    return {
      ...drawn,
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
  const packed = Object.entries(attributes).map(([name, attribute]) => [name, packAttribute(attribute)] as const)
  const morphs = Object.entries(morphAttributes).map(([name, all]) => [name, (all ?? []).map(packAttribute)] as const)
  return {
    attributes: Object.fromEntries(packed),
    index: index && packAttribute(index),
    morphs: Object.fromEntries(morphs),
    isRelative: morphTargetsRelative,
    groups: groups.map(({ start, count, materialIndex }) => ({ start, count, materialIndex })),
  }
}

function packMaterial(material: Material, textureOf: (texture: Texture) => number): PackedMaterial {
  const isPhong = material instanceof MeshPhongMaterial
  const known = isPhong || material instanceof MeshLambertMaterial ? material : new MeshLambertMaterial()
  const maps = FBX_MAPS.flatMap((map) => {
    const texture = known[map]
    return texture ? [[map, textureOf(texture)] as const] : []
  })
  return {
    name: material.name,
    colour: known.color.toArray(),
    emissive: known.emissive.toArray(),
    emissiveFactor: known.emissiveIntensity,
    opacity: material.opacity,
    isTransparent: material.transparent,
    shininess: isPhong ? Number(material.shininess) : 0,
    bumpScale: Number(known.bumpScale),
    side: material.side,
    hasVertexColours: material.vertexColors,
    maps: Object.fromEntries(maps),
  }
}

/** The memory of a parcel that a worker need not copy. */
export function movable({ geometries, clips, nodes }: FbxParcel): ArrayBuffer[] {
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

/** An attribute as three draws it. */
export function unpackAttribute({ array, itemSize, isNormalised, name }: PackedAttribute): BufferAttribute {
  const attribute = new BufferAttribute(array, itemSize, isNormalised)
  attribute.name = name
  return attribute
}
