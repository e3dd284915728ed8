import type { Matrix } from '../render/matrix.ts'

/** Returns the inverse of an affine column-major matrix, or undefined if the matrix is singular. */
export function invertMatrix(m: Matrix): number[] | undefined {
  const [a, b, c] = [m[0]!, m[1]!, m[2]!]
  const [d, e, f] = [m[4]!, m[5]!, m[6]!]
  const [g, h, i] = [m[8]!, m[9]!, m[10]!]
  const [x0, x1, x2] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const det = a * x0 + b * x1 + c * x2
  if (!Number.isFinite(1 / det)) return undefined
  const rows = [x0, c * h - b * i, b * f - c * e, x1, a * i - c * g, c * d - a * f, x2, b * g - a * h, a * e - b * d]
  const n = rows.map((value) => value / det)
  const translation = [0, 1, 2].map((r) => -(n[r]! * m[12]! + n[3 + r]! * m[13]! + n[6 + r]! * m[14]!))
  return [
    n[0]!,
    n[1]!,
    n[2]!,
    0,
    n[3]!,
    n[4]!,
    n[5]!,
    0,
    n[6]!,
    n[7]!,
    n[8]!,
    0,
    translation[0]!,
    translation[1]!,
    translation[2]!,
    1,
  ]
}

/** Writes m · (x, y, z, w) into `out`, starting at index `at`. `w` is 1 for points and 0 for directions. */
export function transformPoint(
  m: Matrix,
  x: number,
  y: number,
  z: number,
  w: number,
  out: Float64Array,
  at: number,
): void {
  for (let r = 0; r < 3; r++) out[at + r] = m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]! * w
}

export function computeMaxDifference(a: Matrix, b: Matrix): number {
  let max = 0
  for (let i = 0; i < 16; i++) max = Math.max(max, Math.abs(a[i]! - b[i]!))
  return max
}

/** Returns translation, rotation (xyzw) and scale of a matrix without shear. */
export function decomposeMatrix(m: Matrix): { translation: number[]; rotation: number[]; scale: number[] } {
  const column = (k: number) => [m[k * 4]!, m[k * 4 + 1]!, m[k * 4 + 2]!] as const
  const scale = [0, 1, 2].map((k) => Math.hypot(...column(k)))
  const [x, y, z] = [column(0), column(1), column(2)]
  const det =
    x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0])
  if (det < 0) scale[0] = -scale[0]!
  const r = (row: number, k: number) => m[k * 4 + row]! / (scale[k] || 1)
  return { translation: [m[12]!, m[13]!, m[14]!], rotation: quaternion(r), scale }
}

/** Returns the quaternion of a rotation matrix. Divides by its largest component, so as not to divide by a small number. */
function quaternion(r: (row: number, column: number) => number): number[] {
  const trace = r(0, 0) + r(1, 1) + r(2, 2)
  if (trace > 0) {
    const s = Math.sqrt(trace + 1) * 2
    return [(r(2, 1) - r(1, 2)) / s, (r(0, 2) - r(2, 0)) / s, (r(1, 0) - r(0, 1)) / s, s / 4]
  }
  const i = [0, 1, 2].reduce((best, k) => (r(k, k) > r(best, best) ? k : best), 0)
  const [j, k] = [(i + 1) % 3, (i + 2) % 3]
  const s = Math.sqrt(Math.max(0, 1 + r(i, i) - r(j, j) - r(k, k))) * 2
  const out = [0, 0, 0, (r(k, j) - r(j, k)) / s]
  out[i] = s / 4
  out[j] = (r(j, i) + r(i, j)) / s
  out[k] = (r(k, i) + r(i, k)) / s
  return out
}
