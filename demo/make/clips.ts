import { type Figure, findJoint, localRestTransform } from './figure.ts'
import { axisRotation, composeRotations, invertRotation, type Rotation } from './rotation.ts'
import type { Point } from './signed-distance.ts'

/** Skeletal animation: shared key times in seconds, and a track for each joint and path. */
export interface Clip {
  name: string
  times: number[]
  tracks: { joint: string; path: 'rotation' | 'translation'; values: number[] }[]
}

/** Rotations away from the rest pose by joint, around the world axes, in radians. `shift` moves the hips, in metres. */
interface PoseOffset {
  turns: Readonly<Record<string, readonly [x: number, y: number, z: number]>>
  shift: Point
}

const KEYFRAMES_PER_SECOND = 10

/** Creates an idle animation with breathing and a slow shift of weight. It takes 4 s and loops seamlessly. */
export function createIdleClip(figure: Figure): Clip {
  return sampleClip(figure, 'idle', 4, (t) => {
    const wave = (cycles: number, phase = 0) => Math.sin((t / 4) * 2 * Math.PI * cycles + phase)
    const breath = wave(1)
    const sway = wave(1, 1.1)
    return {
      shift: [sway * 0.006, breath * 0.0015, 0],
      turns: {
        Hips: [0, sway * 0.02, -sway * 0.014],
        Spine: [0.008 * breath, 0, sway * 0.012],
        Spine1: [-0.016 * breath, 0, sway * 0.008],
        Spine2: [-0.014 * breath, -sway * 0.012, 0],
        Neck: [0.012 * breath, 0.02 * wave(1, 2.2), 0],
        Head: [0.018 * wave(1, 0.6), 0.045 * wave(1, 2.4), 0.02 * sway],
        LeftArm: [0.02 * wave(1, 0.5), 0, -0.14 + 0.022 * breath],
        RightArm: [0.02 * wave(1, 0.9), 0, 0.14 - 0.022 * breath],
        LeftForeArm: [-0.16 + 0.02 * wave(1, 1.4), 0, -0.03],
        RightForeArm: [-0.16 + 0.02 * wave(1, 1.8), 0, 0.03],
        LeftHand: [-0.06, 0, 0.02 * breath],
        RightHand: [-0.06, 0, -0.02 * breath],
        LeftUpLeg: [0, 0, sway * 0.014],
        RightUpLeg: [0, 0, sway * 0.014],
      },
    }
  })
}

/** Creates a wave of the right hand. It takes 2.5 s and ends in the starting pose. */
export function createWaveClip(figure: Figure): Clip {
  return sampleClip(figure, 'wave', 2.5, (t) => {
    const up = ease(t / 0.55) * ease((2.5 - t) / 0.6)
    const shake = Math.sin((t - 0.5) * 2 * Math.PI * 1.9) * ease((t - 0.45) / 0.3) * ease((2.05 - t) / 0.3)
    return {
      shift: [0.008 * up, 0, 0],
      turns: {
        Hips: [0, 0, -0.02 * up],
        Spine1: [-0.02 * up, 0, 0.03 * up],
        Spine2: [0, 0.05 * up, 0.03 * up],
        Head: [-0.03 * up, -0.06 * up, 0.09 * up],
        RightShoulder: [0, 0, -0.16 * up],
        RightArm: [-0.3 * up, 0, 0.14 - 1.3 * up],
        RightForeArm: [-0.16 - 0.14 * up, 0.1 * up, 0.03 - (1.14 + 0.3 * shake) * up],
        RightHand: [-0.06, 0, (0.1 - 0.26 * shake) * up],
        LeftArm: [0, 0, -0.14 + 0.05 * up],
        LeftForeArm: [-0.16, 0, -0.03],
        LeftHand: [-0.06, 0, 0],
        LeftUpLeg: [0, 0, 0.02 * up],
        RightUpLeg: [0, 0, 0.02 * up],
      },
    }
  })
}

function sampleClip(figure: Figure, name: string, seconds: number, stance: (t: number) => PoseOffset): Clip {
  const count = Math.round(seconds * KEYFRAMES_PER_SECOND)
  const times = Array.from({ length: count + 1 }, (_, i) => (i / count) * seconds)
  const poses = times.map((t, i) => stance(i === count ? 0 : t))
  const joints = Object.keys(poses[0]!.turns)
  const tracks: Clip['tracks'] = joints.map((joint) => ({
    joint,
    path: 'rotation',
    values: poses.flatMap(({ turns }) => [...localRotation(figure, joint, turns[joint]!)]),
  }))
  const rest = localRestTransform(figure, findJoint(figure, 'Hips')).translation
  tracks.push({
    joint: 'Hips',
    path: 'translation',
    values: poses.flatMap(({ shift }) => rest.map((r, k) => r + shift[k]!)),
  })
  return { name, times, tracks }
}

/** Returns the local rotation that turns a joint around the world axes, with its parents at rest. */
function localRotation(figure: Figure, name: string, [x, y, z]: readonly [number, number, number]): Rotation {
  const joint = findJoint(figure, name)
  const parent = joint.parent === undefined ? undefined : findJoint(figure, joint.parent)
  const rotation = composeRotations(axisRotation('y', y), axisRotation('z', z), axisRotation('x', x))
  return composeRotations(parent ? invertRotation(parent.rotation) : [0, 0, 0, 1], rotation, joint.rotation)
}

function ease(share: number): number {
  const t = Math.min(1, Math.max(0, share))
  return t * t * (3 - 2 * t)
}
