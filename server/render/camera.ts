import { cosine, sine, vectorLength } from './portable-math.ts'
import type { Surface } from './scene.ts'

/** Angles of view: `yaw` is the rotation of the model and `pitch` the elevation of the camera, both in radians. */
export interface RenderView {
  yaw: number
  pitch: number
  /** Height in metres from which the model is drawn, to show a bust instead of a whole figure. */
  minHeight: number
  /** Vertical alignment of a model that is wider than tall. */
  rest: 'floor' | 'middle'
}

/** Perspective camera: eye, picture axes in world space, and the mapping to pixels. */
export interface Camera {
  right: readonly number[]
  up: readonly number[]
  back: readonly number[]
  eye: readonly number[]
  /** Pixels per unit of tangent. */
  scale: number
  /** Pixel position of the view direction, where both tangents are 0. */
  centreX: number
  centreY: number
  /** Half the diagonal of the bounding box of the visible part, in metres. */
  radius: number
  middle: readonly number[]
}

const MARGIN_SHARE = 0.08
const FIELD_OF_VIEW = 0.42

export type RenderViewName = 'front' | 'three-quarter' | 'back'

/** Angles of the named views. The back view is turned the other way, so that its lighting resembles the front view's. */
export const RENDER_VIEWS: Readonly<Record<RenderViewName, Pick<RenderView, 'yaw' | 'pitch'>>> = {
  front: { yaw: 0, pitch: 0.1 },
  'three-quarter': { yaw: 0.62, pitch: 0.2 },
  back: { yaw: Math.PI - 0.3, pitch: 0.14 },
}

/** Returns a camera for which all surfaces fit into a square of `size` pixels with an 8% margin (design guide §16). */
export function fitCamera(surfaces: readonly Surface[], view: RenderView, size: number): Camera {
  return fitCameras(surfaces, view, size, [view.yaw])[0]!
}

/** Returns one camera per yaw angle (radians), all with the same fit, so that the model does not jump between frames. */
export function fitCameras(
  surfaces: readonly Surface[],
  view: RenderView,
  size: number,
  yaws: readonly number[],
): Camera[] {
  const points = collectVisiblePoints(surfaces, view.minHeight)
  const { middle, radius } = computeBounds(points)
  const cameras = yaws.map((yaw) => createCamera(middle, radius, yaw, view.pitch))
  const box = { left: Infinity, rightmost: -Infinity, bottom: Infinity, top: -Infinity }
  for (const camera of cameras)
    for (let at = 0; at < points.length; at += 3) {
      const [px, py] = projectPoint(camera, points[at]!, points[at + 1]!, points[at + 2]!)
      if (px < box.left) box.left = px
      if (px > box.rightmost) box.rightmost = px
      if (-py < box.bottom) box.bottom = -py
      if (-py > box.top) box.top = -py
    }
  // A turntable is centred on its rotation axis.
  if (yaws.length > 1) box.rightmost = Math.max(box.rightmost, -box.left)
  if (yaws.length > 1) box.left = -box.rightmost
  const [wide, high] = [box.rightmost - box.left, box.top - box.bottom]
  const scale = (size * (1 - 2 * MARGIN_SHARE)) / Math.max(wide, high, 1e-9)
  const centreX = size / 2 - ((box.left + box.rightmost) / 2) * scale
  const spare = size * (1 - 2 * MARGIN_SHARE) - high * scale
  const floor = size * (1 - MARGIN_SHARE) - (view.rest === 'middle' ? spare / 2 : 0)
  return cameras.map((camera) => ({ ...camera, scale, centreX, centreY: floor + box.bottom * scale }))
}

function createCamera(middle: number[], radius: number, yaw: number, pitch: number): Camera {
  const [sy, cy, sp, cp] = [sine(yaw), cosine(yaw), sine(pitch), cosine(pitch)]
  const right = [cy, 0, -sy]
  const back = [sy * cp, sp, cy * cp]
  const up = [-sy * sp, cp, -cy * sp]
  const distance = radius / sine(FIELD_OF_VIEW / 2)
  const eye = middle.map((m, i) => m + back[i]! * distance)
  return { right, up, back, eye, scale: 1, centreX: 0, centreY: 0, radius, middle }
}

/** Returns pixel column, pixel row and depth (metres along the view direction) of a world point. */
export function projectPoint(camera: Camera, x: number, y: number, z: number): [number, number, number] {
  const [dx, dy, dz] = [x - camera.eye[0]!, y - camera.eye[1]!, z - camera.eye[2]!]
  const depth = -(dx * camera.back[0]! + dy * camera.back[1]! + dz * camera.back[2]!)
  const across = dx * camera.right[0]! + dy * camera.right[1]! + dz * camera.right[2]!
  const upward = dx * camera.up[0]! + dy * camera.up[1]! + dz * camera.up[2]!
  return [camera.centreX + (across / depth) * camera.scale, camera.centreY - (upward / depth) * camera.scale, depth]
}

function computeBounds(points: Float64Array): { middle: number[]; radius: number } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at++) {
    const [axis, value] = [at % 3, points[at]!]
    if (value < low[axis]!) low[axis] = value
    if (value > high[axis]!) high[axis] = value
  }
  const middle = low.map((value, i) => (value + high[i]!) / 2)
  return {
    middle,
    radius: Math.max(vectorLength(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) / 2, 1e-6),
  }
}

/** Returns the positions of all vertices that triangles use and that are finite and not below `above` (metres). */
function collectVisiblePoints(surfaces: readonly Surface[], above: number): Float64Array {
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
