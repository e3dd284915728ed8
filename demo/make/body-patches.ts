import { type Body, buildBody } from './body.ts'
import { buildPatches, type Patch, type SolidPart, type Surroundings } from './build-patches.ts'
import { createBlush, createFacePatches, createFleshMorphs, type FaceStyle } from './face.ts'
import type { Figure } from './figure.ts'
import { type DistanceField, smoothstep } from './signed-distance.ts'

function baseSuit(figure: Figure, body: Body): DistanceField {
  const { torsoRise } = figure
  return (x, y, z) => {
    const ax = Math.abs(x)
    const neckline = y - (0.838 + torsoRise + (z > 0 ? 0 : 0.012))
    const arms = body.core(ax, y, z) - body.arm(ax, y, z) - 0.008
    return Math.max(neckline, 0.44 - y, y > 0.6 ? arms : ax - 0.2)
  }
}

/** Returns the solid of a body in its plain suit, which is slightly raised from the skin. */
function withBaseSuit(figure: Figure, body: Body): DistanceField {
  const suit = baseSuit(figure, body)
  return (x, y, z) => body.whole(x, y, z) - 0.004 * smoothstep(0.004, -0.004, suit(x, y, z))
}

/** Builds the skin of a body with its face. `cover` (clothes) hides the skin inside it and replaces the plain suit. */
export async function createBodyPatches(figure: Figure, face: FaceStyle, around: Surroundings = {}): Promise<Patch[]> {
  const { cover } = around
  const body = buildBody(figure)
  const neck = figure.head[1] - 0.2
  const field = cover ? body.whole : withBaseSuit(figure, body)
  const part: SolidPart = {
    mesh: 'Body',
    material: 'Skin',
    field,
    cell: 0.008,
    triangles: 8200,
    regions: cover ? [] : [{ material: 'Base', inside: baseSuit(figure, body) }],
    detail: (x, y, z) => (y > neck && z > 0.05 ? 2.2 : Math.abs(x) > 0.28 && y < 0.62 ? 1.6 : 1),
    tint: createBlush(figure),
    morphs: createFleshMorphs(figure),
  }
  const patches = await buildPatches(figure, [part], around)
  return [...patches.flatMap(splitHead), ...createFacePatches(figure, face)]
}

/**
 * Splits a mesh into its moving triangles (the face) and the rest, so that only the face has morph targets. The vertices along
 * the seam are identical.
 */
function splitHead(patch: Patch): Patch[] {
  const moving = Array.from({ length: patch.positions.length }, () => false)
  for (const delta of patch.morphs.values())
    for (const [i, d] of delta.entries()) if (d !== 0) moving[Math.floor(i / 3)] = true
  const parts: Record<'Head' | 'Body', number[]> = { Head: [], Body: [] }
  for (let t = 0; t < patch.indices.length; t += 3) {
    const corners = [patch.indices[t]!, patch.indices[t + 1]!, patch.indices[t + 2]!]
    parts[corners.some((c) => moving[c]) ? 'Head' : 'Body'].push(...corners)
  }
  return (['Head', 'Body'] as const)
    .filter((name) => parts[name].length > 0)
    .map((name) => subset(patch, name, parts[name], name === 'Head'))
}

function subset(patch: Patch, mesh: string, indices: readonly number[], morphs: boolean): Patch {
  const order = [...new Set(indices)]
  const newIndices = new Map(order.map((old, index) => [old, index]))
  const pick = (values: Float32Array) =>
    Float32Array.from(order.flatMap((old) => [...values.subarray(old * 3, old * 3 + 3)]))
  return {
    mesh,
    material: patch.material,
    positions: pick(patch.positions),
    normals: pick(patch.normals),
    colours: pick(patch.colours),
    influences: order.map((old) => patch.influences[old]!),
    indices: Uint32Array.from(indices, (old) => newIndices.get(old)!),
    morphs: morphs ? new Map([...patch.morphs].map(([name, values]) => [name, pick(values)])) : new Map(),
  }
}
