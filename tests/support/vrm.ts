import { Document, NodeIO } from '@gltf-transform/core'
import { glbOf, TINY_PNG } from './glb.ts'

/** How a VRM is made. */
export interface VrmMaking {
  version: 0 | 1
  /** Laid over the version's own extension: the older `VRM`, or `VRMC_vrm`. */
  told?: object
  /** Laid over the springs: the older `secondaryAnimation`, or `VRMC_springBone`. */
  springs?: object
  /** Whether its eyes look by expressions instead of bones. */
  looksByFace?: boolean
  /** Without a picture, for where none can be decoded. */
  isPlain?: boolean
}

/** The bones that either version requires, and those we move, each with what it hangs on and where, in metres. */
const BONES: readonly (readonly [name: string, parent: string | null, x: number, y: number])[] = [
  ['hips', null, 0, 0.9],
  ['spine', 'hips', 0, 0.15],
  ['chest', 'spine', 0, 0.2],
  ['neck', 'chest', 0, 0.2],
  ['head', 'neck', 0, 0.08],
  ['leftEye', 'head', 0.03, 0.06],
  ['rightEye', 'head', -0.03, 0.06],
  ...(['left', 'right'] as const).flatMap((side) => {
    const out = side === 'left' ? 1 : -1
    return [
      [`${side}Shoulder`, 'chest', 0.05 * out, 0.15],
      [`${side}UpperArm`, `${side}Shoulder`, 0.1 * out, 0],
      [`${side}LowerArm`, `${side}UpperArm`, 0.25 * out, 0],
      [`${side}Hand`, `${side}LowerArm`, 0.22 * out, 0],
      [`${side}UpperLeg`, 'hips', 0.09 * out, -0.05],
      [`${side}LowerLeg`, `${side}UpperLeg`, 0, -0.4],
      [`${side}Foot`, `${side}LowerLeg`, 0, -0.4],
    ] as const
  }),
]

/** A plait of three, from the back of the head to one side. */
const PLAIT = ['Plait 1', 'Plait 2', 'Plait 3']

/** The morph targets of the face. */
const TARGETS = ['Mouth open', 'Smile', 'Lids shut', 'Eyes up']

/**
 * A small VRM: a figure of boxes with bones under names that tell nothing, a plait that swings, a face of four targets with
 * expressions, and toon materials with a texture. It faces where its version does.
 */
export async function vrmFile({
  version,
  told = {},
  springs = {},
  looksByFace = false,
  isPlain = false,
}: VrmMaking): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (values: Float32Array | Uint16Array, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4') =>
    document.createAccessor().setType(type).setArray(values).setBuffer(buffer)
  // The older version looks along −z, and so has its left on the other side.
  const side = version === 0 ? -1 : 1
  const scene = document.createScene()
  const bones = new Map<string, ReturnType<Document['createNode']>>()
  const places = new Map<string, readonly [x: number, y: number, z: number]>()
  const grow = (name: string, parent: string | null, x: number, y: number, z = 0) => {
    const node = document.createNode(`node ${bones.size}`).setTranslation([x * side, y, z * side])
    const [px, py, pz] = places.get(parent ?? '') ?? [0, 0, 0]
    places.set(name, [px + x * side, py + y, pz + z * side])
    if (parent) bones.get(parent)!.addChild(node)
    else scene.addChild(node)
    bones.set(name, node)
  }
  for (const [name, parent, x, y] of BONES) grow(name, parent, x, y)
  grow(PLAIT[0]!, 'head', 0.02, 0.1, -0.1)
  grow(PLAIT[1]!, PLAIT[0]!, 0.12, 0)
  grow(PLAIT[2]!, PLAIT[1]!, 0.12, 0)
  const names = [...bones.keys()]

  const material = document.createMaterial('Skin').setBaseColorFactor([0.9, 0.7, 0.6, 1])
  if (!isPlain) {
    material.setBaseColorTexture(document.createTexture('Cloth').setImage(TINY_PNG).setMimeType('image/png'))
  }
  const boxes = [
    ...names.flatMap((name) => boxAt(places.get(name)!, name.includes('Eye') ? 0.015 : 0.05, names.indexOf(name))),
    ...boxAt([0, 1.56, 0], 0.1, names.indexOf('head')),
    ...boxAt([0, 1.1, 0], 0.14, names.indexOf('chest')),
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
  for (const name of TARGETS) {
    const moved = boxes.flatMap(({ bone }) => [0, bone === names.indexOf('head') ? 0.01 : 0, 0])
    primitive.addTarget(
      document.createPrimitiveTarget(name).setAttribute('POSITION', accessor(new Float32Array(moved), 'VEC3')),
    )
  }
  const mesh = document.createMesh('Body').addPrimitive(primitive)
  mesh.setExtras({ targetNames: TARGETS }).setWeights(TARGETS.map(() => 0))
  const skin = document.createSkin()
  for (const node of bones.values()) skin.addJoint(node)
  const inverses = [...places.values()].flatMap(([x, y, z]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1])
  skin.setInverseBindMatrices(
    document.createAccessor().setType('MAT4').setArray(new Float32Array(inverses)).setBuffer(buffer),
  )
  const body = document.createNode('Body').setMesh(mesh).setSkin(skin)
  scene.addChild(body)

  const nodes = document.getRoot().listNodes()
  const at = (name: string) => nodes.indexOf(bones.get(name)!)
  const extensions =
    version === 1
      ? extensionsOf1({ at, mesh: nodes.indexOf(body), told, springs, looksByFace })
      : extensionsOf0({ at, told, springs, looksByFace, isPlain })
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
  return packed(json, resources)
}

interface Telling {
  at: (bone: string) => number
  told: object
  springs: object
  looksByFace: boolean
}

function extensionsOf1({ at, mesh, told, springs, looksByFace }: Telling & { mesh: number }) {
  const shows = (index: number) => ({ morphTargetBinds: [{ node: mesh, index, weight: 1 }] })
  const range = { inputMaxValue: 90, outputScale: looksByFace ? 1 : 60 }
  return {
    VRMC_vrm: {
      specVersion: '1.0',
      meta: { name: 'Figure', authors: ['Atelier'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
      humanoid: { humanBones: Object.fromEntries(BONES.map(([name]) => [name, { node: at(name) }])) },
      expressions: {
        preset: { aa: shows(0), happy: shows(1), blink: shows(2), lookUp: shows(3) },
        custom: { wink: shows(2) },
      },
      lookAt: {
        type: looksByFace ? 'expression' : 'bone',
        offsetFromHeadBone: [0, 0.06, 0],
        rangeMapHorizontalInner: range,
        rangeMapHorizontalOuter: range,
        rangeMapVerticalDown: range,
        rangeMapVerticalUp: range,
      },
      ...told,
    },
    VRMC_springBone: {
      specVersion: '1.0',
      colliders: [{ node: at('head'), shape: { sphere: { offset: [0, 0.1, 0], radius: 0.05 } } }],
      colliderGroups: [{ colliders: [0] }],
      springs: [
        {
          joints: PLAIT.map((name) => ({
            node: at(name),
            hitRadius: 0.01,
            stiffness: 0.4,
            gravityPower: 1,
            gravityDir: [0, -1, 0],
            dragForce: 0.5,
          })),
          colliderGroups: [0],
        },
      ],
      ...springs,
    },
  }
}

function extensionsOf0({ at, told, springs, looksByFace, isPlain }: Telling & { isPlain: boolean }) {
  const group = (name: string, presetName: string, index: number) => ({
    name,
    presetName,
    binds: [{ mesh: 0, index, weight: 100 }],
    materialValues: [],
  })
  const range = { xRange: 90, yRange: looksByFace ? 1 : 60 }
  return {
    VRM: {
      specVersion: '0.0',
      meta: { title: 'Figure', author: 'Atelier' },
      humanoid: { humanBones: BONES.map(([bone]) => ({ bone, node: at(bone) })) },
      firstPerson: {
        firstPersonBone: at('head'),
        lookAtTypeName: looksByFace ? 'BlendShape' : 'Bone',
        lookAtHorizontalInner: range,
        lookAtHorizontalOuter: range,
        lookAtVerticalDown: range,
        lookAtVerticalUp: range,
      },
      blendShapeMaster: {
        blendShapeGroups: [
          group('A', 'a', 0),
          group('Joy', 'joy', 1),
          group('Blink', 'blink', 2),
          group('LookUp', 'lookup', 3),
          group('Wink', 'unknown', 2),
        ],
      },
      secondaryAnimation: {
        boneGroups: [
          {
            stiffiness: 0.4,
            gravityPower: 1,
            gravityDir: { x: 0, y: -1, z: 0 },
            dragForce: 0.5,
            center: -1,
            hitRadius: 0.01,
            bones: [at(PLAIT[0]!)],
            colliderGroups: [0],
          },
        ],
        colliderGroups: [{ node: at('head'), colliders: [{ offset: { x: 0, y: 0.1, z: 0 }, radius: 0.05 }] }],
        ...springs,
      },
      materialProperties: [
        {
          name: 'Skin',
          shader: 'VRM/MToon',
          renderQueue: 2000,
          floatProperties: { _Cutoff: 0.5, _OutlineWidthMode: 1, _OutlineWidth: 0.2, _ShadeToony: 0.9 },
          vectorProperties: { _Color: [0.9, 0.7, 0.6, 1], _ShadeColor: [0.5, 0.3, 0.3, 1] },
          textureProperties: isPlain ? {} : { _MainTex: 0, _ShadeTexture: 0 },
          keywordMap: {},
          tagMap: { RenderType: 'Opaque' },
        },
      ],
      ...told,
    },
  }
}

interface Corner {
  at: [number, number, number]
  normal: [number, number, number]
  bone: number
}

/** The twelve triangles of a box around a point. */
function boxAt([x, y, z]: readonly [number, number, number], half: number, bone: number): Corner[] {
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

/** A GLB of a document whose extensions glTF-Transform does not know. */
function packed(json: object, resources: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
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
  return glbOf(JSON.stringify(document), new Uint8Array(Buffer.concat([...bin, Buffer.alloc((4 - (length % 4)) % 4)])))
}
