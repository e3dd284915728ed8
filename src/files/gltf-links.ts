import { GlbFault, pointsAway } from './glb-fault.ts'
import type { Gltf } from './gltf-document.ts'

type List = Exclude<keyof Gltf, 'asset' | 'scene' | 'extensionsUsed' | 'extensionsRequired'>

/** Checks that whatever points at something by its number finds it, and that the nodes form trees. Throws GlbFault. */
export function checkLinks(document: Gltf): void {
  const point = (path: string, list: List, index: number | undefined) => {
    if (index === undefined || index < document[list].length) return
    const what = NAMES[list]
    throw pointsAway(path, `The model points at ${what} ${index}, which it does not have.`)
  }
  document.meshes.forEach(({ primitives }, mesh) => {
    for (const { attributes, indices, material, targets } of primitives) {
      const path = `meshes.${mesh}`
      for (const index of Object.values(attributes)) point(path, 'accessors', index)
      point(path, 'accessors', indices)
      point(path, 'materials', material)
      for (const target of targets) for (const index of Object.values(target)) point(path, 'accessors', index)
    }
  })
  document.nodes.forEach(({ children, mesh, skin, camera }, node) => {
    const path = `nodes.${node}`
    for (const child of children) point(path, 'nodes', child)
    point(path, 'meshes', mesh)
    point(path, 'skins', skin)
    point(path, 'cameras', camera)
  })
  point('scene', 'scenes', document.scene)
  document.scenes.forEach(({ nodes }, scene) => {
    for (const node of nodes) point(`scenes.${scene}`, 'nodes', node)
  })
  document.skins.forEach(({ joints, inverseBindMatrices, skeleton }, skin) => {
    for (const joint of joints) point(`skins.${skin}`, 'nodes', joint)
    point(`skins.${skin}`, 'accessors', inverseBindMatrices)
    point(`skins.${skin}`, 'nodes', skeleton)
  })
  checkLooks(document, point)
  checkAnimations(document, point)
  checkTrees(document)
}

type Point = (path: string, list: List, index: number | undefined) => void

const NAMES: Readonly<Record<List, string>> = {
  buffers: 'buffer',
  bufferViews: 'buffer view',
  accessors: 'accessor',
  meshes: 'mesh',
  nodes: 'node',
  scenes: 'scene',
  skins: 'skin',
  images: 'image',
  samplers: 'sampler',
  textures: 'texture',
  materials: 'material',
  animations: 'animation',
  cameras: 'camera',
}

function checkLooks({ materials, textures, images }: Gltf, point: Point): void {
  materials.forEach(({ pbrMetallicRoughness, normalTexture, occlusionTexture, emissiveTexture }, material) => {
    const { baseColorTexture, metallicRoughnessTexture } = pbrMetallicRoughness
    const all = [baseColorTexture, metallicRoughnessTexture, normalTexture, occlusionTexture, emissiveTexture]
    for (const info of all) point(`materials.${material}`, 'textures', info?.index)
  })
  textures.forEach(({ source, sampler }, texture) => {
    point(`textures.${texture}`, 'images', source)
    point(`textures.${texture}`, 'samplers', sampler)
  })
  images.forEach(({ bufferView }, image) => {
    point(`images.${image}`, 'bufferViews', bufferView)
  })
}

function checkAnimations({ animations }: Gltf, point: Point): void {
  animations.forEach(({ channels, samplers }, animation) => {
    const path = `animations.${animation}`
    for (const { input, output } of samplers) {
      point(path, 'accessors', input)
      point(path, 'accessors', output)
    }
    for (const { sampler, target } of channels) {
      point(path, 'nodes', target.node)
      if (sampler >= samplers.length)
        throw pointsAway(path, `The model points at animation sampler ${sampler}, which it does not have.`)
    }
  })
}

/** A node with two parents, or one that is its own ancestor, makes a viewer build for ever (glTF 2.0 §3.5.2). */
function checkTrees({ nodes }: Gltf): void {
  const parents = new Int32Array(nodes.length).fill(-1)
  nodes.forEach(({ children }, node) => {
    for (const child of children) {
      if (parents[child] !== -1) throw tangled(child)
      parents[child] = node
    }
  })
  // Every node has one parent at most, so a node that no root leads to stands in a circle.
  const isReached = new Uint8Array(nodes.length)
  const reached: number[] = []
  const reach = (node: number) => {
    isReached[node] = 1
    reached.push(node)
  }
  nodes.forEach((_, node) => {
    if (parents[node] === -1) reach(node)
  })
  for (let next = 0; next < reached.length; next++) for (const child of nodes[reached[next]!]!.children) reach(child)
  if (reached.length < nodes.length) throw tangled(isReached.indexOf(0))
}

const tangled = (node: number) =>
  new GlbFault({
    word: 'upload.glbTangled',
    params: { path: `nodes.${node}` },
    message: `The model's nodes.${node} hangs below more than one node, or below itself.`,
  })
