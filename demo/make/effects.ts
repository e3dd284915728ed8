import { type Accessor, type Animation, Document, Logger, type Mesh, type Node } from '@gltf-transform/core'
import { glossPaint, type Paints } from './paint.ts'
import { axisRotation, composeRotations } from './rotation.ts'
import { buildDisc } from './sheet.ts'
import { smoothstep } from './signed-distance.ts'
import { addMaterial, packDocument } from './write-glb.ts'

const SECONDS = 1.5
const KEYFRAME_COUNT = 15
const PETAL_COUNT = 21

const PAINTS: Paints = {
  Verdigris: { ...glossPaint('#2aa595', 0.5), doubleSided: true },
  Coral: { ...glossPaint('#ff8a6b', 0.5), doubleSided: true },
  Butter: { ...glossPaint('#ffd166', 0.5), doubleSided: true },
}

/** Creates the spawn effect: petals that swirl up around the figure and vanish, in one clip of 1.5 s. */
export async function writeSwirlEffect(): Promise<Uint8Array> {
  const document = new Document()
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  document.createBuffer()
  const scene = document.createScene('Petal Swirl')
  const root = document.createNode('Petal Swirl')
  scene.addChild(root)
  const meshes = Object.keys(PAINTS).map((name) => createPetalMesh(document, name))
  const clip = document.createAnimation('swirl')
  const times = accessor(
    document,
    'SCALAR',
    Array.from({ length: KEYFRAME_COUNT + 1 }, (_, i) => (i / KEYFRAME_COUNT) * SECONDS),
  )
  for (let i = 0; i < PETAL_COUNT; i++) {
    const node = document.createNode(`Petal ${i + 1}`).setMesh(meshes[i % meshes.length]!)
    root.addChild(node)
    animatePetal(document, clip, times, node, i)
  }
  return packDocument(document)
}

function createPetalMesh(document: Document, material: string): Mesh {
  const { points, indices } = buildDisc(material, 3, 12, (r, angle) => {
    const [x, y] = [Math.cos(angle) * r * 0.034, Math.sin(angle) * r * 0.052 + 0.014 * r * Math.sin(angle) ** 2]
    return [x, y, 0.014 * r * r]
  })
  const normals = points.flatMap(([x, y]) => {
    const length = Math.hypot(x * 8, y * 6, 1)
    return [(-x * 8) / length, (-y * 6) / length, 1 / length]
  })
  const primitive = document
    .createPrimitive()
    .setMaterial(addMaterial(document, material, PAINTS).setEmissiveFactor([0.12, 0.1, 0.08]))
    .setAttribute('POSITION', accessor(document, 'VEC3', points.flat()))
    .setAttribute('NORMAL', accessor(document, 'VEC3', normals))
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(Uint16Array.from(indices))
        .setBuffer(document.getRoot().listBuffers()[0]!),
    )
  return document.createMesh(`Petal ${material}`).addPrimitive(primitive)
}

/** Animates one petal on a narrowing upward spiral. The petal grows at first and shrinks at the end. */
function animatePetal(document: Document, clip: Animation, times: Accessor, node: Node, index: number): void {
  const start = (index * 2.39996) % (2 * Math.PI)
  const late = ((index * 0.618) % 1) * 0.3
  const positions: number[] = []
  const turns: number[] = []
  const sizes: number[] = []
  for (let key = 0; key <= KEYFRAME_COUNT; key++) {
    const share = Math.min(1, Math.max(0, (key / KEYFRAME_COUNT - late) / (1 - late)))
    const angle = start + share * 4.4
    const radius = 0.52 - 0.3 * smoothstep(0, 1, share) + 0.05 * Math.sin(index)
    positions.push(Math.sin(angle) * radius, 0.02 + 1.55 * share ** 1.4, Math.cos(angle) * radius)
    turns.push(
      ...composeRotations(
        axisRotation('y', angle),
        axisRotation('x', -0.5 + share * 3 + index),
        axisRotation('z', index),
      ),
    )
    const size = Math.max(0.001, 1.25 * smoothstep(0, 0.25, share) * smoothstep(1, 0.72, share))
    sizes.push(size, size, size)
  }
  node.setTranslation([positions[0]!, positions[1]!, positions[2]!]).setScale([sizes[0]!, sizes[1]!, sizes[2]!])
  for (const [path, type, values] of [
    ['translation', 'VEC3', positions],
    ['rotation', 'VEC4', turns],
    ['scale', 'VEC3', sizes],
  ] as const) {
    const sampler = document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(accessor(document, type, values))
    clip
      .addSampler(sampler)
      .addChannel(document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler))
  }
}

function accessor(document: Document, type: 'SCALAR' | 'VEC3' | 'VEC4', values: readonly number[]): Accessor {
  return document
    .createAccessor()
    .setType(type)
    .setArray(Float32Array.from(values))
    .setBuffer(document.getRoot().listBuffers()[0]!)
}
