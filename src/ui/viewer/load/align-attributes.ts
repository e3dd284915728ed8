import { BufferAttribute, type BufferGeometry, Mesh, MeshStandardMaterial, SkinnedMesh } from 'three'
import { type Drawable, materialsOf, texturesOf } from './dispose.ts'

/** Maximum GPU memory for the added morph targets of a model, in bytes. */
const MAX_ADDED_BYTES = 8_000_000
/** GPU texture bytes per vertex and morph target: 16 each for position and normal. */
const BYTES_PER_TARGET = 32

/**
 * Gives shapes with similar materials the same vertex attributes, by adding white colours and morph targets without movement.
 * three.js compiles a separate shader for each number of morph targets, and for vertices with and without colours. With five
 * materials, compiling these shaders took a third of the time before the first frame.
 */
export function alignAttributes(shapes: readonly Drawable[]): void {
  alignColors(shapes.filter((shape) => shape instanceof Mesh))
  // Geometries whose morph targets have colours are left unchanged: a neutral target would still change the opacity.
  for (const kinds of [['position'], ['normal', 'position']] as const) alignMorphTargets(shapes, kinds)
}

/** Returns a key that is equal for shapes that probably share a shader once their attributes are equal. */
const shaderKey = (shape: Drawable): string =>
  `${[shape.type, ...materialsOf(shape).map((material) => material.type + texturesOf(material).length)]}`

/** Adds white vertex colours to meshes without colours, if a mesh with the same shader key has colours. */
function alignColors(meshes: readonly Mesh[]): void {
  const plain = meshes.filter(({ geometry }) => !geometry.attributes['color'])
  const coloured = meshes.filter(({ geometry }) => geometry.attributes['color'])
  const recoloured = plain.filter((shape) => coloured.some((other) => shaderKey(other) === shaderKey(shape)))
  if (!recoloured[0]) return
  const size = coloured.find((shape) => shaderKey(shape) === shaderKey(recoloured[0]!))!.geometry.attributes['color']!
    .itemSize
  // Meshes with other shader keys are included: a material variant may give such a mesh a material with vertex colours.
  for (const { geometry } of plain) {
    const white = new Uint8Array(verticesOf(geometry) * size).fill(255)
    geometry.setAttribute('color', new BufferAttribute(white, size, true))
  }
  for (const material of recoloured.flatMap(materialsOf))
    material.vertexColors ||= material instanceof MeshStandardMaterial
}

/**
 * Gives geometries with these kinds of morph targets the same number of targets. Skinned meshes with the same shader key but
 * without targets are included. Existing targets keep their indices. If the additions exceed the memory limit, the geometries
 * stay unchanged.
 */
function alignMorphTargets(shapes: readonly Drawable[], kinds: readonly ('position' | 'normal')[]): void {
  const morphed = shapes.filter(({ geometry }) => geometry.morphTargetsRelative && kindsOf(geometry) === `${kinds}`)
  const shaderKeys = new Set(morphed.map(shaderKey))
  const unmorphedSkins = shapes.filter(
    (shape) => shape instanceof SkinnedMesh && !kindsOf(shape.geometry) && shaderKeys.has(shaderKey(shape)),
  )
  const maxTargets = Math.max(...morphed.map(({ geometry }) => countOf(geometry)))
  // A shared geometry counts once.
  const countMissingTargets = (candidates: readonly Drawable[]) =>
    geometriesOf(candidates).reduce((sum, geometry) => sum + (maxTargets - countOf(geometry)) * verticesOf(geometry), 0)
  const shapesToAlign =
    [[...morphed, ...unmorphedSkins], morphed].find(
      (candidates) => countMissingTargets(candidates) * BYTES_PER_TARGET <= MAX_ADDED_BYTES,
    ) ?? []
  const alignedGeometries = new Set(geometriesOf(shapesToAlign))
  for (const geometry of alignedGeometries) {
    const neutralTarget = new BufferAttribute(new Float32Array(verticesOf(geometry) * 3), 3)
    geometry.morphTargetsRelative = true
    for (const kind of kinds) {
      geometry.morphAttributes[kind] ??= []
      while (geometry.morphAttributes[kind].length < maxTargets) geometry.morphAttributes[kind].push(neutralTarget)
    }
  }
  // Includes unskinned meshes that share an aligned geometry, because the renderer reads the weights of every mesh.
  for (const shape of shapes.filter(({ geometry }) => alignedGeometries.has(geometry))) {
    shape.morphTargetInfluences ??= Array<number>(maxTargets).fill(0)
    shape.morphTargetDictionary ??= {}
  }
}

const geometriesOf = (shapes: readonly Drawable[]): BufferGeometry[] => [
  ...new Set(shapes.map((shape) => shape.geometry)),
]

const kindsOf = ({ morphAttributes }: BufferGeometry): string => `${Object.keys(morphAttributes).sort()}`

const countOf = ({ morphAttributes }: BufferGeometry): number => morphAttributes.position?.length ?? 0

const verticesOf = ({ attributes }: BufferGeometry): number => attributes['position']?.count ?? 0
