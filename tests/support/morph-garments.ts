import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BASES } from '../../demo/make/bases.ts'
import { FAMILIES } from '../../demo/make/cages.ts'
import { type Figure, figure, jointOf, type Shape } from '../../demo/make/figure.ts'
import { sculpt } from '../../demo/make/piece.ts'
import { about, compound, inverse, type Rotation } from '../../demo/make/rotation.ts'
import { TYPES } from '../../demo/make/wardrobe.ts'
import { PREFIX, writeModel } from '../../demo/make/write.ts'
import type { Pose } from '../../server/render/scene.ts'

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url))
const read = async (path: string) => new Uint8Array(await readFile(DEMO + path))

/** The six ways from one of the demo's bodies to another. */
export const PAIRS: readonly (readonly [from: Shape, to: Shape])[] = [
  ['female', 'male'],
  ['male', 'female'],
  ['neutral', 'male'],
  ['male', 'neutral'],
  ['neutral', 'female'],
  ['female', 'neutral'],
]

const typeOf = (key: string) => Object.keys(TYPES).find((type) => TYPES[type]!.includes(key)) ?? 'custom'

/** A body of the demo, as GLB. */
export const bodyOf = (shape: Shape) => read(`models/body-${shape}.glb`)

/** The cage that a piece of the demo is fitted with on a body. */
export function cageFor(key: string, shape: Shape): Promise<Uint8Array> {
  const family = FAMILIES.find(({ types }) => types.includes(typeOf(key)))
  return read(`cages/${shape}-${family?.key ?? 'whole'}.glb`)
}

/** A piece of the demo made for a body: the truth about how it should sit there. What hangs on the head is as high as it. */
export async function tailored(key: string, shape: Shape): Promise<Uint8Array> {
  const base = BASES.find((candidate) => candidate.key === key)
  if (!base) throw new Error(`No base is called ${key}.`)
  const on = figure(shape)
  const piece = base.make(on)
  const isHead = FAMILIES.some((family) => family.key === 'head' && family.types.includes(typeOf(key)))
  const patches = [...(piece.patches ?? []), ...(await sculpt(isHead ? figure('neutral') : on, piece.parts))]
  const placed = isHead
    ? patches.map((patch) => ({
        ...patch,
        positions: patch.positions.map((value, i) => (i % 3 === 1 ? value + on.lift : value)),
      }))
    : patches
  return writeModel({ name: base.name, figure: on, patches: placed, paints: piece.paints })
}

type Turns = Readonly<Record<string, readonly [x: number, y: number, z: number]>>

/** Moments of five motions: joints turned about the world's axes, radians. */
export const MOTIONS: Readonly<Record<string, Turns>> = {
  idle: { Spine1: [-0.016, 0, 0.01], LeftArm: [0.02, 0, -0.14], RightArm: [0.02, 0, 0.14], LeftForeArm: [-0.16, 0, 0] },
  wave: {
    RightArm: [-0.3, 0, -1.16],
    RightForeArm: [-0.3, 0.1, -1.3],
    Spine2: [0, 0.05, 0.03],
    Head: [0, -0.06, 0.09],
  },
  walk: {
    LeftUpLeg: [-0.5, 0, 0],
    RightUpLeg: [0.4, 0, 0],
    LeftLeg: [0.2, 0, 0],
    RightLeg: [0.5, 0, 0],
    LeftArm: [0.35, 0, -0.3],
    RightArm: [-0.35, 0, 0.3],
  },
  sit: { LeftUpLeg: [-1.2, 0, 0], RightUpLeg: [-1.2, 0, 0], LeftLeg: [1.2, 0, 0], RightLeg: [1.2, 0, 0] },
  stretch: { LeftArm: [0, 0, 1.4], RightArm: [0, 0, -1.4], Spine1: [-0.15, 0, 0], Spine2: [-0.1, 0, 0] },
}

/** A motion's moment as the renderer takes it, on a body of the demo. */
export function poseOf(shape: Shape, turns: Turns): Pose {
  const on: Figure = figure(shape)
  const nodes = new Map<string, { rotation: Rotation }>()
  for (const [name, [x, y, z]] of Object.entries(turns)) {
    const joint = jointOf(on, name)
    const parent = joint.parent === undefined ? undefined : jointOf(on, joint.parent)
    const turn = compound(about('y', y), about('z', z), about('x', x))
    const back = parent ? inverse(parent.turn) : ([0, 0, 0, 1] as Rotation)
    nodes.set(PREFIX + name, { rotation: compound(back, turn, joint.turn) })
  }
  return { nodes }
}
