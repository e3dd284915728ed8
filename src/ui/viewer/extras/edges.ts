import { BufferGeometry, Group, Mesh, MeshBasicMaterial, type MeshBasicMaterialParameters, SkinnedMesh } from 'three'

/** Edges drawn over meshes, which move with them. */
export interface Edges {
  group: Group
  /** Takes them off the card, and leaves the meshes there as they were. */
  dispose: () => void
}

/** How much nearer than their surface edges are drawn, so that it does not swallow them. */
const NEARER = 0.9985

/** How edges are drawn; with `depthTest` off through all that lies before them. */
export type EdgeStyle = Pick<MeshBasicMaterialParameters, 'color' | 'opacity' | 'depthTest'>

/** The edges of all triangles of `meshes`. */
export function edgesOf(meshes: readonly Mesh[], style: EdgeStyle): Edges {
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
      `#include <project_vertex>\n gl_Position = projectionMatrix * vec4( mvPosition.xyz * ${NEARER}, 1.0 );`,
    )
  }
  const group = new Group()
  const drawn = meshes.map((mesh) => over(mesh, material))
  if (drawn.length > 0) group.add(...drawn)
  return {
    group,
    dispose: () => {
      material.dispose()
      for (const { geometry } of drawn) {
        // What belongs to the mesh stays on the card.
        for (const name of Object.keys(geometry.attributes)) geometry.deleteAttribute(name)
        geometry.index = null
        geometry.dispose()
      }
    },
  }
}

/** Draws the same vertices as a mesh does, wherever that is and however it is bent. */
function over(mesh: Mesh, material: MeshBasicMaterial): Mesh {
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
