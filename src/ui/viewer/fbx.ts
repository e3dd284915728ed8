import {
  AnimationClip,
  Bone,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  type Material,
  Matrix4,
  Mesh,
  NumberKeyframeTrack,
  type Object3D,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  type Texture,
  VectorKeyframeTrack,
} from 'three'
import type { ModelBudget } from '../../files/model-budget.ts'
import { overBudget } from '../../files/model-budget.ts'
import { materialFrom, texturesFrom } from './fbx-material.ts'
import {
  type FbxParcel,
  type PackedAttribute,
  type PackedClip,
  type PackedGeometry,
  type PackedNode,
  unpackAttribute,
} from './fbx-parcel.ts'
import { parseApart } from './fbx-reader.ts'
import { fbxBytes } from './fbx-size.ts'
import { refuseOldFbx } from './fbx-version.ts'
import type { Persona } from './persona.ts'
import type { Variants } from './variants.ts'
import { ViewerError } from './viewer-error.ts'

/** A model as it was read; `isFbx` tells that its clips count in centimetres. */
export interface ReadModel {
  scene: Object3D
  clips: AnimationClip[]
  isFbx: boolean
  variants?: Variants | null
  persona?: Persona | null
}

/** One centimetre, in metres; an FBX file's unit counts in them. */
const CENTIMETRE = 0.01

/**
 * Reads an FBX file and scales it to metres; its pictures are decoded before it answers, and those that are missing are
 * left out. Rejects with a `ViewerError`: `unreadable`, or `toolarge` for a file over the budget or over the time.
 */
export async function readFbx(bytes: ArrayBuffer, budget: ModelBudget, parse = parseApart): Promise<ReadModel> {
  refuseOldFbx(bytes)
  refuseOver({ bytes: await fbxBytes(bytes, budget.bytes) }, budget)
  const parcel = await parse(bytes)
  refuseOver(measure(parcel), budget)
  const textures = await texturesFrom(parcel.textures)
  const scene = new Group()
  scene.add(build(parcel, textures))
  scene.scale.setScalar(CENTIMETRE * (parcel.unit > 0 ? parcel.unit : 1))
  return { scene, clips: parcel.clips.map(unpackClip), isFbx: true }
}

const NOTHING: ModelBudget = {
  vertices: 0,
  draws: 0,
  morphs: 0,
  nodes: 0,
  depth: 0,
  bytes: 0,
  images: 0,
  pixels: 0,
}

function refuseOver(demand: Partial<ModelBudget>, budget: ModelBudget): void {
  const over = overBudget({ ...NOTHING, ...demand }, budget)
  if (over) throw new ViewerError('toolarge', `The model asks for ${over.asked} ${over.what}; ${over.allowed} may be`)
}

function measure({ nodes, geometries, textures }: FbxParcel): Partial<ModelBudget> {
  const count = ({ attributes }: PackedGeometry) => (attributes['position']?.array.length ?? 0) / 3
  const drawn = nodes.flatMap(({ geometry }) => (geometry === undefined ? [] : [geometries[geometry]!]))
  return {
    nodes: nodes.length,
    draws: drawn.length,
    vertices: drawn.reduce((sum, geometry) => sum + count(geometry), 0),
    images: textures.length,
  }
}

function build(parcel: FbxParcel, textures: readonly (Texture | null)[]): Object3D {
  const geometries = parcel.geometries.map(unpackGeometry)
  const isColoured = ({ geometry }: PackedNode) => geometries[geometry ?? -1]?.hasAttribute('color') ?? false
  const coloured = new Set(parcel.nodes.flatMap((node) => (isColoured(node) ? (node.materials ?? []) : [])))
  const materials = parcel.materials.map((packed, index) =>
    materialFrom({ ...packed, hasVertexColours: coloured.has(index) }, textures),
  )
  const objects = parcel.nodes.map((node) => unpackNode(node, geometries, materials))
  for (const [index, object] of objects.entries()) objects[parcel.nodes[index]!.parent]?.add(object)
  const [root = new Group()] = objects
  root.updateMatrixWorld(true)
  for (const [index, { skeleton }] of parcel.nodes.entries()) {
    const skin = objects[index]
    if (!skeleton || !(skin instanceof SkinnedMesh)) continue
    const bones = skeleton.bones.map((bone) => (objects[bone] as Bone | undefined) ?? new Bone())
    const inverses = bones.map((_, at) => new Matrix4().fromArray(skeleton.inverses, at * 16))
    skin.bind(new Skeleton(bones, inverses), new Matrix4().fromArray([...skeleton.bind]))
  }
  return root
}

function unpackNode(node: PackedNode, geometries: readonly BufferGeometry[], materials: readonly Material[]): Object3D {
  const object = objectFor(node, geometries, materials)
  object.name = node.name
  object.visible = node.isVisible
  object.position.fromArray(node.place, 0)
  object.quaternion.fromArray([...node.place], 3)
  object.scale.fromArray(node.place, 7)
  return object
}

function objectFor(
  { kind, geometry, materials: worn = [] }: PackedNode,
  geometries: readonly BufferGeometry[],
  all: readonly Material[],
) {
  if (kind === 'bone') return new Bone()
  if (kind === 'group') return new Group()
  const shape = geometries[geometry ?? -1] ?? new BufferGeometry()
  if (kind === 'line') return new Line(shape, new LineBasicMaterial())
  const materials = worn.flatMap((index) => all[index] ?? [])
  const material = materials.length === 1 ? materials[0]! : materials
  return kind === 'skin' ? new SkinnedMesh(shape, material) : new Mesh(shape, material)
}

function unpackGeometry({ attributes, index, morphs, isRelative, groups }: PackedGeometry): BufferGeometry {
  const geometry = new BufferGeometry()
  for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, unpackAttribute(attribute))
  for (const [name, all] of Object.entries(morphs)) {
    geometry.morphAttributes[name as 'position'] = all.map(unpackAttribute)
  }
  if (index) geometry.setIndex(unpackAttribute(index))
  geometry.morphTargetsRelative = isRelative
  for (const { start, count, materialIndex } of groups) geometry.addGroup(start, count, materialIndex)
  // Without normals no light reaches it; a layer of colours that says nothing but black is one that nobody filled.
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals()
  if (attributes['color'] && isBlack(attributes['color'])) geometry.deleteAttribute('color')
  return geometry
}

const isBlack = ({ array, itemSize }: PackedAttribute) =>
  !array.some((value: number, index: number) => value > 0 && index % itemSize < 3)

const TRACKS = {
  vector: VectorKeyframeTrack,
  quaternion: QuaternionKeyframeTrack,
  number: NumberKeyframeTrack,
} as const

function unpackClip({ name, duration, tracks }: PackedClip): AnimationClip {
  return new AnimationClip(
    name,
    duration,
    tracks.flatMap(({ kind, name: path, times, values }) => {
      const Track = TRACKS[kind as keyof typeof TRACKS]
      return Track && times.length > 0 ? [new Track(path, times, values)] : []
    }),
  )
}
