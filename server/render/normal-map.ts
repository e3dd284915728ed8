import { vectorLength } from './portable-math.ts'
import type { Surface } from './scene.ts'

export interface NormalMapper {
  begin(triangle: number): void
  /** Perturbs a normal by a texel (numbers from 0 to 1). `scale` is the material's normal scale. */
  apply(texel: Float64Array, scale: number, normal: Float64Array): void
}

/**
 * Creates the normal mapper of a surface. `corners` contains the texture coordinates (u, v) of the current triangle. As in the
 * viewer, tangents point right along u and up against v.
 */
export function createNormalMapper({ positions, indices }: Surface, corners: Float64Array): NormalMapper {
  const across = new Float64Array(3)
  const upward = new Float64Array(3)
  let isFlat = true
  return {
    begin(triangle) {
      const [a, b, c] = [indices[triangle]! * 3, indices[triangle + 1]! * 3, indices[triangle + 2]! * 3]
      const [u1, v1] = [corners[2]! - corners[0]!, corners[3]! - corners[1]!]
      const [u2, v2] = [corners[4]! - corners[0]!, corners[5]! - corners[1]!]
      const sign = u1 * v2 - u2 * v1
      isFlat = sign === 0
      const handedness = sign < 0 ? -1 : 1
      for (let k = 0; k < 3; k++) {
        const [p, q] = [positions[b + k]! - positions[a + k]!, positions[c + k]! - positions[a + k]!]
        across[k] = (p * v2 - q * v1) * handedness
        upward[k] = (p * u2 - q * u1) * handedness
      }
    },
    apply(texel, scale, normal) {
      if (isFlat) return
      const [nx, ny, nz] = normalize(normal[0]!, normal[1]!, normal[2]!)
      const along = across[0]! * nx + across[1]! * ny + across[2]! * nz
      const [tx, ty, tz] = normalize(across[0]! - nx * along, across[1]! - ny * along, across[2]! - nz * along)
      const [cx, cy, cz] = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx]
      const flip = cx * upward[0]! + cy * upward[1]! + cz * upward[2]! < 0 ? -1 : 1
      const [x, y, z] = [(texel[0]! * 2 - 1) * scale, (texel[1]! * 2 - 1) * scale * flip, texel[2]! * 2 - 1]
      const perturbed = normalize(tx * x + cx * y + nx * z, ty * x + cy * y + ny * z, tz * x + cz * y + nz * z)
      normal.set(perturbed)
    },
  }
}

function normalize(x: number, y: number, z: number): [number, number, number] {
  const length = vectorLength(x, y, z) || 1
  return [x / length, y / length, z / length]
}
