import type { Point } from './signed-distance.ts'

/** Rotation as a unit quaternion x, y, z, w. */
export type Rotation = readonly [number, number, number, number]

export const IDENTITY_ROTATION: Rotation = [0, 0, 0, 1]

/** Creates a rotation by an angle in radians. */
export function axisRotation(axis: 'x' | 'y' | 'z', angle: number): Rotation {
  const s = Math.sin(angle / 2)
  return [axis === 'x' ? s : 0, axis === 'y' ? s : 0, axis === 'z' ? s : 0, Math.cos(angle / 2)]
}

/** Multiplies rotations. The last rotation is applied first. */
export function composeRotations(...rotations: readonly Rotation[]): Rotation {
  return rotations.reduce((a, b) => [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ])
}

export function invertRotation([x, y, z, w]: Rotation): Rotation {
  return [-x, -y, -z, w]
}

export function rotatePoint(by: Rotation, [x, y, z]: Point): Point {
  const [rx, ry, rz] = composeRotations(composeRotations(by, [x, y, z, 0]), invertRotation(by))
  return [rx, ry, rz]
}
