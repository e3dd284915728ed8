import { type BufferAttribute, Matrix4, Mesh, SkinnedMesh, Vector3, Vector4 } from 'three'
import type { Drawable } from './dispose.ts'

/** Reads the position of a vertex in the shape's local space. */
export type ReadVertexPosition = (index: number, out: Vector3) => Vector3

/**
 * Returns a reader of vertex positions with current morph targets and bones. Equals `getVertexPosition` of three.js, but computes
 * each bone matrix once instead of four matrices per vertex.
 */
export function createVertexPositionReader(shape: Drawable): ReadVertexPosition {
  const position = shape.geometry.getAttribute('position')
  if (!(shape instanceof Mesh)) return (index, out) => out.fromBufferAttribute(position!, index)
  const meshWithTargets = withWeightedTargets(shape)
  const readMorphed: ReadVertexPosition = (index, out) =>
    Mesh.prototype.getVertexPosition.call(meshWithTargets, index, out)
  return shape instanceof SkinnedMesh ? skinnedPositionReader(shape, readMorphed) : readMorphed
}

/**
 * Returns the mesh with only those morph targets that have a weight. three.js would read undefined weights for the other targets.
 */
function withWeightedTargets(mesh: Mesh): Mesh {
  const { geometry, morphTargetInfluences: weights } = mesh
  const targets = geometry.morphAttributes.position?.slice(0, weights?.length)
  if (!targets) return mesh
  const trimmedGeometry = Object.create(geometry, { morphAttributes: { value: { position: targets } } })
  return Object.create(mesh, { geometry: { value: trimmedGeometry } })
}

function skinnedPositionReader(
  { skeleton, bindMatrix, bindMatrixInverse, geometry }: SkinnedMesh,
  readMorphed: ReadVertexPosition,
): ReadVertexPosition {
  // Interleaved attributes have the same accessors; the types do not show this.
  const attributeNamed = (name: string) => geometry.getAttribute(name) as BufferAttribute | undefined
  const [joints, weights] = [attributeNamed('skinIndex'), attributeNamed('skinWeight')]
  if (!joints || !weights) return readMorphed
  const matrices = skeleton.bones.map((bone, index) =>
    new Matrix4().multiplyMatrices(bone.matrixWorld, skeleton.boneInverses[index]!).multiply(bindMatrix),
  )
  const joint = new Vector4()
  const weight = new Vector4()
  const unskinned = new Vector3()
  const transformed = new Vector3()
  return (index, out) => {
    readMorphed(index, unskinned)
    joint.fromBufferAttribute(joints, index)
    weight.fromBufferAttribute(weights, index)
    out.set(0, 0, 0)
    for (let slot = 0; slot < 4; slot += 1) {
      const jointWeight = weight.getComponent(slot)
      if (jointWeight !== 0)
        out.addScaledVector(transformed.copy(unskinned).applyMatrix4(matrices[joint.getComponent(slot)]!), jointWeight)
    }
    return out.applyMatrix4(bindMatrixInverse)
  }
}
