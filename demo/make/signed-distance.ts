/** Point or direction in metres: x to the figure's left, y up, z to the front. */
export type Point = readonly [number, number, number]

/** Solid as a signed distance in metres: negative inside, positive outside. */
export type DistanceField = (x: number, y: number, z: number) => number

export function ball([cx, cy, cz]: Point, radius: number): DistanceField {
  return (x, y, z) => Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - radius
}

export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point): DistanceField {
  return (x, y, z) => {
    const [px, py, pz] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz]
    const near = Math.sqrt(px * px + py * py + pz * pz)
    const slope = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2 + (pz / rz) ** 2)
    return slope > 1e-9 ? (near * (near - 1)) / slope : -Math.min(rx, ry, rz)
  }
}

/** Builds a rod from a to b with round ends. The radius changes from `ra` to `rb`. */
export function capsule(a: Point, b: Point, ra: number, rb = ra): DistanceField {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const square = dx * dx + dy * dy + dz * dz || 1e-12
  return (x, y, z) => {
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]]
    const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / square))
    return Math.sqrt((px - dx * t) ** 2 + (py - dy * t) ** 2 + (pz - dz * t) ** 2) - (ra + (rb - ra) * t)
  }
}

/** Builds a tube through points, with a constant or variable radius. */
export function tube(points: readonly Point[], radius: number | ((share: number) => number), soft = 0): DistanceField {
  const at = typeof radius === 'number' ? () => radius : radius
  const path = soft > 0 && points.length > 2 ? smoothPath(points, 3) : points
  const last = path.length - 1
  const rods = path.slice(1).map((point, i) => capsule(path[i]!, point, at(i / last), at((i + 1) / last)))
  return soft > 0 ? blend(soft, ...rods) : union(...rods)
}

/** Returns a smooth curve through points (Catmull-Rom), with `steps` parts per segment. */
export function smoothPath(points: readonly Point[], steps: number): Point[] {
  const near = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))]!
  const out: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [near(i - 1), near(i), near(i + 1), near(i + 2)]
    for (let step = 1; step <= steps; step++) {
      const t = step / steps
      const mix = (k: 0 | 1 | 2) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3)
      out.push([mix(0), mix(1), mix(2)])
    }
  }
  return out
}

/** Builds a box with rounded edges and the half lengths `half`. */
export function box([cx, cy, cz]: Point, half: Point, round: number): DistanceField {
  return (x, y, z) => {
    const qx = Math.abs(x - cx) - half[0] + round
    const qy = Math.abs(y - cy) - half[1] + round
    const qz = Math.abs(z - cz) - half[2] + round
    const outside = Math.sqrt(Math.max(qx, 0) ** 2 + Math.max(qy, 0) ** 2 + Math.max(qz, 0) ** 2)
    return outside + Math.min(Math.max(qx, qy, qz), 0) - round
  }
}

/** Builds a ring around an axis. `radius` is measured to the middle of the cross-section, and `thick` is half the thickness. */
export function ring([cx, cy, cz]: Point, axis: 'x' | 'y' | 'z', radius: number, thick: number): DistanceField {
  return (x, y, z) => {
    const [px, py, pz] = [x - cx, y - cy, z - cz]
    const along = axis === 'x' ? px : axis === 'y' ? py : pz
    const across = Math.sqrt(px * px + py * py + pz * pz - along * along)
    return Math.sqrt((across - radius) ** 2 + along * along) - thick
  }
}

/** Builds an upright elliptical cylinder with rounded edges, radii `rx` and `rz`, and half height `half`. */
export function roundedCylinder(
  [cx, cy, cz]: Point,
  rx: number,
  rz: number,
  half: number,
  round: number,
): DistanceField {
  const size = Math.min(rx, rz)
  return (x, y, z) => {
    const across = (Math.sqrt(((x - cx) / rx) ** 2 + ((z - cz) / rz) ** 2) - 1) * size + round
    const along = Math.abs(y - cy) - half + round
    const outside = Math.sqrt(Math.max(across, 0) ** 2 + Math.max(along, 0) ** 2)
    return outside + Math.min(Math.max(across, along), 0) - round
  }
}

/** Builds the half-space behind a plane through `at`. `normal` points out of the solid. */
export function halfSpace(at: Point, normal: Point): DistanceField {
  const length = Math.hypot(...normal)
  const [nx, ny, nz] = normal.map((n) => n / length) as [number, number, number]
  return (x, y, z) => (x - at[0]) * nx + (y - at[1]) * ny + (z - at[2]) * nz
}

export function union(...fields: readonly DistanceField[]): DistanceField {
  return (x, y, z) => {
    let nearest = Infinity
    for (const field of fields) nearest = Math.min(nearest, field(x, y, z))
    return nearest
  }
}

/** Returns the union of solids, blended over about `soft` metres. */
export function blend(soft: number, ...fields: readonly DistanceField[]): DistanceField {
  return (x, y, z) => {
    let out = Infinity
    for (const field of fields) out = smoothMin(out, field(x, y, z), soft)
    return out
  }
}

/** Returns the smaller of two distances, smoothed over `soft` metres. */
export function smoothMin(a: number, b: number, soft: number): number {
  if (!Number.isFinite(a)) return b
  const h = Math.max(soft - Math.abs(a - b), 0) / soft
  return Math.min(a, b) - h * h * soft * 0.25
}

/** Returns the intersection of solids, with edges rounded over `soft` metres. */
export function intersect(soft: number, ...fields: readonly DistanceField[]): DistanceField {
  return (x, y, z) => {
    let out = -Infinity
    for (const field of fields) {
      const d = field(x, y, z)
      out = out === -Infinity ? d : -smoothMin(-out, -d, soft)
    }
    return out
  }
}

/** Subtracts solids from a solid, with edges rounded over `soft` metres. */
export function subtract(soft: number, field: DistanceField, ...away: readonly DistanceField[]): DistanceField {
  return (x, y, z) => {
    let out = field(x, y, z)
    for (const other of away) out = -smoothMin(-out, other(x, y, z), soft)
    return out
  }
}

/** Grows a solid by `by` metres on all sides. */
export function offsetBy(field: DistanceField, by: number): DistanceField {
  return (x, y, z) => field(x, y, z) - by
}

/** Returns the layer between two distances from the surface of a solid. */
export function shell(field: DistanceField, inner: number, outer: number): DistanceField {
  const middle = (inner + outer) / 2
  const thick = (outer - inner) / 2
  return (x, y, z) => Math.abs(field(x, y, z) - middle) - thick
}

export function mirrorToBothSides(field: DistanceField): DistanceField {
  return (x, y, z) => field(Math.abs(x), y, z)
}

export function mirrorToRight(field: DistanceField): DistanceField {
  return (x, y, z) => field(-x, y, z)
}

export function translateSolid(field: DistanceField, [dx, dy, dz]: Point): DistanceField {
  return (x, y, z) => field(x - dx, y - dy, z - dz)
}

/** Rotates a solid around an axis through `pivot`, by an angle in radians. */
export function rotateSolid(field: DistanceField, axis: 'x' | 'y' | 'z', angle: number, pivot: Point): DistanceField {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return (x, y, z) => {
    const [px, py, pz] = [x - pivot[0], y - pivot[1], z - pivot[2]]
    if (axis === 'x') return field(x, pivot[1] + c * py + s * pz, pivot[2] - s * py + c * pz)
    if (axis === 'y') return field(pivot[0] + c * px - s * pz, y, pivot[2] + s * px + c * pz)
    return field(pivot[0] + c * px + s * py, pivot[1] - s * px + c * py, z)
  }
}

/** Returns the distance from an inner point to the surface along a unit direction, up to 0.5 m. */
export function exitDistance(field: DistanceField, [x, y, z]: Point, [dx, dy, dz]: Point): number {
  let [near, far] = [0, 0.5]
  for (let step = 0; step < 40; step++) {
    const middle = (near + far) / 2
    if (field(x + dx * middle, y + dy * middle, z + dz * middle) < 0) near = middle
    else far = middle
  }
  return near
}

/** Returns 0 before `from`, 1 after `to`, and a smooth step in between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Returns the outward unit normal of a field at a point. */
export function surfaceNormal(
  field: DistanceField,
  x: number,
  y: number,
  z: number,
  step = 0.0012,
): [number, number, number] {
  const a = field(x + step, y - step, z - step)
  const b = field(x - step, y - step, z + step)
  const c = field(x - step, y + step, z - step)
  const d = field(x + step, y + step, z + step)
  const [nx, ny, nz] = [a - b - c + d, -a - b + c + d, -a + b - c + d]
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
  return [nx / length, ny / length, nz / length]
}
