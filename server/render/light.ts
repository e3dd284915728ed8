import type { Camera } from './camera.ts'
import type { Fragment } from './fragment.ts'
import { cosine, sine, toSrgb, vectorLength } from './portable-math.ts'
import type { VisibilityBuffer } from './rasterise.ts'
import type { ShadowLookup } from './shadow-map.ts'

/** World directions towards the lights, which move with the camera. The key light is at the upper left (design guide §16). */
export interface StudioLights {
  key: number[]
  rim: number[]
  fill: number[]
}

export function createStudioLights({ right }: Camera): StudioLights {
  const towards = (x: number, y: number, z: number) => {
    const length = vectorLength(x, y, z)
    return [(right[0]! * x - right[2]! * z) / length, y / length, (right[2]! * x + right[0]! * z) / length]
  }
  return { key: towards(-0.72, 0.8, 0.62), rim: towards(0.75, 0.35, -0.65), fill: towards(0.85, 0.1, 0.6) }
}

const KEY_COLOUR = [2.3, 2.2, 2.06]
const RIM_COLOUR = [0.75, 0.8, 0.9]
const FILL_COLOUR = [0.3, 0.28, 0.27]
const SKY = [0.78, 0.82, 0.9]
const GROUND = [0.5, 0.43, 0.38]
const EXPOSURE = 0.44

/** sRGB values by linear value. 4096 steps are finer than 8-bit output. */
const SRGB_TABLE = Float32Array.from({ length: 4097 }, (_, i) => toSrgb(i / 4096))

/** Converts linear light to sRGB, both 0 to 1. */
export function encodeSrgb(value: number): number {
  return SRGB_TABLE[Math.round(Math.min(1, Math.max(0, value)) * 4096)]!
}

export interface Lighting {
  camera: Camera
  studio: StudioLights
  shadow: ShadowLookup
  /** Depths for ambient occlusion; undefined for none. */
  visible: VisibilityBuffer | undefined
}

/**
 * Computes the light from a fragment at the sample (subpixel) x, y, `depth` metres away, to the camera. Writes linear values,
 * which may exceed 1, into `out`.
 */
export function lightFragment(
  fragment: Fragment,
  lighting: Lighting,
  x: number,
  y: number,
  depth: number,
  out: Float64Array,
): void {
  const { camera, shadow, visible } = lighting
  const { key, rim, fill } = lighting.studio
  const { metallic, roughness, emissive, occlusion } = fragment
  const { right, up, back, eye } = camera
  const across = (x + 0.5 - camera.centreX) / camera.scale
  const upward = (camera.centreY - y - 0.5) / camera.scale
  const rx = right[0]! * across + up[0]! * upward - back[0]!
  const ry = right[1]! * across + up[1]! * upward - back[1]!
  const rz = right[2]! * across + up[2]! * upward - back[2]!
  const far = vectorLength(rx, ry, rz)
  const [vx, vy, vz] = [-rx / far, -ry / far, -rz / far]
  let [nx, ny, nz] = [fragment.normal[0]!, fragment.normal[1]!, fragment.normal[2]!]
  const length = vectorLength(nx, ny, nz) || 1
  nx /= length
  ny /= length
  nz /= length
  const lift = camera.radius * 0.006
  const rotationIndex = (x % 3) + (y % 3) * 3
  const [px, py, pz] = [eye[0]! + rx * depth, eye[1]! + ry * depth, eye[2]! + rz * depth]
  const reached = shadow(px + nx * lift, py + ny * lift, pz + nz * lift, rotationIndex)
  const open = (visible ? ambientOpenness(visible, camera, x, y, rotationIndex) : 1) * occlusion
  const toKey = nx * key[0]! + ny * key[1]! + nz * key[2]!
  const wrapped = Math.max(0, (toKey + 0.18) / 1.18)
  const shade = Math.min(reached, smooth(-0.12, 0.12, toKey))
  const skyward = ny * 0.5 + 0.5
  const facing = Math.max(0, nx * vx + ny * vy + nz * vz)
  const grazing = 1 - facing
  const fresnel = grazing * grazing * grazing * grazing * grazing
  const toRim = Math.max(0, nx * rim[0]! + ny * rim[1]! + nz * rim[2]!) * smooth(0.75, 0.15, facing)
  const toFill = Math.max(0, nx * fill[0]! + ny * fill[1]! + nz * fill[2]!)
  const [hx, hy, hz] = [key[0]! + vx, key[1]! + vy, key[2]! + vz]
  const nh = Math.max(0, nx * hx + ny * hy + nz * hz) / (vectorLength(hx, hy, hz) || 1)
  const gloss = specularHighlight(nh, roughness) * Math.max(0, toKey) * reached
  const [mx, my, mz] = [2 * facing * nx - vx, 2 * facing * ny - vy, 2 * facing * nz - vz]
  const mirror = surroundings(my, mx * key[0]! + my * key[1]! + mz * key[2]!, roughness)
  const body = (1 - metallic) * (1 - fragment.transmission)
  for (let k = 0; k < 3; k++) {
    const colour = fragment.colour[k]!
    const bounce = open / (1 - (1 - open) * Math.min(0.95, colour * 0.9))
    const ambient = (GROUND[k]! + (SKY[k]! - GROUND[k]!) * skyward) * bounce
    const direct = KEY_COLOUR[k]! * wrapped * (0.12 * colour + (1 - 0.12 * colour) * shade)
    const diffuse = colour * body * (direct + ambient + FILL_COLOUR[k]! * toFill * open + RIM_COLOUR[k]! * toRim)
    const f0 = 0.04 + (colour - 0.04) * metallic
    const f = f0 + (Math.max(1 - roughness, f0) - f0) * fresnel
    out[k] = diffuse + f * (gloss * KEY_COLOUR[k]! + mirror * open) + emissive[k]!
  }
}

/** Returns the reflection of the surroundings (a room with a window at the upper left) on a surface of the given roughness. */
function surroundings(upward: number, towardsKey: number, roughness: number): number {
  const window = smooth(0.55 - roughness * 0.6, 0.95, towardsKey)
  const roomLight = 0.35 + 0.55 * smooth(-0.6, 0.9, upward)
  return roomLight + window * (2.6 - 1.9 * roughness)
}

function specularHighlight(nh: number, roughness: number): number {
  const a = Math.max(0.05, roughness * roughness)
  const d = nh * nh * (a * a - 1) + 1
  return Math.min(12, (a * a) / (Math.PI * d * d) / 4)
}

const TAP_COUNT = 8

/** Offsets (x, y) of the depth samples for ambient occlusion, as fractions of the radius, in nine patterns. */
const TAP_OFFSETS = Float64Array.from({ length: 9 * TAP_COUNT * 2 }, (_, i) => {
  const tap = Math.floor(i / 2) % TAP_COUNT
  const angle = tap * 2.39996 + Math.floor(i / (2 * TAP_COUNT)) * 0.69813
  return (i % 2 === 0 ? cosine(angle) : sine(angle)) * Math.sqrt((tap + 0.6) / TAP_COUNT)
})

/**
 * Returns the openness of a sample for ambient light: low in crevices, 1 in the open. Compares opposite depths, so that a tilted
 * plane does not occlude itself.
 */
function ambientOpenness(
  { size, depth }: VisibilityBuffer,
  camera: Camera,
  x: number,
  y: number,
  rotationIndex: number,
): number {
  const ownDepth = depth[y * size + x]!
  const reach = camera.radius * 0.11
  const pixels = (reach / ownDepth) * camera.scale
  let hidden = 0
  for (let tap = 0; tap < TAP_COUNT; tap++) {
    const at = (rotationIndex * TAP_COUNT + tap) * 2
    const [dx, dy] = [TAP_OFFSETS[at]! * pixels, TAP_OFFSETS[at + 1]! * pixels]
    const [column, row] = [Math.round(x + dx), Math.round(y + dy)]
    if (column < 0 || row < 0 || column >= size || row >= size) continue
    const nearer = ownDepth - depth[row * size + column]!
    if (nearer < reach * 0.04 || nearer > reach * 2.5) continue
    const [otherColumn, otherRow] = [Math.round(x - dx), Math.round(y - dy)]
    const outside = otherColumn < 0 || otherRow < 0 || otherColumn >= size || otherRow >= size
    const opposite = outside ? 0 : ownDepth - depth[otherRow * size + otherColumn]!
    hidden += smooth(reach * 0.04, reach * 0.6, nearer) * (0.15 + 0.85 * smooth(-reach * 0.5, reach * 0.05, opposite))
  }
  return Math.max(0.25, 1 - (hidden / TAP_COUNT) * 1.35)
}

/**
 * Applies a filmic tone curve to the strongest channel, so that bright colours keep their hue. Then bleaches each channel
 * slightly.
 */
export function toneMap(lit: Float64Array): void {
  const peak = Math.max(lit[0]!, lit[1]!, lit[2]!, 1e-6) * EXPOSURE
  const scale = filmic(peak) / peak
  for (let k = 0; k < 3; k++) {
    const value = lit[k]! * EXPOSURE
    lit[k] = value * scale * 0.72 + filmic(value) * 0.28
  }
}

function filmic(value: number): number {
  return Math.min(1, Math.max(0, (value * (2.51 * value + 0.03)) / (value * (2.43 * value + 0.59) + 0.14)))
}

function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
