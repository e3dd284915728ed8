import type { Camera } from './camera.ts'
import type { Fragment } from './fragment.ts'
import { cosine, lengthOf, sine, toEncoded } from './portable.ts'
import type { Visible } from './rasterise.ts'
import type { Shadow } from './shadow.ts'

/** Where the lights of the studio stand as seen by the camera: the key at the upper left (look §16). */
export interface Studio {
  key: number[]
  rim: number[]
  fill: number[]
}

/** The studio turned with the camera. */
export function studioFor({ right }: Camera): Studio {
  const towards = (x: number, y: number, z: number) => {
    const length = lengthOf(x, y, z)
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

/** sRGB steps by linear value: 4096 are finer than 8 bits can show. */
const ENCODED = Float32Array.from({ length: 4097 }, (_, i) => toEncoded(i / 4096))

/** Linear light as sRGB, both 0..1. */
export function encoded(value: number): number {
  return ENCODED[Math.round(Math.min(1, Math.max(0, value)) * 4096)]!
}

/** What lights a sample: where it stands, and how much reaches it. */
export interface Lighting {
  camera: Camera
  studio: Studio
  shadow: Shadow
  /** What the camera meets, to find crevices; undefined where none are looked for. */
  visible: Visible | undefined
}

/** The light that a fragment at sample (x, y), `depth` metres away, sends to the camera: linear, any brightness, into `out`. */
export function light(
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
  const far = lengthOf(rx, ry, rz)
  const [vx, vy, vz] = [-rx / far, -ry / far, -rz / far]
  let [nx, ny, nz] = [fragment.normal[0]!, fragment.normal[1]!, fragment.normal[2]!]
  const length = lengthOf(nx, ny, nz) || 1
  nx /= length
  ny /= length
  nz /= length
  const lift = camera.radius * 0.006
  const turn = (x % 3) + (y % 3) * 3
  const [px, py, pz] = [eye[0]! + rx * depth, eye[1]! + ry * depth, eye[2]! + rz * depth]
  const reached = shadow(px + nx * lift, py + ny * lift, pz + nz * lift, turn)
  const open = (visible ? openness(visible, camera, x, y, turn) : 1) * occlusion
  const toKey = nx * key[0]! + ny * key[1]! + nz * key[2]!
  const wrapped = Math.max(0, (toKey + 0.18) / 1.18)
  const shade = Math.min(reached, smooth(-0.12, 0.12, toKey))
  const skyward = ny * 0.5 + 0.5
  const facing = Math.max(0, nx * vx + ny * vy + nz * vz)
  const away = 1 - facing
  const fresnel = away * away * away * away * away
  const toRim = Math.max(0, nx * rim[0]! + ny * rim[1]! + nz * rim[2]!) * smooth(0.75, 0.15, facing)
  const toFill = Math.max(0, nx * fill[0]! + ny * fill[1]! + nz * fill[2]!)
  const [hx, hy, hz] = [key[0]! + vx, key[1]! + vy, key[2]! + vz]
  const nh = Math.max(0, nx * hx + ny * hy + nz * hz) / (lengthOf(hx, hy, hz) || 1)
  const gloss = highlight(nh, roughness) * Math.max(0, toKey) * reached
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

/** A room with a window at the upper left, seen in a surface of the given roughness. */
function surroundings(upward: number, towardsKey: number, roughness: number): number {
  const window = smooth(0.55 - roughness * 0.6, 0.95, towardsKey)
  const room = 0.35 + 0.55 * smooth(-0.6, 0.9, upward)
  return room + window * (2.6 - 1.9 * roughness)
}

function highlight(nh: number, roughness: number): number {
  const a = Math.max(0.05, roughness * roughness)
  const d = nh * nh * (a * a - 1) + 1
  return Math.min(12, (a * a) / (Math.PI * d * d) / 4)
}

const TAPS = 8

/** Where the neighbours of a sample are looked at, nine patterns of directions (x, y), as shares of the reach. */
const AROUND = Float64Array.from({ length: 9 * TAPS * 2 }, (_, i) => {
  const tap = Math.floor(i / 2) % TAPS
  const angle = tap * 2.39996 + Math.floor(i / (2 * TAPS)) * 0.69813
  return (i % 2 === 0 ? cosine(angle) : sine(angle)) * Math.sqrt((tap + 0.6) / TAPS)
})

/**
 * How open the neighbourhood of a sample is, from the depths around it: 0 (crevice) to 1. A tap is judged against the
 * slope on the other side, so that a plain tilted surface does not darken itself.
 */
function openness({ size, depth }: Visible, camera: Camera, x: number, y: number, turn: number): number {
  const here = depth[y * size + x]!
  const reach = camera.radius * 0.11
  const pixels = (reach / here) * camera.scale
  let hidden = 0
  for (let tap = 0; tap < TAPS; tap++) {
    const at = (turn * TAPS + tap) * 2
    const [dx, dy] = [AROUND[at]! * pixels, AROUND[at + 1]! * pixels]
    const [column, row] = [Math.round(x + dx), Math.round(y + dy)]
    if (column < 0 || row < 0 || column >= size || row >= size) continue
    const nearer = here - depth[row * size + column]!
    if (nearer < reach * 0.04 || nearer > reach * 2.5) continue
    const [otherColumn, otherRow] = [Math.round(x - dx), Math.round(y - dy)]
    const outside = otherColumn < 0 || otherRow < 0 || otherColumn >= size || otherRow >= size
    const opposite = outside ? 0 : here - depth[otherRow * size + otherColumn]!
    hidden += smooth(reach * 0.04, reach * 0.6, nearer) * (0.15 + 0.85 * smooth(-reach * 0.5, reach * 0.05, opposite))
  }
  return Math.max(0.25, 1 - (hidden / TAPS) * 1.35)
}

/** Film's shoulder on the strongest channel, so that bright colours keep their hue, with a little of its bleaching. */
export function tone(lit: Float64Array): void {
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
