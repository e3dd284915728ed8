import { Accessor, Document, NodeIO } from '@gltf-transform/core'
import { readAccessor } from '../../server/render/accessor.ts'
import { type Glb, readGlb } from '../../server/render/glb.ts'
import { unpackGlb } from '../../server/render/unpack-glb.ts'
import { buildGlb } from './glb.ts'

/** Number of vertices along each side of {@link buildSkinnedSheet}, a flat square of one metre. */
export const SHEET_SIDE_VERTICES = 21
/** Normal deltas of the sheet's morph target, the same at every vertex. */
export const NORMAL_DELTA = [0.5, 0, -0.25] as const

/**
 * Creates a flat sheet bound to two joints. The weight of the second joint grows with x. The sheet has a morph target, extras,
 * and an unused material and node. Two more meshes differ only in their extras. `noRest` omits the skin's inverse bind matrices.
 */
export async function buildSkinnedSheet({ noRest = false, picture }: { noRest?: boolean; picture?: Uint8Array } = {}) {
  const document = new Document()
  const buffer = document.createBuffer()
  const data = (type: 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(Accessor.Type[type]!)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const points = Array.from({ length: SHEET_SIDE_VERTICES * SHEET_SIDE_VERTICES }, (_, i) => [
    (i % SHEET_SIDE_VERTICES) / (SHEET_SIDE_VERTICES - 1),
    Math.floor(i / SHEET_SIDE_VERTICES) / (SHEET_SIDE_VERTICES - 1),
  ])
  const flatMapPoints = (compute: (x: number, y: number) => readonly number[]) =>
    points.flatMap(([x, y]) => compute(x!, y!))
  const corners: number[] = []
  for (let y = 0; y < SHEET_SIDE_VERTICES - 1; y++)
    for (let x = 0; x < SHEET_SIDE_VERTICES - 1; x++) {
      const at = y * SHEET_SIDE_VERTICES + x
      corners.push(at, at + 1, at + SHEET_SIDE_VERTICES, at + 1, at + SHEET_SIDE_VERTICES + 1, at + SHEET_SIDE_VERTICES)
    }
  const material = document.createMaterial('Cloth').setExtras({ slot: 'top' })
  document.createMaterial('Spare')
  if (picture)
    material.setBaseColorTexture(
      document
        .createTexture('Weave')
        .setImage(picture as Uint8Array<ArrayBuffer>)
        .setMimeType('image/png'),
    )
  const target = document
    .createPrimitiveTarget('lift')
    .setAttribute('POSITION', data('VEC3', new Float32Array(flatMapPoints((x) => [0, 0, x * 0.1]))))
    .setAttribute('NORMAL', data('VEC3', new Float32Array(flatMapPoints(() => NORMAL_DELTA))))
  const primitive = () =>
    document
      .createPrimitive()
      .setMaterial(material)
      .setIndices(data('SCALAR', new Uint16Array(corners)))
      .setAttribute('POSITION', data('VEC3', new Float32Array(flatMapPoints((x, y) => [x, y, 0]))))
      .setAttribute('NORMAL', data('VEC3', new Float32Array(flatMapPoints(() => [0, 0, 1]))))
      .setAttribute('TEXCOORD_0', data('VEC2', new Float32Array(flatMapPoints((x, y) => [x, y]))))
      .setAttribute('JOINTS_0', data('VEC4', new Uint16Array(flatMapPoints(() => [0, 1, 0, 0]))))
      .setAttribute('WEIGHTS_0', data('VEC4', new Float32Array(flatMapPoints((x) => [1 - x, x, 0, 0]))))
  const mesh = document
    .createMesh('Sheet')
    .addPrimitive(primitive().addTarget(target))
    .setExtras({ targetNames: ['lift'] })
  const backMesh = document.createMesh('Sheet').addPrimitive(primitive()).setExtras({ side: 'back' })
  const lining = document.createMesh('Sheet').addPrimitive(primitive()).setExtras({ side: 'lining' })
  const [hip, knee] = [document.createNode('Hip').setExtras({ bone: 1 }), document.createNode('Knee')]
  const skin = document.createSkin('Rig').addJoint(hip).addJoint(knee)
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  if (!noRest) skin.setInverseBindMatrices(data('MAT4', new Float32Array([...identity, ...identity])))
  document
    .createScene('Stage')
    .addChild(hip.addChild(knee).addChild(document.createNode('Socket')))
    .addChild(document.createNode('Front').setMesh(mesh).setSkin(skin))
    .addChild(document.createNode('Back').setMesh(backMesh).setSkin(skin))
    .addChild(document.createNode('Lining').setMesh(lining).setSkin(skin))
  return new NodeIO().writeBinary(document)
}

/** Returns a triangle of one metre whose positions are bytes, in centimetres. */
export function buildQuantisedTriangle(): Uint8Array {
  const extension = ['KHR_mesh_quantization']
  const document = {
    asset: { version: '2.0' },
    extensionsUsed: extension,
    extensionsRequired: extension,
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, scale: [0.01, 0.01, 0.01] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5121, count: 3, type: 'VEC3', min: [0, 0, 0], max: [100, 100, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 12, byteStride: 4, target: 34962 }],
    buffers: [{ byteLength: 12 }],
  }
  return buildGlb(JSON.stringify(document), Uint8Array.of(0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0))
}

interface NamedElement {
  name?: string
  extras?: object
}

/** Returns the sorted names in a model with their kind, its extras, and its joints and morph targets by name. */
export function listModelNames(bytes: Uint8Array) {
  const { json } = readGlb(bytes)
  const document = json as unknown as Record<string, NamedElement[] | undefined>
  const kinds = ['scenes', 'nodes', 'meshes', 'materials', 'textures', 'images', 'animations', 'skins', 'cameras']
  const all = kinds.flatMap((kind) => (document[kind] ?? []).map((element) => [kind, element] as const))
  return {
    names: all.flatMap(([kind, { name }]) => (name ? [`${kind} ${name}`] : [])).sort(),
    extras: all
      .flatMap(([kind, { extras }]) =>
        extras && Object.keys(extras).length > 0 ? [`${kind} ${JSON.stringify(extras)}`] : [],
      )
      .sort(),
    joints: (json.skins ?? []).map(({ joints }) => joints.map((joint) => json.nodes?.[joint]?.name)),
  }
}

/** Opens a model with the renderer's own reader. Returns readers for the attributes of the first primitive of the named mesh. */
export async function openPackedModel(bytes: Uint8Array, mesh: string) {
  const glb: Glb = await unpackGlb(readGlb(bytes))
  const index = glb.json.meshes?.findIndex((named) => (named as NamedElement).name === mesh) ?? -1
  const primitive = glb.json.meshes![index]!.primitives[0]!
  return {
    glb,
    primitive,
    read: (name: string) => readAccessor(glb, primitive.attributes[name as 'POSITION']!),
    readTarget: (name: string) => readAccessor(glb, primitive.targets![0]![name as 'POSITION']!),
  }
}
