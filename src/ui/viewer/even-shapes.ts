import { BufferAttribute, type BufferGeometry, Mesh, MeshStandardMaterial, SkinnedMesh } from 'three'
import { materialsOf, type Shape, texturesOf } from './release.ts'

/** The most bytes on the graphics card that a model's targets are given for it. */
const MOST_BYTES = 8_000_000
/** Bytes of a vertex in a target's texture, at most: where it goes, and how it turns. */
const TEXELS = 32

/**
 * Gives shapes that look alike the same attributes, by colours that change none and morph targets that move nothing. The renderer makes a
 * shader for each number of targets, and others for vertices with and without colours, and one is dear: before a first picture with five
 * materials, those were a third of all work.
 */
export function evenShapes(shapes: readonly Shape[]): void {
  evenColours(shapes.filter((it) => it instanceof Mesh))
  // Targets with colours are left: opacity would be told from what moves nothing.
  for (const kinds of [['position'], ['normal', 'position']] as const) evenMorphs(shapes, kinds)
}

/** Shapes whose shaders are likely to be the same but for what they are given here. */
const lookOf = (shape: Shape): string =>
  `${[shape.type, ...materialsOf(shape).map((it) => it.type + texturesOf(it).length)]}`

/** Has all vertices white that have no colour, where there are shapes of their look whose vertices have some. */
function evenColours(meshes: readonly Mesh[]): void {
  const plain = meshes.filter(({ geometry }) => !geometry.attributes['color'])
  const coloured = meshes.filter(({ geometry }) => geometry.attributes['color'])
  const alike = plain.filter((it) => coloured.some((other) => lookOf(other) === lookOf(it)))
  if (!alike[0]) return
  const size = coloured.find((it) => lookOf(it) === lookOf(alike[0]!))!.geometry.attributes['color']!.itemSize
  // Those of other looks too: a variant may put on any of them what one of these wears.
  for (const { geometry } of plain) {
    const white = new Uint8Array(verticesOf(geometry) * size).fill(255)
    geometry.setAttribute('color', new BufferAttribute(white, size, true))
  }
  for (const material of alike.flatMap(materialsOf)) material.vertexColors ||= material instanceof MeshStandardMaterial
}

/**
 * Gives geometries with targets of these kinds as many as the one that has the most, and skins that look like one of them and have none. Their
 * own keep their places; where a model is too large for it, they stay as they are.
 */
function evenMorphs(shapes: readonly Shape[], kinds: readonly ('position' | 'normal')[]): void {
  const moved = shapes.filter(({ geometry }) => geometry.morphTargetsRelative && kindsOf(geometry) === `${kinds}`)
  const looks = new Set(moved.map(lookOf))
  const still = shapes.filter((it) => it instanceof SkinnedMesh && !kindsOf(it.geometry) && looks.has(lookOf(it)))
  const most = Math.max(...moved.map(({ geometry }) => countOf(geometry)))
  // Those that share a geometry are given for it once.
  const missing = (some: readonly Shape[]) =>
    geometriesOf(some).reduce((sum, geometry) => sum + (most - countOf(geometry)) * verticesOf(geometry), 0)
  const fitting = [[...moved, ...still], moved].find((some) => missing(some) * TEXELS <= MOST_BYTES) ?? []
  const evened = new Set(geometriesOf(fitting))
  for (const geometry of evened) {
    const nothing = new BufferAttribute(new Float32Array(verticesOf(geometry) * 3), 3)
    geometry.morphTargetsRelative = true
    for (const kind of kinds) {
      geometry.morphAttributes[kind] ??= []
      while (geometry.morphAttributes[kind].length < most) geometry.morphAttributes[kind].push(nothing)
    }
  }
  // Also what is no skin and wears the geometry of one: the renderer reads its weights.
  for (const shape of shapes.filter(({ geometry }) => evened.has(geometry))) {
    shape.morphTargetInfluences ??= Array<number>(most).fill(0)
    shape.morphTargetDictionary ??= {}
  }
}

const geometriesOf = (shapes: readonly Shape[]): BufferGeometry[] => [...new Set(shapes.map((it) => it.geometry))]

const kindsOf = ({ morphAttributes }: BufferGeometry): string => `${Object.keys(morphAttributes).sort()}`

const countOf = ({ morphAttributes }: BufferGeometry): number => morphAttributes.position?.length ?? 0

const verticesOf = ({ attributes }: BufferGeometry): number => attributes['position']?.count ?? 0
