import { BufferGeometry, Group, Mesh, MeshBasicMaterial, type MeshBasicMaterialParameters, SkinnedMesh } from 'three'

export interface Edges {
  group: Group
  /** Frees the GPU resources of the edges, not those of the meshes. */
  dispose: () => void
}

/** Depth factor that draws edges slightly in front of their surface. Otherwise the surface would hide the edges. */
const EDGE_DEPTH_FACTOR = 0.9985

/** Style of the edges. With `depthTest` off, the edges are visible through everything. */
export type EdgeStyle = Pick<MeshBasicMaterialParameters, 'color' | 'opacity' | 'depthTest'>

export function createEdges(meshes: readonly Mesh[], style: EdgeStyle): Edges {
  const material = new MeshBasicMaterial({
    ...style,
    wireframe: true,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
  })
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      '#include <project_vertex>',
      `#include <project_vertex>\n gl_Position = projectionMatrix * vec4( mvPosition.xyz * ${EDGE_DEPTH_FACTOR}, 1.0 );`,
    )
  }
  const group = new Group()
  const edgeMeshes = meshes.map((mesh) => edgesOver(mesh, material))
  if (edgeMeshes.length > 0) group.add(...edgeMeshes)
  return {
    group,
    dispose: () => {
      material.dispose()
      for (const { geometry } of edgeMeshes) {
        // Buffers of the mesh must stay on the GPU.
        for (const name of Object.keys(geometry.attributes)) geometry.deleteAttribute(name)
        geometry.index = null
        geometry.dispose()
      }
    },
  }
}

/** Creates a mesh with the vertices, skeleton and transform of `mesh`. */
function edgesOver(mesh: Mesh, material: MeshBasicMaterial): Mesh {
  const geometry = new BufferGeometry()
  const { attributes, index, morphAttributes, morphTargetsRelative, boundingBox, boundingSphere } = mesh.geometry
  Object.assign(geometry, { index, morphAttributes, morphTargetsRelative, boundingBox, boundingSphere })
  Object.assign(geometry.attributes, attributes)
  const edges = mesh instanceof SkinnedMesh ? new SkinnedMesh(geometry, material) : new Mesh(geometry, material)
  if (mesh instanceof SkinnedMesh && edges instanceof SkinnedMesh) {
    Object.assign(edges, { skeleton: mesh.skeleton, bindMode: mesh.bindMode })
    Object.assign(edges, { bindMatrix: mesh.bindMatrix, bindMatrixInverse: mesh.bindMatrixInverse })
  }
  if (mesh.morphTargetInfluences) edges.morphTargetInfluences = mesh.morphTargetInfluences
  Object.assign(edges, { matrixAutoUpdate: false, matrixWorldAutoUpdate: false, matrixWorld: mesh.matrixWorld })
  edges.frustumCulled = mesh.frustumCulled
  edges.renderOrder = mesh.renderOrder + 1
  return edges
}
