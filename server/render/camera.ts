import type { Surface } from './scene.ts'

/** How a model is looked at: turned by `yaw` and seen from above by `pitch`, both radians. */
export interface View {
  yaw: number
  pitch: number
  /** Nothing below this height (metres) is drawn: a bust instead of a whole figure. */
  above: number
  /** Where a piece stands that is wider than tall: on the floor of the picture or in its middle. */
  rest: 'floor' | 'middle'
}

/** A camera with a gentle lens: world axes of the picture, the eye, and the fit of tangents to pixels. */
export interface Camera {
  right: readonly number[]
  up: readonly number[]
  back: readonly number[]
  eye: readonly number[]
  /** Pixels a unit of tangent. */
  scale: number
  /** Pixel where tangent 0 falls. */
  centreX: number
  centreY: number
  /** Half the diagonal of what is seen, metres. */
  radius: number
  middle: readonly number[]
}

const AIR = 0.08
const FIELD = 0.42

/** The camera that shows the whole of the surfaces in a square of `size` pixels with 8% air (look §16). */
export function fitCamera(surfaces: readonly Surface[], view: View, size: number): Camera {
  const { middle, radius } = bounds(surfaces, view.above)
  const [sy, cy, sp, cp] = [Math.sin(view.yaw), Math.cos(view.yaw), Math.sin(view.pitch), Math.cos(view.pitch)]
  const right = [cy, 0, -sy]
  const back = [sy * cp, sp, cy * cp]
  const up = [-sy * sp, cp, -cy * sp]
  const distance = radius / Math.sin(FIELD / 2)
  const eye = middle.map((m, i) => m + back[i]! * distance)
  const camera: Camera = { right, up, back, eye, scale: 1, centreX: 0, centreY: 0, radius, middle }
  const box = { left: Infinity, rightmost: -Infinity, bottom: Infinity, top: -Infinity }
  eachVertex(surfaces, view.above, (x, y, z) => {
    const [px, py] = project(camera, x, y, z)
    box.left = Math.min(box.left, px)
    box.rightmost = Math.max(box.rightmost, px)
    box.bottom = Math.min(box.bottom, -py)
    box.top = Math.max(box.top, -py)
  })
  const [wide, high] = [box.rightmost - box.left, box.top - box.bottom]
  camera.scale = (size * (1 - 2 * AIR)) / Math.max(wide, high, 1e-9)
  camera.centreX = size / 2 - ((box.left + box.rightmost) / 2) * camera.scale
  const spare = size * (1 - 2 * AIR) - high * camera.scale
  const floor = size * (1 - AIR) - (view.rest === 'middle' ? spare / 2 : 0)
  camera.centreY = floor + box.bottom * camera.scale
  return camera
}

/** Pixel column, pixel row and depth (metres along the view) of a point in the world. */
export function project(camera: Camera, x: number, y: number, z: number): [number, number, number] {
  const [dx, dy, dz] = [x - camera.eye[0]!, y - camera.eye[1]!, z - camera.eye[2]!]
  const depth = -(dx * camera.back[0]! + dy * camera.back[1]! + dz * camera.back[2]!)
  const across = dx * camera.right[0]! + dy * camera.right[1]! + dz * camera.right[2]!
  const upward = dx * camera.up[0]! + dy * camera.up[1]! + dz * camera.up[2]!
  return [camera.centreX + (across / depth) * camera.scale, camera.centreY - (upward / depth) * camera.scale, depth]
}

function bounds(surfaces: readonly Surface[], above: number): { middle: number[]; radius: number } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  eachVertex(surfaces, above, (x, y, z) => {
    for (const [i, value] of [x, y, z].entries()) {
      low[i] = Math.min(low[i]!, value)
      high[i] = Math.max(high[i]!, value)
    }
  })
  const middle = low.map((value, i) => (value + high[i]!) / 2)
  return { middle, radius: Math.max(Math.hypot(...low.map((value, i) => high[i]! - value)) / 2, 1e-6) }
}

function eachVertex(
  surfaces: readonly Surface[],
  above: number,
  visit: (x: number, y: number, z: number) => void,
): void {
  for (const { positions, indices } of surfaces)
    for (const index of indices) {
      const at = index * 3
      if (positions[at + 1]! >= above) visit(positions[at]!, positions[at + 1]!, positions[at + 2]!)
    }
}
