import {
  BackSide,
  BufferAttribute,
  type BufferGeometry,
  Group,
  type Material,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  SkinnedMesh,
  Vector3,
} from 'three'
import { USDZExporter } from 'three/examples/jsm/exporters/USDZExporter.js'
import { decompress } from 'three/examples/jsm/utils/WebGLTextureUtils.js'
import { materialsOf, meshesOf } from '../load/dispose.ts'
import { createVertexPositionReader } from '../load/vertex-positions.ts'
import { isTimeSliceOver, yieldToPage } from '../load/yield-to-page.ts'

export const USDZ_TYPE = 'model/vnd.usdz+zip'

/** Maximum length of a texture's longer side, in pixels: phones load all textures into memory. */
const MAX_TEXTURE_SIDE_PX = 1024

const VERTICES_PER_CHECK = 4096

/** Model to export. `height` is in metres. */
export interface UsdzModel {
  root: Group
  size: { height: number }
}

/**
 * Exports the model in its current pose and expression as a USDZ file, standing on the floor in true size. Lines, points and
 * outlines are left out.
 */
export async function exportUsdz({ root, size }: UsdzModel): Promise<Blob> {
  const scene = new Group()
  root.updateWorldMatrix(true, true)
  // Moves the model's feet to height 0 and reverts the model's rotation in the viewer.
  const upright = new Matrix4().makeTranslation(0, size.height / 2, 0)
  if (root.parent) upright.multiply(new Matrix4().copy(root.parent.matrixWorld).invert())
  const plainMaterials = new Map<Material, Material>()
  for (const mesh of meshesOf(root)) {
    if (!isMeshVisible(mesh)) continue
    const baked = await bakeGeometry(mesh)
    const originals = materialsOf(mesh)
    const hasOutline = originals.some(isOutline)
    if (hasOutline) baked.clearGroups()
    const materials = (hasOutline ? originals.slice(0, 1) : originals).map((material) =>
      toPlainMaterial(material, plainMaterials),
    )
    const bakedMesh = new Mesh(baked, Array.isArray(mesh.material) && !hasOutline ? materials : materials[0]!)
    bakedMesh.name = mesh.name
    // The transform is applied to the vertices: the exporter writes position, rotation and scale, which cannot represent every
    // matrix.
    baked.applyMatrix4(new Matrix4().multiplyMatrices(upright, mesh.matrixWorld))
    scene.add(bakedMesh)
  }
  const exporter = new USDZExporter()
  exporter.setTextureUtils({ decompress } as never)
  const bytes = await exporter.parseAsync(scene, { quickLookCompatible: true, maxTextureSize: MAX_TEXTURE_SIDE_PX })
  return new Blob([bytes as BlobPart], { type: USDZ_TYPE })
}

function isMeshVisible(mesh: Mesh): boolean {
  let isVisible = true
  mesh.traverseAncestors((ancestor) => {
    isVisible &&= ancestor.visible
  })
  return isVisible && mesh.visible
}

const isOutline = (material: Material): boolean =>
  material.side === BackSide && (material as { isOutline?: boolean }).isOutline === true

/** Returns a geometry with the current bones and morph targets applied. */
async function bakeGeometry(mesh: Mesh): Promise<BufferGeometry> {
  const { geometry } = mesh
  const count = geometry.getAttribute('position')?.count ?? 0
  const readPosition = createVertexPositionReader(mesh)
  const positions = new Float32Array(count * 3)
  const point = new Vector3()
  for (let index = 0; index < count; index += 1) {
    if (index % VERTICES_PER_CHECK === 0 && isTimeSliceOver()) await yieldToPage()
    readPosition(index, point).toArray(positions, index * 3)
  }
  const baked = geometry.clone()
  baked.morphAttributes = {}
  baked.setAttribute('position', new BufferAttribute(positions, 3))
  if (!geometry.hasAttribute('normal')) baked.computeVertexNormals()
  else if (mesh instanceof SkinnedMesh) baked.setAttribute('normal', await bakeNormals(mesh))
  return baked
}

/**
 * Returns the normals of a skinned mesh in its current pose. Skins each vertex and a point along its normal, and subtracts the
 * positions.
 */
async function bakeNormals(mesh: SkinnedMesh): Promise<BufferAttribute> {
  const { geometry } = mesh
  const [position, normal] = [geometry.getAttribute('position')!, geometry.getAttribute('normal')!]
  const baseGeometry = geometry.clone()
  baseGeometry.morphAttributes = {}
  const offsetGeometry = baseGeometry.clone()
  const [point, tip] = [new Vector3(), new Vector3()]
  const values = new Float32Array(position.count * 3)
  for (let index = 0; index < position.count; index += 1) {
    point.fromBufferAttribute(position as BufferAttribute, index)
    point.add(tip.fromBufferAttribute(normal as BufferAttribute, index)).toArray(values, index * 3)
  }
  offsetGeometry.setAttribute('position', new BufferAttribute(values, 3))
  const [readPosition, readOffsetPosition] = [baseGeometry, offsetGeometry].map((variant) =>
    createVertexPositionReader(Object.create(mesh, { geometry: { value: variant } }) as SkinnedMesh),
  )
  for (let index = 0; index < position.count; index += 1) {
    if (index % VERTICES_PER_CHECK === 0 && isTimeSliceOver()) await yieldToPage()
    readOffsetPosition!(index, tip)
      .sub(readPosition!(index, point))
      .normalize()
      .toArray(values, index * 3)
  }
  return new BufferAttribute(values.slice(), 3)
}

/** Converts a material to a standard material, because USDZ supports no other. */
function toPlainMaterial(material: Material, cache: Map<Material, Material>): Material {
  if (material instanceof MeshStandardMaterial) return material
  const existing = cache.get(material)
  if (existing) return existing
  const { color, map } = material as Partial<MeshStandardMaterial>
  const { name, side, transparent, opacity, alphaTest } = material
  const plain = new MeshStandardMaterial({ name, side, transparent, opacity, alphaTest, roughness: 1, metalness: 0 })
  if (color) plain.color.copy(color)
  if (map) plain.map = map
  cache.set(material, plain)
  return plain
}
