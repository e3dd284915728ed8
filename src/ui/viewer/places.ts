import { type BufferAttribute, Matrix4, Mesh, SkinnedMesh, Vector3, Vector4 } from 'three'
import type { Shape } from './release.ts'

/** Tells where a vertex of a shape stands, in the shape's own space. */
export type PlaceOf = (index: number, at: Vector3) => Vector3

/**
 * Reads where the vertices of a shape stand, as its morph targets and its bones have them now. As three does by
 * `getVertexPosition`, but with each bone's matrix made once: three makes four for each vertex.
 */
export function placesOf(shape: Shape): PlaceOf {
  const position = shape.geometry.getAttribute('position')
  if (!(shape instanceof Mesh)) return (index, at) => at.fromBufferAttribute(position!, index)
  const own = withOwnTargets(shape)
  const morphed: PlaceOf = (index, at) => Mesh.prototype.getVertexPosition.call(own, index, at)
  return shape instanceof SkinnedMesh ? skinned(shape, morphed) : morphed
}

/** The mesh with those morph targets alone that have a weight; the others move nothing, and three would read weights for them too. */
function withOwnTargets(mesh: Mesh): Mesh {
  const { geometry, morphTargetInfluences: weights } = mesh
  const targets = geometry.morphAttributes.position?.slice(0, weights?.length)
  if (!targets) return mesh
  const own = Object.create(geometry, { morphAttributes: { value: { position: targets } } })
  return Object.create(mesh, { geometry: { value: own } })
}

function skinned({ skeleton, bindMatrix, bindMatrixInverse, geometry }: SkinnedMesh, morphed: PlaceOf): PlaceOf {
  // Interleaved ones are read in the same way, though types do not tell.
  const of = (name: string) => geometry.getAttribute(name) as BufferAttribute | undefined
  const [joints, weights] = [of('skinIndex'), of('skinWeight')]
  if (!joints || !weights) return morphed
  const matrices = skeleton.bones.map((bone, index) =>
    new Matrix4().multiplyMatrices(bone.matrixWorld, skeleton.boneInverses[index]!).multiply(bindMatrix),
  )
  const joint = new Vector4()
  const weight = new Vector4()
  const rest = new Vector3()
  const moved = new Vector3()
  return (index, at) => {
    morphed(index, rest)
    joint.fromBufferAttribute(joints, index)
    weight.fromBufferAttribute(weights, index)
    at.set(0, 0, 0)
    for (let part = 0; part < 4; part += 1) {
      const share = weight.getComponent(part)
      if (share !== 0) at.addScaledVector(moved.copy(rest).applyMatrix4(matrices[joint.getComponent(part)]!), share)
    }
    return at.applyMatrix4(bindMatrixInverse)
  }
}
