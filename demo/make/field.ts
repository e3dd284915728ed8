/** A point or direction in metres: x to the figure's left, y up, z to the front. */
export type Point = readonly [number, number, number]

/** A solid as a signed distance in metres: negative inside, positive outside. */
export type Field = (x: number, y: number, z: number) => number

/** A ball. */
export function ball([cx, cy, cz]: Point, radius: number): Field {
  return (x, y, z) => Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - radius
}

/** An ellipsoid with its axes along the world's. */
export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point): Field {
  return (x, y, z) => {
    const [px, py, pz] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz]
    const near = Math.sqrt(px * px + py * py + pz * pz)
    const slope = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2 + (pz / rz) ** 2)
    return slope > 1e-9 ? (near * (near - 1)) / slope : -Math.min(rx, ry, rz)
  }
}

/** A rod from a to b, round at both ends, whose radius runs from `ra` to `rb`. */
export function rod(a: Point, b: Point, ra: number, rb = ra): Field {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const square = dx * dx + dy * dy + dz * dz || 1e-12
  return (x, y, z) => {
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]]
    const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / square))
    return Math.sqrt((px - dx * t) ** 2 + (py - dy * t) ** 2 + (pz - dz * t) ** 2) - (ra + (rb - ra) * t)
  }
}

/** A tube through points; the radius may change from point to point. */
export function tube(points: readonly Point[], radius: number | ((share: number) => number), soft = 0): Field {
  const at = typeof radius === 'number' ? () => radius : radius
  const way = soft > 0 && points.length > 2 ? rounded(points, 3) : points
  const last = way.length - 1
  const rods = way.slice(1).map((point, i) => rod(way[i]!, point, at(i / last), at((i + 1) / last)))
  return soft > 0 ? blend(soft, ...rods) : union(...rods)
}

/** A smooth way through points (Catmull-Rom), each stretch cut into `steps`. */
export function rounded(points: readonly Point[], steps: number): Point[] {
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

/** A box with rounded edges; `half` are its half lengths. */
export function box([cx, cy, cz]: Point, half: Point, round: number): Field {
  return (x, y, z) => {
    const qx = Math.abs(x - cx) - half[0] + round
    const qy = Math.abs(y - cy) - half[1] + round
    const qz = Math.abs(z - cz) - half[2] + round
    const outside = Math.sqrt(Math.max(qx, 0) ** 2 + Math.max(qy, 0) ** 2 + Math.max(qz, 0) ** 2)
    return outside + Math.min(Math.max(qx, qy, qz), 0) - round
  }
}

/** A ring around an axis through its middle: `radius` to the middle of its cross-section, `thick` its half thickness. */
export function ring([cx, cy, cz]: Point, axis: 'x' | 'y' | 'z', radius: number, thick: number): Field {
  return (x, y, z) => {
    const [px, py, pz] = [x - cx, y - cy, z - cz]
    const along = axis === 'x' ? px : axis === 'y' ? py : pz
    const across = Math.sqrt(px * px + py * py + pz * pz - along * along)
    return Math.sqrt((across - radius) ** 2 + along * along) - thick
  }
}

/** An upright drum with rounded edges: `rx`, `rz` its radii, `half` its half height. */
export function drum([cx, cy, cz]: Point, rx: number, rz: number, half: number, round: number): Field {
  const size = Math.min(rx, rz)
  return (x, y, z) => {
    const across = (Math.sqrt(((x - cx) / rx) ** 2 + ((z - cz) / rz) ** 2) - 1) * size + round
    const along = Math.abs(y - cy) - half + round
    const outside = Math.sqrt(Math.max(across, 0) ** 2 + Math.max(along, 0) ** 2)
    return outside + Math.min(Math.max(across, along), 0) - round
  }
}

/** Everything on the far side of a plane through `at`, whose `normal` points out of the solid. */
export function half(at: Point, normal: Point): Field {
  const length = Math.hypot(...normal)
  const [nx, ny, nz] = normal.map((n) => n / length) as [number, number, number]
  return (x, y, z) => (x - at[0]) * nx + (y - at[1]) * ny + (z - at[2]) * nz
}

/** All of the solids. */
export function union(...fields: readonly Field[]): Field {
  return (x, y, z) => {
    let nearest = Infinity
    for (const field of fields) nearest = Math.min(nearest, field(x, y, z))
    return nearest
  }
}

/** All of the solids, melted together over about `soft` metres. */
export function blend(soft: number, ...fields: readonly Field[]): Field {
  return (x, y, z) => {
    let out = Infinity
    for (const field of fields) out = melt(out, field(x, y, z), soft)
    return out
  }
}

/** The smaller of two distances, with the crease between them filled over `soft` metres. */
export function melt(a: number, b: number, soft: number): number {
  if (!Number.isFinite(a)) return b
  const h = Math.max(soft - Math.abs(a - b), 0) / soft
  return Math.min(a, b) - h * h * soft * 0.25
}

/** What the solids have in common, with edges rounded over `soft` metres. */
export function common(soft: number, ...fields: readonly Field[]): Field {
  return (x, y, z) => {
    let out = -Infinity
    for (const field of fields) {
      const d = field(x, y, z)
      out = out === -Infinity ? d : -melt(-out, -d, soft)
    }
    return out
  }
}

/** A solid less others, with edges rounded over `soft` metres. */
export function without(soft: number, field: Field, ...away: readonly Field[]): Field {
  return (x, y, z) => {
    let out = field(x, y, z)
    for (const other of away) out = -melt(-out, other(x, y, z), soft)
    return out
  }
}

/** A solid grown by `by` metres on all sides. */
export function grown(field: Field, by: number): Field {
  return (x, y, z) => field(x, y, z) - by
}

/** The skin of a solid between two distances from its surface. */
export function shell(field: Field, inner: number, outer: number): Field {
  const middle = (inner + outer) / 2
  const thick = (outer - inner) / 2
  return (x, y, z) => Math.abs(field(x, y, z) - middle) - thick
}

/** A solid made for the left side, on both sides. */
export function both(field: Field): Field {
  return (x, y, z) => field(Math.abs(x), y, z)
}

/** A solid made for the left side, on the right. */
export function right(field: Field): Field {
  return (x, y, z) => field(-x, y, z)
}

/** A solid moved by an offset. */
export function moved(field: Field, [dx, dy, dz]: Point): Field {
  return (x, y, z) => field(x - dx, y - dy, z - dz)
}

/** A solid turned about an axis through `pivot` by an angle in radians. */
export function turned(field: Field, axis: 'x' | 'y' | 'z', angle: number, pivot: Point): Field {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return (x, y, z) => {
    const [px, py, pz] = [x - pivot[0], y - pivot[1], z - pivot[2]]
    if (axis === 'x') return field(x, pivot[1] + c * py + s * pz, pivot[2] - s * py + c * pz)
    if (axis === 'y') return field(pivot[0] + c * px - s * pz, y, pivot[2] + s * px + c * pz)
    return field(pivot[0] + c * px + s * py, pivot[1] - s * px + c * py, z)
  }
}

/** How far a body reaches from a point within it along a unit direction, up to half a metre. */
export function reachOf(field: Field, [x, y, z]: Point, [dx, dy, dz]: Point): number {
  let [near, far] = [0, 0.5]
  for (let step = 0; step < 40; step++) {
    const middle = (near + far) / 2
    if (field(x + dx * middle, y + dy * middle, z + dz * middle) < 0) near = middle
    else far = middle
  }
  return near
}

/** 0 before `from`, 1 after `to`, smooth between. */
export function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** The outward direction of a field at a point, a unit vector. */
export function slope(field: Field, x: number, y: number, z: number, step = 0.0012): [number, number, number] {
  const a = field(x + step, y - step, z - step)
  const b = field(x - step, y - step, z + step)
  const c = field(x - step, y + step, z - step)
  const d = field(x + step, y + step, z + step)
  const [nx, ny, nz] = [a - b - c + d, -a - b + c + d, -a + b - c + d]
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
  return [nx / length, ny / length, nz / length]
}
