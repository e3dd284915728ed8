import { danglingReferenceError, GlbError } from './glb-error.ts'
import type { Gltf } from './gltf-document.ts'

type List = Exclude<keyof Gltf, 'asset' | 'scene' | 'extensionsUsed' | 'extensionsRequired'>

/** Checks that every index refers to an existing item, and that the nodes form trees. Throws GlbError. */
export function checkGltfReferences(document: Gltf): void {
  const checkReference = (path: string, list: List, index: number | undefined) => {
    if (index === undefined || index < document[list].length) return
    const itemName = NAMES[list]
    throw danglingReferenceError(path, `The model points at ${itemName} ${index}, which it does not have.`)
  }
  document.meshes.forEach(({ primitives }, mesh) => {
    for (const { attributes, indices, material, targets } of primitives) {
      const path = `meshes.${mesh}`
      for (const index of Object.values(attributes)) checkReference(path, 'accessors', index)
      checkReference(path, 'accessors', indices)
      checkReference(path, 'materials', material)
      for (const target of targets) for (const index of Object.values(target)) checkReference(path, 'accessors', index)
    }
  })
  document.nodes.forEach(({ children, mesh, skin, camera }, node) => {
    const path = `nodes.${node}`
    for (const child of children) checkReference(path, 'nodes', child)
    checkReference(path, 'meshes', mesh)
    checkReference(path, 'skins', skin)
    checkReference(path, 'cameras', camera)
  })
  checkReference('scene', 'scenes', document.scene)
  document.scenes.forEach(({ nodes }, scene) => {
    for (const node of nodes) checkReference(`scenes.${scene}`, 'nodes', node)
  })
  document.skins.forEach(({ joints, inverseBindMatrices, skeleton }, skin) => {
    for (const joint of joints) checkReference(`skins.${skin}`, 'nodes', joint)
    checkReference(`skins.${skin}`, 'accessors', inverseBindMatrices)
    checkReference(`skins.${skin}`, 'nodes', skeleton)
  })
  checkMaterials(document, checkReference)
  checkAnimations(document, checkReference)
  checkTrees(document)
}

type CheckReference = (path: string, list: List, index: number | undefined) => void

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

function checkMaterials({ materials, textures, images }: Gltf, checkReference: CheckReference): void {
  materials.forEach(({ pbrMetallicRoughness, normalTexture, occlusionTexture, emissiveTexture }, material) => {
    const { baseColorTexture, metallicRoughnessTexture } = pbrMetallicRoughness
    const textureInfos = [baseColorTexture, metallicRoughnessTexture, normalTexture, occlusionTexture, emissiveTexture]
    for (const info of textureInfos) checkReference(`materials.${material}`, 'textures', info?.index)
  })
  textures.forEach(({ source, sampler }, texture) => {
    checkReference(`textures.${texture}`, 'images', source)
    checkReference(`textures.${texture}`, 'samplers', sampler)
  })
  images.forEach(({ bufferView }, image) => {
    checkReference(`images.${image}`, 'bufferViews', bufferView)
  })
}

function checkAnimations({ animations }: Gltf, checkReference: CheckReference): void {
  animations.forEach(({ channels, samplers }, animation) => {
    const path = `animations.${animation}`
    for (const { input, output } of samplers) {
      checkReference(path, 'accessors', input)
      checkReference(path, 'accessors', output)
    }
    for (const { sampler, target } of channels) {
      checkReference(path, 'nodes', target.node)
      if (sampler >= samplers.length)
        throw danglingReferenceError(path, `The model points at animation sampler ${sampler}, which it does not have.`)
    }
  })
}

/** Refuses cycles and nodes with two parents, which would make a viewer loop forever (glTF 2.0 §3.5.2). */
function checkTrees({ nodes }: Gltf): void {
  const parents = new Int32Array(nodes.length).fill(-1)
  nodes.forEach(({ children }, node) => {
    for (const child of children) {
      if (parents[child] !== -1) throw nodeCycleError(child)
      parents[child] = node
    }
  })
  // Every node has at most one parent, so a node that is unreachable from the roots is part of a cycle.
  const isReached = new Uint8Array(nodes.length)
  const reachedNodes: number[] = []
  const markReached = (node: number) => {
    isReached[node] = 1
    reachedNodes.push(node)
  }
  nodes.forEach((_, node) => {
    if (parents[node] === -1) markReached(node)
  })
  for (let next = 0; next < reachedNodes.length; next++)
    for (const child of nodes[reachedNodes[next]!]!.children) markReached(child)
  if (reachedNodes.length < nodes.length) throw nodeCycleError(isReached.indexOf(0))
}

const nodeCycleError = (node: number) =>
  new GlbError({
    word: 'upload.glbTangled',
    params: { path: `nodes.${node}` },
    message: `The model's nodes.${node} has more than one parent node, or is its own ancestor.`,
  })
