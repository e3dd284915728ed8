import {
  Document,
  Logger,
  type Material,
  type Node,
  NodeIO,
  type Scene,
  type Skin,
  TextureInfo,
} from '@gltf-transform/core'
import { KHRMaterialsSheen, KHRMeshQuantization, KHRTextureTransform } from '@gltf-transform/extensions'
import { dedup, prune, quantize, weld } from '@gltf-transform/functions'
import { parseLinearColour } from '../../server/render/recolour.ts'
import type { Patch } from './build-patches.ts'
import type { Clip } from './clips.ts'
import { type Figure, findJoint, localRestTransform } from './figure.ts'
import type { Paints } from './paint.ts'
import {
  addTextureCoordinates,
  buildWeaveNormalMap,
  isHairWeave,
  normalMapScaleOf,
  type TexturedPatch,
  type Weave,
  weaveRepeatsOf,
} from './weave.ts'

export interface GlbContent {
  name: string
  figure: Figure
  patches: readonly Patch[]
  paints: Paints
  clips?: readonly Clip[]
  /** Whether the model is a prop that is not worn. The file then has no skeleton. */
  isStandalone?: boolean
}

/** Mixamo's prefix of joint names. */
export const JOINT_PREFIX = 'mixamorig:'

/** Writes a model as GLB with quantised attributes, skinned unless it is standalone. Throws for a material without paint. */
export async function writeModel(model: GlbContent): Promise<Uint8Array> {
  const document = new Document()
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  document.createBuffer()
  const scene = document.createScene(model.name)
  const rig = model.isStandalone ? undefined : addSkeleton(document, scene, model.figure)
  const materials = new Map<string, Material>()
  for (const name of [...new Set(model.patches.map((patch) => patch.mesh))])
    scene.addChild(addMesh(document, rig?.skin, name, model, materials))
  for (const clip of model.clips ?? []) if (rig) addClip(document, rig.nodes, clip)
  return packDocument(document)
}

/** Writes clips only, with the skeleton's nodes. */
export async function writeClips(name: string, figure: Figure, clips: readonly Clip[]): Promise<Uint8Array> {
  const document = new Document()
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  document.createBuffer()
  const scene = document.createScene(name)
  const root = document.createNode('Armature')
  scene.addChild(root)
  const nodes = addNodes(document, root, figure)
  for (const clip of clips) addClip(document, nodes, clip)
  return new NodeIO().writeBinary(document)
}

/** Cleans and quantises a document, and writes it as GLB. */
export async function packDocument(document: Document): Promise<Uint8Array> {
  await document.transform(
    weld(),
    dedup({ keepUniqueNames: true }),
    prune({ keepAttributes: true, keepLeaves: true, keepSolidTextures: true }),
    quantize({
      quantizationVolume: 'scene',
      quantizePosition: 14,
      quantizeNormal: 8,
      quantizeColor: 8,
      quantizeWeight: 8,
      quantizeTexcoord: 16,
    }),
  )
  return new NodeIO()
    .registerExtensions([KHRMeshQuantization, KHRMaterialsSheen, KHRTextureTransform])
    .writeBinary(document)
}

function addNodes(document: Document, root: Node, figure: Figure): Map<string, Node> {
  const nodes = new Map<string, Node>()
  for (const joint of figure.joints.values()) {
    const { translation, rotation } = localRestTransform(figure, joint)
    const node = document
      .createNode(JOINT_PREFIX + joint.name)
      .setTranslation(translation.map(roundToMicro) as [number, number, number])
      .setRotation(rotation.map(roundToMicro) as [number, number, number, number])
    nodes.set(joint.name, node)
    const parent = joint.parent === undefined ? root : nodes.get(joint.parent)!
    parent.addChild(node)
  }
  return nodes
}

function addSkeleton(document: Document, scene: Scene, figure: Figure): { nodes: Map<string, Node>; skin: Skin } {
  const root = document.createNode('Armature')
  scene.addChild(root)
  const nodes = addNodes(document, root, figure)
  const inverse = new Float32Array(nodes.size * 16)
  let at = 0
  const skin = document.createSkin('Skeleton').setSkeleton(nodes.get('Hips')!)
  for (const [name, node] of nodes) {
    skin.addJoint(node)
    inverse.set(inverseBind(figure, name), at)
    at += 16
  }
  const accessor = document
    .createAccessor()
    .setType('MAT4')
    .setArray(inverse)
    .setBuffer(document.getRoot().listBuffers()[0]!)
  return { nodes, skin: skin.setInverseBindMatrices(accessor) }
}

/** Returns the inverse of a joint's rest transform as a column-major matrix: inverted rotation and translation. */
function inverseBind(figure: Figure, name: string): number[] {
  const { position, rotation } = findJoint(figure, name)
  const [x, y, z, w] = rotation
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ]
  const back = columns.map((c) => -(c[0]! * position[0] + c[1]! * position[1] + c[2]! * position[2]))
  const rows = [0, 1, 2].flatMap((k) => [columns[0]![k]!, columns[1]![k]!, columns[2]![k]!, 0])
  return [...rows, back[0]!, back[1]!, back[2]!, 1]
}

function addMesh(
  document: Document,
  skin: Skin | undefined,
  name: string,
  { patches, paints }: GlbContent,
  materials: Map<string, Material>,
): Node {
  const buffer = document.getRoot().listBuffers()[0]!
  const own = patches.filter((patch) => patch.mesh === name)
  const targets = [...new Set(own.flatMap((patch) => [...patch.morphs.keys()]))]
  const mesh = document.createMesh(name)
  if (targets.length > 0) mesh.setExtras({ targetNames: targets }).setWeights(targets.map(() => 0))
  const add = (
    type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR',
    array: Float32Array | Uint16Array | Uint32Array | Uint8Array,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  for (const source of own) {
    const weave = paints[source.material]?.weave
    const patch: Patch & Partial<TexturedPatch> = weave ? addTextureCoordinates(source, weave) : source
    const material = materials.get(patch.material) ?? addMaterial(document, patch.material, paints)
    materials.set(patch.material, material)
    const primitive = document
      .createPrimitive()
      .setMaterial(material)
      .setIndices(add('SCALAR', patch.indices))
      .setAttribute('POSITION', add('VEC3', patch.positions))
      .setAttribute('NORMAL', add('VEC3', patch.normals))
    if (patch.uvs) primitive.setAttribute('TEXCOORD_0', add('VEC2', patch.uvs))
    if (patch.tangents) primitive.setAttribute('TANGENT', add('VEC4', patch.tangents))
    if (skin)
      primitive
        .setAttribute('JOINTS_0', add('VEC4', Uint8Array.from(patch.influences.flatMap(({ joints }) => joints))))
        .setAttribute('WEIGHTS_0', add('VEC4', Float32Array.from(patch.influences.flatMap(({ weights }) => weights))))
    if (patch.colours.some((value) => value < 0.995)) primitive.setAttribute('COLOR_0', add('VEC3', patch.colours))
    for (const target of targets) {
      const delta = patch.morphs.get(target) ?? new Float32Array(patch.positions.length)
      primitive.addTarget(document.createPrimitiveTarget(target).setAttribute('POSITION', add('VEC3', delta)))
    }
    mesh.addPrimitive(primitive)
  }
  return document
    .createNode(name)
    .setMesh(mesh)
    .setSkin(skin ?? null)
}

/** Creates a material from its paint. Throws if the paint is missing. */
export function addMaterial(document: Document, name: string, paints: Paints): Material {
  const paint = paints[name]
  if (!paint) throw new Error(`The material ${name} has no paint.`)
  const alpha = paint.alpha ?? 1
  const [red, green, blue] = parseLinearColour(paint.colour).map((channel) => roundToMicro(channel)) as [
    number,
    number,
    number,
  ]
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([red, green, blue, alpha])
    .setRoughnessFactor(paint.roughness)
    .setMetallicFactor(paint.metallic ?? 0)
    .setAlphaMode(alpha < 1 ? 'BLEND' : 'OPAQUE')
    .setDoubleSided(paint.doubleSided ?? false)
  if (paint.weave) addWeave(document, material, paint.weave)
  return material
}

/** Sheen of cloth and hair at grazing angles. Grey, so that the sheen suits every colour that the material gets later. */
const SHEEN = { cloth: 0.1, hair: 0.06, roughness: 0.45 }

function addWeave(document: Document, material: Material, weave: Weave): void {
  const nap = isHairWeave(weave) ? SHEEN.hair : SHEEN.cloth
  const existing = document
    .getRoot()
    .listTextures()
    .find((texture) => texture.getName() === weave)
  const texture =
    existing ?? document.createTexture(weave).setMimeType('image/png').setImage(buildWeaveNormalMap(weave))
  const sheen = document
    .createExtension(KHRMaterialsSheen)
    .createSheen()
    .setSheenColorFactor([nap, nap, nap])
    .setSheenRoughnessFactor(SHEEN.roughness)
  const transform = document.createExtension(KHRTextureTransform).createTransform().setScale(weaveRepeatsOf(weave))
  material
    .setNormalTexture(texture)
    .setNormalScale(normalMapScaleOf(weave))
    .setExtension(KHRMaterialsSheen.EXTENSION_NAME, sheen)
  material
    .getNormalTextureInfo()!
    .setWrapS(TextureInfo.WrapMode['REPEAT']!)
    .setWrapT(TextureInfo.WrapMode['REPEAT']!)
    .setMinFilter(TextureInfo.MinFilter['LINEAR_MIPMAP_LINEAR']!)
    .setMagFilter(TextureInfo.MagFilter['LINEAR']!)
    .setExtension(KHRTextureTransform.EXTENSION_NAME, transform)
}

/** Rounds to six decimals, which is enough for pictures and poses. More digits would make up a third of a small model's JSON. */
const roundToMicro = (value: number): number => Math.round(value * 1e6) / 1e6

function addClip(document: Document, nodes: ReadonlyMap<string, Node>, clip: Clip): void {
  const buffer = document.getRoot().listBuffers()[0]!
  const animation = document.createAnimation(clip.name)
  const times = document.createAccessor().setType('SCALAR').setArray(Float32Array.from(clip.times)).setBuffer(buffer)
  for (const track of clip.tracks) {
    const node = nodes.get(track.joint)
    if (!node) throw new Error(`The clip ${clip.name} moves ${track.joint}, which the skeleton lacks.`)
    const output = document
      .createAccessor()
      .setType(track.path === 'rotation' ? 'VEC4' : 'VEC3')
      .setArray(Float32Array.from(track.values))
      .setBuffer(buffer)
    const sampler = document.createAnimationSampler().setInput(times).setOutput(output).setInterpolation('LINEAR')
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(track.path).setSampler(sampler)
    animation.addSampler(sampler).addChannel(channel)
  }
}
