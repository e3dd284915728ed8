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
import { breathe, isOver } from '../pace.ts'
import { placesOf } from '../places.ts'
import { materialsOf, meshesOf } from '../release.ts'

/** What a model's file for Quick Look is. */
export const USDZ = 'model/vnd.usdz+zip'

/** Pixels of a texture's longer side at most: a telephone holds them all at once. */
const MOST_PIXELS = 1024

/** How many vertices are set before the clock is looked at. */
const STRIDE = 4096

/** What stands on a stage: its `root`, and how tall it is, in metres. */
export interface Standing {
  root: Group
  size: { height: number }
}

/**
 * The model as it stands now, with its bones and its face as they are, as a USDZ file that lies on a floor in its true size.
 * What casts no light of its own there, lines, points and outlines, is left out.
 */
export async function usdzOf({ root, size }: Standing): Promise<Blob> {
  const scene = new Group()
  root.updateWorldMatrix(true, true)
  // As it stands on its feet, however it is turned on the stage.
  const upright = new Matrix4().makeTranslation(0, size.height / 2, 0)
  if (root.parent) upright.multiply(new Matrix4().copy(root.parent.matrixWorld).invert())
  const plain = new Map<Material, Material>()
  for (const mesh of meshesOf(root)) {
    if (!isSeen(mesh)) continue
    const still = await stillOf(mesh)
    const worn = materialsOf(mesh)
    const isWhole = worn.some(isOutline)
    if (isWhole) still.clearGroups()
    const materials = (isWhole ? worn.slice(0, 1) : worn).map((material) => plainOf(material, plain))
    const copy = new Mesh(still, Array.isArray(mesh.material) && !isWhole ? materials : materials[0]!)
    copy.name = mesh.name
    // In the vertices themselves: the exporter writes what a matrix is made of, which not every matrix is.
    still.applyMatrix4(new Matrix4().multiplyMatrices(upright, mesh.matrixWorld))
    scene.add(copy)
  }
  const exporter = new USDZExporter()
  exporter.setTextureUtils({ decompress } as never)
  const bytes = await exporter.parseAsync(scene, { quickLookCompatible: true, maxTextureSize: MOST_PIXELS })
  return new Blob([bytes as BlobPart], { type: USDZ })
}

function isSeen(mesh: Mesh): boolean {
  let isVisible = true
  mesh.traverseAncestors((above) => {
    isVisible &&= above.visible
  })
  return isVisible && mesh.visible
}

const isOutline = (material: Material): boolean =>
  material.side === BackSide && (material as { isOutline?: boolean }).isOutline === true

/** A shape as bones and morph targets have it now, by itself. */
async function stillOf(mesh: Mesh): Promise<BufferGeometry> {
  const { geometry } = mesh
  const count = geometry.getAttribute('position')?.count ?? 0
  const placeOf = placesOf(mesh)
  const places = new Float32Array(count * 3)
  const at = new Vector3()
  for (let index = 0; index < count; index += 1) {
    if (index % STRIDE === 0 && isOver()) await breathe()
    placeOf(index, at).toArray(places, index * 3)
  }
  const still = geometry.clone()
  still.morphAttributes = {}
  still.setAttribute('position', new BufferAttribute(places, 3))
  if (!geometry.hasAttribute('normal')) still.computeVertexNormals()
  else if (mesh instanceof SkinnedMesh) still.setAttribute('normal', await turned(mesh))
  return still
}

/** Where a skin faces as its bones stand: how far apart they take each vertex and a point before it. */
async function turned(mesh: SkinnedMesh): Promise<BufferAttribute> {
  const { geometry } = mesh
  const [position, normal] = [geometry.getAttribute('position')!, geometry.getAttribute('normal')!]
  const rest = geometry.clone()
  rest.morphAttributes = {}
  const before = rest.clone()
  const [at, ahead] = [new Vector3(), new Vector3()]
  const points = new Float32Array(position.count * 3)
  for (let index = 0; index < position.count; index += 1) {
    at.fromBufferAttribute(position as BufferAttribute, index)
    at.add(ahead.fromBufferAttribute(normal as BufferAttribute, index)).toArray(points, index * 3)
  }
  before.setAttribute('position', new BufferAttribute(points, 3))
  const [placeOf, placeBefore] = [rest, before].map((one) =>
    placesOf(Object.create(mesh, { geometry: { value: one } }) as SkinnedMesh),
  )
  for (let index = 0; index < position.count; index += 1) {
    if (index % STRIDE === 0 && isOver()) await breathe()
    placeBefore!(index, ahead)
      .sub(placeOf!(index, at))
      .normalize()
      .toArray(points, index * 3)
  }
  return new BufferAttribute(points.slice(), 3)
}

/** A material that the format knows. */
function plainOf(material: Material, made: Map<Material, Material>): Material {
  if (material instanceof MeshStandardMaterial) return material
  const known = made.get(material)
  if (known) return known
  const { color, map } = material as Partial<MeshStandardMaterial>
  const { name, side, transparent, opacity, alphaTest } = material
  const plain = new MeshStandardMaterial({ name, side, transparent, opacity, alphaTest, roughness: 1, metalness: 0 })
  if (color) plain.color.copy(color)
  if (map) plain.map = map
  made.set(material, plain)
  return plain
}
