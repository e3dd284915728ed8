import { Group, type Mesh, MeshLambertMaterial, MeshPhongMaterial, MeshStandardMaterial } from 'three'
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js'
import type { ModelBudget } from '../../machines/rules/model-budget.ts'
import { overBudget } from '../../machines/rules/model-budget.ts'
import { fbxBytes } from './fbx-size.ts'
import type { ReadModel } from './read-model.ts'
import { materialsOf, meshesOf, texturesOf } from './release.ts'
import { sealedManager } from './sealed-manager.ts'
import { ViewerError } from './viewer-error.ts'

/** One centimetre, in metres; an FBX file's unit counts in them. */
const CENTIMETRE = 0.01

/**
 * Parses an FBX file and scales it to metres; its pictures are decoded before it answers. Throws what the loader throws,
 * and a `ViewerError` (toolarge) for a file over the budget. The loader knows no way to parse it off the main thread.
 */
export async function readFbx(bytes: ArrayBuffer, budget: ModelBudget): Promise<ReadModel> {
  refuseOver({ bytes: await fbxBytes(bytes, budget.bytes) }, budget)
  const { manager, settled } = watchedManager()
  const parsed = new FBXLoader(manager).parse(bytes, '')
  await settled()
  const unit = Number(parsed.userData['unitScaleFactor'])
  const scene = new Group()
  scene.add(parsed)
  scene.scale.setScalar(CENTIMETRE * (unit > 0 ? unit : 1))
  refuseOver(measure(scene), budget)
  for (const mesh of meshesOf(scene)) relight(mesh)
  return { scene, clips: parsed.animations, isFbx: true }
}

const NOTHING: ModelBudget = {
  vertices: 0,
  draws: 0,
  morphs: 0,
  nodes: 0,
  depth: 0,
  bytes: 0,
  images: 0,
  pixels: 0,
}

function refuseOver(demand: Partial<ModelBudget>, budget: ModelBudget): void {
  const over = overBudget({ ...NOTHING, ...demand }, budget)
  if (over) throw new ViewerError('toolarge', `The model asks for ${over.asked} ${over.what}; ${over.allowed} may be`)
}

function measure(scene: Group): Partial<ModelBudget> {
  let nodes = 0
  scene.traverse(() => {
    nodes += 1
  })
  const vertices = meshesOf(scene).reduce(
    (sum, { geometry }) => sum + (geometry.getAttribute('position')?.count ?? 0),
    0,
  )
  return { nodes, vertices }
}

/** A manager that fetches nothing, and answers when every picture in the file has been decoded or has failed. */
function watchedManager() {
  const manager = sealedManager()
  const addresses = new Set<string>()
  let waiting = 0
  let done = () => {}
  const { itemStart, itemEnd } = manager
  manager.itemStart = (address) => {
    waiting += 1
    if (address.startsWith('blob:')) addresses.add(address)
    itemStart(address)
  }
  manager.itemEnd = (address) => {
    waiting -= 1
    itemEnd(address)
    if (waiting === 0) done()
  }
  const settled = async () => {
    if (waiting > 0) await new Promise<void>((resolve) => (done = resolve))
    for (const address of addresses) URL.revokeObjectURL(address)
  }
  return { manager, settled }
}

/** Gives a mesh materials that the environment lights, as those of a GLB; FBX knows only the older kinds. */
function relight(mesh: Mesh): void {
  const materials = materialsOf(mesh).map((material) => {
    if (!(material instanceof MeshPhongMaterial || material instanceof MeshLambertMaterial)) return material
    const shine = material instanceof MeshPhongMaterial ? material.shininess : 0
    const standard = new MeshStandardMaterial({
      name: material.name,
      color: material.color,
      map: material.map,
      normalMap: material.normalMap,
      bumpMap: material.bumpMap,
      aoMap: material.aoMap,
      alphaMap: material.alphaMap,
      emissive: material.emissive,
      emissiveMap: material.emissiveMap,
      transparent: material.transparent,
      opacity: material.opacity,
      side: material.side,
      vertexColors: material.vertexColors,
      metalness: 0,
      roughness: Math.sqrt(2 / (2 + Math.max(0, shine))),
    })
    for (const texture of texturesOf(material)) {
      if (!texturesOf(standard).includes(texture)) texture.dispose()
    }
    return standard
  })
  const [first] = materials
  mesh.material = materials.length === 1 && first ? first : materials
}
