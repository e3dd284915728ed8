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
import type { ModelBudget } from '../../../files/model-budget.ts'
import { findBudgetExcess } from '../../../files/model-budget.ts'
import { ViewerError } from '../viewer-error.ts'
import { createMaterial, decodeTextures } from './fbx-material.ts'
import { measureUnpackedFbxBytes } from './fbx-size.ts'
import {
  type FbxTransfer,
  type PackedAttribute,
  type PackedClip,
  type PackedGeometry,
  type PackedNode,
  unpackAttribute,
} from './fbx-transfer.ts'
import { assertSupportedFbx } from './fbx-version.ts'
import { parseInWorker } from './fbx-worker-client.ts'
import type { MaterialVariants } from './material-variants.ts'
import type { VrmPersona } from './vrm-persona.ts'

/** Model or animation as read from a file. `isFbx` means that its clips are in centimetres. */
export interface ParsedModel {
  scene: Object3D
  clips: AnimationClip[]
  isFbx: boolean
  variants?: MaterialVariants | null
  persona?: VrmPersona | null
}

/** One centimetre in metres; the unit of an FBX file is given in centimetres. */
const CENTIMETRE = 0.01

/**
 * Reads an FBX file, scales it to metres and decodes its images. Missing images are left out. Rejects with a `ViewerError`:
 * `unreadable`, or `toolarge` for a file beyond the budget or the time limit.
 */
export async function readFbx(bytes: ArrayBuffer, budget: ModelBudget, parse = parseInWorker): Promise<ParsedModel> {
  assertSupportedFbx(bytes)
  assertWithinBudget({ bytes: await measureUnpackedFbxBytes(bytes, budget.bytes) }, budget)
  const parcel = await parse(bytes)
  assertWithinBudget(measureDemand(parcel), budget)
  const textures = await decodeTextures(parcel.textures)
  const scene = new Group()
  scene.add(buildObjects(parcel, textures))
  scene.scale.setScalar(CENTIMETRE * (parcel.unit > 0 ? parcel.unit : 1))
  return { scene, clips: parcel.clips.map(unpackClip), isFbx: true }
}

const EMPTY_DEMAND: ModelBudget = {
  vertices: 0,
  draws: 0,
  morphs: 0,
  nodes: 0,
  depth: 0,
  bytes: 0,
  images: 0,
  pixels: 0,
}

function assertWithinBudget(demand: Partial<ModelBudget>, budget: ModelBudget): void {
  const excess = findBudgetExcess({ ...EMPTY_DEMAND, ...demand }, budget)
  if (excess)
    throw new ViewerError('toolarge', `The model needs ${excess.required} ${excess.what}; the limit is ${excess.limit}`)
}

function measureDemand({ nodes, geometries, textures }: FbxTransfer): Partial<ModelBudget> {
  const vertexCount = ({ attributes }: PackedGeometry) => (attributes['position']?.array.length ?? 0) / 3
  const drawnGeometries = nodes.flatMap(({ geometry }) => (geometry === undefined ? [] : [geometries[geometry]!]))
  return {
    nodes: nodes.length,
    draws: drawnGeometries.length,
    vertices: drawnGeometries.reduce((sum, geometry) => sum + vertexCount(geometry), 0),
    images: textures.length,
  }
}

function buildObjects(parcel: FbxTransfer, textures: readonly (Texture | null)[]): Object3D {
  const geometries = parcel.geometries.map(unpackGeometry)
  const isColoured = ({ geometry }: PackedNode) => geometries[geometry ?? -1]?.hasAttribute('color') ?? false
  const colouredMaterials = new Set(parcel.nodes.flatMap((node) => (isColoured(node) ? (node.materials ?? []) : [])))
  const materials = parcel.materials.map((packed, index) =>
    createMaterial({ ...packed, hasVertexColours: colouredMaterials.has(index) }, textures),
  )
  const objects = parcel.nodes.map((node) => unpackNode(node, geometries, materials))
  for (const [index, object] of objects.entries()) objects[parcel.nodes[index]!.parent]?.add(object)
  const [root = new Group()] = objects
  root.updateMatrixWorld(true)
  for (const [index, { skeleton }] of parcel.nodes.entries()) {
    const skin = objects[index]
    if (!skeleton || !(skin instanceof SkinnedMesh)) continue
    const bones = skeleton.bones.map((bone) => (objects[bone] as Bone | undefined) ?? new Bone())
    const inverses = bones.map((_, boneIndex) => new Matrix4().fromArray(skeleton.inverses, boneIndex * 16))
    skin.bind(new Skeleton(bones, inverses), new Matrix4().fromArray([...skeleton.bind]))
  }
  return root
}

function unpackNode(node: PackedNode, geometries: readonly BufferGeometry[], materials: readonly Material[]): Object3D {
  const object = objectFor(node, geometries, materials)
  object.name = node.name
  object.visible = node.isVisible
  object.position.fromArray(node.transform, 0)
  object.quaternion.fromArray([...node.transform], 3)
  object.scale.fromArray(node.transform, 7)
  return object
}

function objectFor(
  { kind, geometry, materials: materialIndices = [] }: PackedNode,
  geometries: readonly BufferGeometry[],
  allMaterials: readonly Material[],
) {
  if (kind === 'bone') return new Bone()
  if (kind === 'group') return new Group()
  const shape = geometries[geometry ?? -1] ?? new BufferGeometry()
  if (kind === 'line') return new Line(shape, new LineBasicMaterial())
  const materials = materialIndices.flatMap((index) => allMaterials[index] ?? [])
  const material = materials.length === 1 ? materials[0]! : materials
  return kind === 'skin' ? new SkinnedMesh(shape, material) : new Mesh(shape, material)
}

function unpackGeometry({ attributes, index, morphs, isRelative, groups }: PackedGeometry): BufferGeometry {
  const geometry = new BufferGeometry()
  for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, unpackAttribute(attribute))
  for (const [name, attributesOfKind] of Object.entries(morphs)) {
    geometry.morphAttributes[name as 'position'] = attributesOfKind.map(unpackAttribute)
  }
  if (index) geometry.setIndex(unpackAttribute(index))
  geometry.morphTargetsRelative = isRelative
  for (const { start, count: vertexCount, materialIndex } of groups)
    geometry.addGroup(start, vertexCount, materialIndex)
  // Without normals the mesh would not be lit. An all-black colour layer was never painted, so it is dropped.
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
