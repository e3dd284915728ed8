import { cosine, lengthOf, sine } from './portable.ts'
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

/** The directions from which an icon is commonly looked at. */
export type ViewName = 'front' | 'three-quarter' | 'back'

/** How each of them is turned; the back is seen from its own other side, so that both pictures are lit alike. */
export const VIEWS: Readonly<Record<ViewName, Pick<View, 'yaw' | 'pitch'>>> = {
  front: { yaw: 0, pitch: 0.1 },
  'three-quarter': { yaw: 0.62, pitch: 0.2 },
  back: { yaw: Math.PI - 0.3, pitch: 0.14 },
}

/** The camera that shows the whole of the surfaces in a square of `size` pixels with 8% air (look §16). */
export function fitCamera(surfaces: readonly Surface[], view: View, size: number): Camera {
  return fitCameras(surfaces, view, size, [view.yaw])[0]!
}

/** A camera for each of several turns (radians), all with the same fit, so that nothing grows or hops from one to the next. */
export function fitCameras(surfaces: readonly Surface[], view: View, size: number, yaws: readonly number[]): Camera[] {
  const points = seen(surfaces, view.above)
  const { middle, radius } = bounds(points)
  const cameras = yaws.map((yaw) => looking(middle, radius, yaw, view.pitch))
  const box = { left: Infinity, rightmost: -Infinity, bottom: Infinity, top: -Infinity }
  for (const camera of cameras)
    for (let at = 0; at < points.length; at += 3) {
      const [px, py] = project(camera, points[at]!, points[at + 1]!, points[at + 2]!)
      if (px < box.left) box.left = px
      if (px > box.rightmost) box.rightmost = px
      if (-py < box.bottom) box.bottom = -py
      if (-py > box.top) box.top = -py
    }
  // What turns, turns about the middle of the picture.
  if (yaws.length > 1) box.rightmost = Math.max(box.rightmost, -box.left)
  if (yaws.length > 1) box.left = -box.rightmost
  const [wide, high] = [box.rightmost - box.left, box.top - box.bottom]
  const scale = (size * (1 - 2 * AIR)) / Math.max(wide, high, 1e-9)
  const centreX = size / 2 - ((box.left + box.rightmost) / 2) * scale
  const spare = size * (1 - 2 * AIR) - high * scale
  const floor = size * (1 - AIR) - (view.rest === 'middle' ? spare / 2 : 0)
  return cameras.map((camera) => ({ ...camera, scale, centreX, centreY: floor + box.bottom * scale }))
}

/** A camera that sees a ball of `radius` around `middle` whole. */
function looking(middle: number[], radius: number, yaw: number, pitch: number): Camera {
  const [sy, cy, sp, cp] = [sine(yaw), cosine(yaw), sine(pitch), cosine(pitch)]
  const right = [cy, 0, -sy]
  const back = [sy * cp, sp, cy * cp]
  const up = [-sy * sp, cp, -cy * sp]
  const distance = radius / sine(FIELD / 2)
  const eye = middle.map((m, i) => m + back[i]! * distance)
  return { right, up, back, eye, scale: 1, centreX: 0, centreY: 0, radius, middle }
}

/** Pixel column, pixel row and depth (metres along the view) of a point in the world. */
export function project(camera: Camera, x: number, y: number, z: number): [number, number, number] {
  const [dx, dy, dz] = [x - camera.eye[0]!, y - camera.eye[1]!, z - camera.eye[2]!]
  const depth = -(dx * camera.back[0]! + dy * camera.back[1]! + dz * camera.back[2]!)
  const across = dx * camera.right[0]! + dy * camera.right[1]! + dz * camera.right[2]!
  const upward = dx * camera.up[0]! + dy * camera.up[1]! + dz * camera.up[2]!
  return [camera.centreX + (across / depth) * camera.scale, camera.centreY - (upward / depth) * camera.scale, depth]
}

function bounds(points: Float64Array): { middle: number[]; radius: number } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at++) {
    const [axis, value] = [at % 3, points[at]!]
    if (value < low[axis]!) low[axis] = value
    if (value > high[axis]!) high[axis] = value
  }
  const middle = low.map((value, i) => (value + high[i]!) / 2)
  return { middle, radius: Math.max(lengthOf(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) / 2, 1e-6) }
}

/** Every vertex of a triangle, once, that is not below `above` and is somewhere at all. */
function seen(surfaces: readonly Surface[], above: number): Float64Array {
  const lists = surfaces.map(({ positions, indices }) => {
    const isUsed = new Uint8Array(positions.length / 3)
    for (const index of indices) isUsed[index] = 1
    const out = new Float64Array(positions.length)
    let count = 0
    for (let v = 0; v < isUsed.length; v++) {
      const [x, y, z] = [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!]
      if (!isUsed[v] || y < above || !Number.isFinite(x + y + z)) continue
      out[count++] = x
      out[count++] = y
      out[count++] = z
    }
    return out.subarray(0, count)
  })
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}
