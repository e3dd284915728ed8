import type { TextureMap, TextureMapName } from './material.ts'
import { createNormalMapper } from './normal-map.ts'
import type { Surface } from './scene.ts'
import { sampleTexture, selectMipLevel } from './texture.ts'

/**
 * Surface properties at one sample (subpixel) of the picture: world normal facing the camera, linear colours, and factors from 0
 * to 1.
 */
export interface Fragment {
  normal: Float64Array
  colour: Float64Array
  emissive: Float64Array
  metallic: number
  roughness: number
  occlusion: number
  transmission: number
}

/** Evaluates a surface at a point of one of its triangles. The point is given in samples (subpixels) of the picture. */
export interface FragmentReader {
  alpha(triangle: number, x: number, y: number): number
  read(triangle: number, x: number, y: number, out: Fragment): void
}

export function createFragment(): Fragment {
  return {
    normal: new Float64Array(3),
    colour: new Float64Array(4),
    emissive: new Float64Array(3),
    metallic: 0,
    roughness: 1,
    occlusion: 1,
    transmission: 0,
  }
}

interface MappedTexture {
  map: TextureMap
  coordinates: Float64Array
  corners: Float64Array
  level: number
}

/** Creates the reader of a surface with projected vertices (`screen`: column, row, depth). */
export function createFragmentReader(surface: Surface, screen: Float64Array): FragmentReader {
  const { indices, material, normals, colours } = surface
  const mapped: Partial<Record<TextureMapName, MappedTexture>> = {}
  for (const [name, map] of Object.entries(material.maps) as [TextureMapName, TextureMap][]) {
    const coordinates = surface.uvs[map.texCoord]
    if (coordinates) mapped[name] = { map, coordinates, corners: new Float64Array(6), level: 0 }
  }
  const maps = Object.values(mapped)
  const mapNormal = mapped.normal && createNormalMapper(surface, mapped.normal.corners)
  const texel = new Float64Array(4)
  const shares = new Float64Array(3)
  let [current, area] = [-1, 0]

  function begin(triangle: number) {
    if (triangle === current) return
    current = triangle
    const [a, b, c] = [indices[triangle]!, indices[triangle + 1]!, indices[triangle + 2]!]
    area = doubleTriangleArea(screen, 3, a, b, c)
    for (const textureMap of maps) mapTexture(textureMap, a, b, c, area)
    mapNormal?.begin(triangle)
  }

  function share(triangle: number, x: number, y: number) {
    const [a, b, c] = [indices[triangle]! * 3, indices[triangle + 1]! * 3, indices[triangle + 2]! * 3]
    const [ax, ay, bx, by] = [screen[a]!, screen[a + 1]!, screen[b]!, screen[b + 1]!]
    const [cx, cy] = [screen[c]!, screen[c + 1]!]
    const wa = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
    const wb = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
    const [pa, pb, pc] = [wa / screen[a + 2]!, wb / screen[b + 2]!, (1 - wa - wb) / screen[c + 2]!]
    const sum = pa + pb + pc
    shares[0] = pa / sum
    shares[1] = pb / sum
    shares[2] = pc / sum
  }

  const blend = (values: Float64Array, width: number, channel: number) =>
    values[indices[current]! * width + channel]! * shares[0]! +
    values[indices[current + 1]! * width + channel]! * shares[1]! +
    values[indices[current + 2]! * width + channel]! * shares[2]!

  function sample({ map, corners, level }: MappedTexture): Float64Array {
    const u = corners[0]! * shares[0]! + corners[2]! * shares[1]! + corners[4]! * shares[2]!
    const v = corners[1]! * shares[0]! + corners[3]! * shares[1]! + corners[5]! * shares[2]!
    sampleTexture(map.texture, level, u, v, texel)
    return texel
  }

  return {
    alpha(triangle, x, y) {
      begin(triangle)
      share(triangle, x, y)
      const alpha = material.colour[3] * (mapped.colour ? sample(mapped.colour)[3]! : 1)
      return colours ? alpha * blend(colours, 4, 3) : alpha
    },
    read(triangle, x, y, out) {
      begin(triangle)
      share(triangle, x, y)
      out.colour.set(material.colour)
      out.emissive.set(material.emissive)
      out.metallic = material.metallic
      out.roughness = material.roughness
      out.transmission = material.transmission
      out.occlusion = 1
      if (mapped.colour) multiplyInto(out.colour, sample(mapped.colour), 4)
      if (colours) for (let k = 0; k < 4; k++) out.colour[k] = out.colour[k]! * blend(colours, 4, k)
      if (mapped.emissive) multiplyInto(out.emissive, sample(mapped.emissive), 3)
      if (mapped.metallicRoughness) {
        sample(mapped.metallicRoughness)
        out.roughness *= texel[1]!
        out.metallic *= texel[2]!
      }
      if (mapped.occlusion) out.occlusion = 1 + (sample(mapped.occlusion)[0]! - 1) * material.occlusionStrength
      if (mapped.transmission) out.transmission *= sample(mapped.transmission)[0]!
      for (let k = 0; k < 3; k++) out.normal[k] = blend(normals, 3, k)
      if (mapNormal && mapped.normal) mapNormal.apply(sample(mapped.normal), material.normalScale, out.normal)
      if (area > 0) for (let k = 0; k < 3; k++) out.normal[k] = -out.normal[k]!
    },
  }
}

function mapTexture(mapped: MappedTexture, a: number, b: number, c: number, area: number): void {
  const { map, coordinates, corners } = mapped
  const [ua, ub, uc, va, vb, vc] = map.matrix
  for (const [i, vertex] of [a, b, c].entries()) {
    const [u, v] = [coordinates[vertex * 2] ?? 0, coordinates[vertex * 2 + 1] ?? 0]
    corners[i * 2] = ua * u + ub * v + uc
    corners[i * 2 + 1] = va * u + vb * v + vc
  }
  const { width, height } = map.texture.levels[0]!
  const covered = Math.abs(doubleTriangleArea(corners, 2, 0, 1, 2) * width * height)
  mapped.level = selectMipLevel(map.texture, Math.sqrt(covered / Math.max(Math.abs(area), 1e-9)))
}

/** Returns twice the signed area of a triangle. A corner's coordinates are the first two of its `width` numbers. */
function doubleTriangleArea(values: Float64Array, width: number, a: number, b: number, c: number): number {
  const [ax, ay] = [values[a * width]!, values[a * width + 1]!]
  const [bx, by] = [values[b * width]!, values[b * width + 1]!]
  return (bx - ax) * (values[c * width + 1]! - ay) - (by - ay) * (values[c * width]! - ax)
}

function multiplyInto(into: Float64Array, by: Float64Array, count: number): void {
  for (let k = 0; k < count; k++) into[k] = into[k]! * by[k]!
}
