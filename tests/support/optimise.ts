import { Accessor, Document, NodeIO } from '@gltf-transform/core'
import { readAccessor } from '../../server/render/accessor.ts'
import { type Glb, readGlb } from '../../server/render/glb.ts'
import { unpackGlb } from '../../server/render/unpack.ts'
import { glbOf } from './glb.ts'

/** Vertices along each side of {@link skinnedSheet}, a flat square metre. */
export const SIDE = 21
/** The normals' deltas of its morph target, the same at every vertex. */
export const TILT = [0.5, 0, -0.25] as const

/**
 * A flat sheet that hangs on two joints: the share of the second grows with x. It has a morph target, extras, a material and
 * an empty node that nothing uses, and two more meshes that differ in their extras alone. `noRest` leaves out the matrices of its skin.
 */
export async function skinnedSheet({ noRest = false, picture }: { noRest?: boolean; picture?: Uint8Array } = {}) {
  const document = new Document()
  const buffer = document.createBuffer()
  const data = (type: 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(Accessor.Type[type]!)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const points = Array.from({ length: SIDE * SIDE }, (_, i) => [
    (i % SIDE) / (SIDE - 1),
    Math.floor(i / SIDE) / (SIDE - 1),
  ])
  const each = (of: (x: number, y: number) => readonly number[]) => points.flatMap(([x, y]) => of(x!, y!))
  const corners: number[] = []
  for (let y = 0; y < SIDE - 1; y++)
    for (let x = 0; x < SIDE - 1; x++) {
      const at = y * SIDE + x
      corners.push(at, at + 1, at + SIDE, at + 1, at + SIDE + 1, at + SIDE)
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
    .setAttribute('POSITION', data('VEC3', new Float32Array(each((x) => [0, 0, x * 0.1]))))
    .setAttribute('NORMAL', data('VEC3', new Float32Array(each(() => TILT))))
  const primitive = () =>
    document
      .createPrimitive()
      .setMaterial(material)
      .setIndices(data('SCALAR', new Uint16Array(corners)))
      .setAttribute('POSITION', data('VEC3', new Float32Array(each((x, y) => [x, y, 0]))))
      .setAttribute('NORMAL', data('VEC3', new Float32Array(each(() => [0, 0, 1]))))
      .setAttribute('TEXCOORD_0', data('VEC2', new Float32Array(each((x, y) => [x, y]))))
      .setAttribute('JOINTS_0', data('VEC4', new Uint16Array(each(() => [0, 1, 0, 0]))))
      .setAttribute('WEIGHTS_0', data('VEC4', new Float32Array(each((x) => [1 - x, x, 0, 0]))))
  const mesh = document
    .createMesh('Sheet')
    .addPrimitive(primitive().addTarget(target))
    .setExtras({ targetNames: ['lift'] })
  const twin = document.createMesh('Sheet').addPrimitive(primitive()).setExtras({ side: 'back' })
  const lining = document.createMesh('Sheet').addPrimitive(primitive()).setExtras({ side: 'lining' })
  const [hip, knee] = [document.createNode('Hip').setExtras({ bone: 1 }), document.createNode('Knee')]
  const skin = document.createSkin('Rig').addJoint(hip).addJoint(knee)
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  if (!noRest) skin.setInverseBindMatrices(data('MAT4', new Float32Array([...identity, ...identity])))
  document
    .createScene('Stage')
    .addChild(hip.addChild(knee).addChild(document.createNode('Socket')))
    .addChild(document.createNode('Front').setMesh(mesh).setSkin(skin))
    .addChild(document.createNode('Back').setMesh(twin).setSkin(skin))
    .addChild(document.createNode('Lining').setMesh(lining).setSkin(skin))
  return new NodeIO().writeBinary(document)
}

/** A triangle of one metre whose positions are bytes, as centimetres. */
export function quantisedTriangle(): Uint8Array {
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
  return glbOf(JSON.stringify(document), Uint8Array.of(0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0))
}

interface Named {
  name?: string
  extras?: object
}

/** All names of a model by what they name, sorted, its extras, and its joints and morph targets by their names. */
export function namesOf(bytes: Uint8Array) {
  const { json } = readGlb(bytes)
  const document = json as unknown as Record<string, Named[] | undefined>
  const kinds = ['scenes', 'nodes', 'meshes', 'materials', 'textures', 'images', 'animations', 'skins', 'cameras']
  const all = kinds.flatMap((kind) => (document[kind] ?? []).map((it) => [kind, it] as const))
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

/** A model unpacked by the renderer's own reader, and the numbers of an attribute of its first mesh by that name. */
export async function opened(bytes: Uint8Array, mesh: string) {
  const glb: Glb = await unpackGlb(readGlb(bytes))
  const index = glb.json.meshes?.findIndex((it) => (it as Named).name === mesh) ?? -1
  const primitive = glb.json.meshes![index]!.primitives[0]!
  return {
    glb,
    primitive,
    read: (name: string) => readAccessor(glb, primitive.attributes[name as 'POSITION']!),
    readTarget: (name: string) => readAccessor(glb, primitive.targets![0]![name as 'POSITION']!),
  }
}
