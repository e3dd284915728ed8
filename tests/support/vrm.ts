import { Document, NodeIO } from '@gltf-transform/core'
import { buildGlb, TINY_PNG } from './glb.ts'
import { BONES, buildVrm0Extensions, buildVrm1Extensions, PLAIT_BONES } from './vrm-extensions.ts'

export interface VrmOptions {
  version: 0 | 1
  /** Overrides of the extension of the VRM version: `VRM` (0.x) or `VRMC_vrm`. */
  extension?: object
  /** Overrides of the springs: `secondaryAnimation` (0.x) or `VRMC_springBone`. */
  springs?: object
  /** Whether the eyes move by expressions instead of bones. */
  looksByFace?: boolean
  /** Omits the texture, for environments that cannot decode images. */
  hasNoPicture?: boolean
}

const FACE_TARGETS = ['Mouth open', 'Smile', 'Lids shut', 'Eyes up']

/**
 * Creates a small VRM: a figure of boxes whose bones have meaningless names, a swinging plait, and a face of four morph targets
 * with expressions. The material is a toon material with a texture. The figure faces −z in version 0.x and z in version 1.
 */
export async function buildVrm({
  version,
  extension = {},
  springs = {},
  looksByFace = false,
  hasNoPicture = false,
}: VrmOptions): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (values: Float32Array | Uint16Array, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4') =>
    document.createAccessor().setType(type).setArray(values).setBuffer(buffer)
  // Figures of version 0.x face −z, so their left and right are swapped.
  const side = version === 0 ? -1 : 1
  const scene = document.createScene()
  const bones = new Map<string, ReturnType<Document['createNode']>>()
  const worldPositions = new Map<string, readonly [x: number, y: number, z: number]>()
  const addBone = (name: string, parent: string | null, x: number, y: number, z = 0) => {
    const node = document.createNode(`node ${bones.size}`).setTranslation([x * side, y, z * side])
    const [px, py, pz] = worldPositions.get(parent ?? '') ?? [0, 0, 0]
    worldPositions.set(name, [px + x * side, py + y, pz + z * side])
    if (parent) bones.get(parent)!.addChild(node)
    else scene.addChild(node)
    bones.set(name, node)
  }
  for (const [name, parent, x, y] of BONES) addBone(name, parent, x, y)
  addBone(PLAIT_BONES[0]!, 'head', 0.02, 0.1, -0.1)
  addBone(PLAIT_BONES[1]!, PLAIT_BONES[0]!, 0.12, 0)
  addBone(PLAIT_BONES[2]!, PLAIT_BONES[1]!, 0.12, 0)
  const names = [...bones.keys()]

  const material = document.createMaterial('Skin').setBaseColorFactor([0.9, 0.7, 0.6, 1])
  if (!hasNoPicture) {
    material.setBaseColorTexture(document.createTexture('Cloth').setImage(TINY_PNG).setMimeType('image/png'))
  }
  const boxes = [
    ...names.flatMap((name) =>
      buildBox(worldPositions.get(name)!, name.includes('Eye') ? 0.015 : 0.05, names.indexOf(name)),
    ),
    ...buildBox([0, 1.56, 0], 0.1, names.indexOf('head')),
    ...buildBox([0, 1.1, 0], 0.14, names.indexOf('chest')),
  ]
  const count = boxes.length
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor(new Float32Array(boxes.flatMap(({ at }) => at)), 'VEC3'))
    .setAttribute('NORMAL', accessor(new Float32Array(boxes.flatMap(({ normal }) => normal)), 'VEC3'))
    .setAttribute('TEXCOORD_0', accessor(new Float32Array(count * 2), 'VEC2'))
    .setAttribute('JOINTS_0', accessor(new Uint16Array(boxes.flatMap(({ bone }) => [bone, 0, 0, 0])), 'VEC4'))
    .setAttribute('WEIGHTS_0', accessor(new Float32Array(boxes.flatMap(() => [1, 0, 0, 0])), 'VEC4'))
    .setMaterial(material)
  for (const name of FACE_TARGETS) {
    const offsets = boxes.flatMap(({ bone }) => [0, bone === names.indexOf('head') ? 0.01 : 0, 0])
    primitive.addTarget(
      document.createPrimitiveTarget(name).setAttribute('POSITION', accessor(new Float32Array(offsets), 'VEC3')),
    )
  }
  const mesh = document.createMesh('Body').addPrimitive(primitive)
  mesh.setExtras({ targetNames: FACE_TARGETS }).setWeights(FACE_TARGETS.map(() => 0))
  const skin = document.createSkin()
  for (const node of bones.values()) skin.addJoint(node)
  const inverses = [...worldPositions.values()].flatMap(([x, y, z]) => [
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    -x,
    -y,
    -z,
    1,
  ])
  skin.setInverseBindMatrices(
    document.createAccessor().setType('MAT4').setArray(new Float32Array(inverses)).setBuffer(buffer),
  )
  const body = document.createNode('Body').setMesh(mesh).setSkin(skin)
  scene.addChild(body)

  const nodes = document.getRoot().listNodes()
  const at = (name: string) => nodes.indexOf(bones.get(name)!)
  const extensions =
    version === 1
      ? buildVrm1Extensions({ at, mesh: nodes.indexOf(body), overrides: extension, springs, looksByFace })
      : buildVrm0Extensions({ at, overrides: extension, springs, looksByFace, isPlain: hasNoPicture })
  const { json, resources } = await new NodeIO().writeJSON(document, {})
  if (version === 1) {
    Object.assign(json.materials![0]!, {
      extensions: {
        VRMC_materials_mtoon: {
          specVersion: '1.0',
          shadeColorFactor: [0.5, 0.3, 0.3],
          outlineWidthMode: 'worldCoordinates',
          outlineWidthFactor: 0.002,
        },
      },
    })
  }
  Object.assign(json, { extensions, extensionsUsed: Object.keys(extensions) })
  return packGlb(json, resources)
}

interface Corner {
  at: [number, number, number]
  normal: [number, number, number]
  bone: number
}

/** Returns the twelve triangles of a box around a point. */
function buildBox([x, y, z]: readonly [number, number, number], half: number, bone: number): Corner[] {
  const corners: Corner[] = []
  for (const axis of [0, 1, 2]) {
    for (const sign of [1, -1]) {
      const corner = (u: number, v: number): Corner => {
        const local = [0, 0, 0] as [number, number, number]
        local[axis] = sign
        local[(axis + 1) % 3] = u
        local[(axis + 2) % 3] = v * sign
        const normal = [0, 0, 0] as [number, number, number]
        normal[axis] = sign
        return { at: [x + local[0] * half, y + local[1] * half, z + local[2] * half], normal, bone }
      }
      const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
      corners.push(a, b, c, a, c, d)
    }
  }
  return corners
}

/** Packs a GLB whose extensions glTF-Transform does not support. */
function packGlb(json: object, resources: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const document = json as {
    buffers: { uri?: string }[]
    images?: { uri?: string; mimeType?: string; bufferView?: number }[]
    bufferViews: object[]
  }
  const [buffer] = document.buffers
  const bin = [resources[buffer!.uri!]!]
  let length = bin[0]!.byteLength
  for (const image of document.images ?? []) {
    const bytes = resources[image.uri!]!
    image.mimeType = 'image/png'
    image.bufferView = document.bufferViews.length
    document.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.byteLength })
    delete image.uri
    bin.push(bytes)
    length += bytes.byteLength
  }
  delete buffer!.uri
  Object.assign(buffer!, { byteLength: length })
  return buildGlb(
    JSON.stringify(document),
    new Uint8Array(Buffer.concat([...bin, Buffer.alloc((4 - (length % 4)) % 4)])),
  )
}
