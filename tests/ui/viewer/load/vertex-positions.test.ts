import { Bone, BufferAttribute, BufferGeometry, Matrix4, Mesh, Points, Skeleton, SkinnedMesh, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { measureBounds } from '../../../../src/ui/viewer/load/bounds.ts'
import { createVertexPositionReader } from '../../../../src/ui/viewer/load/vertex-positions.ts'

const COUNT = 60

function cloud(): BufferGeometry {
  const values = (size: number, valueAt: (index: number) => number) =>
    new BufferAttribute(
      Float32Array.from({ length: COUNT * size }, (_, index) => valueAt(index)),
      size,
    )
  const geometry = new BufferGeometry()
  geometry.setAttribute(
    'position',
    values(3, (index) => Math.sin(index * 12.9898) * 3),
  )
  geometry.setAttribute(
    'skinIndex',
    values(4, (index) => (index * 7) % 5),
  )
  // Skin weights whose sum is not one, as in some files.
  geometry.setAttribute(
    'skinWeight',
    values(4, (index) => (index % 4 === 3 ? 0 : 0.2 + (index % 3) * 0.1)),
  )
  geometry.morphAttributes.position = [values(3, (index) => Math.cos(index) / 2)]
  geometry.morphTargetsRelative = true
  return geometry
}

function skin(): SkinnedMesh {
  const bones = Array.from({ length: 5 }, (_, index) => {
    const bone = new Bone()
    bone.position.set(index * 0.3, 0.5, -index * 0.1)
    bone.rotation.set(index * 0.4, index * 0.2, 0.1)
    return bone
  })
  for (const [index, bone] of bones.slice(1).entries()) bones[index]!.add(bone)
  bones[0]!.updateMatrixWorld(true)
  const mesh = new SkinnedMesh(cloud())
  mesh.bind(new Skeleton(bones), new Matrix4().makeRotationX(0.7).setPosition(1, 2, 3))
  bones[2]!.rotation.z = 1.2
  bones[0]!.position.x = 4
  bones[0]!.updateMatrixWorld(true)
  mesh.updateMorphTargets()
  mesh.morphTargetInfluences = [0.6]
  mesh.position.set(0, 5, 0)
  mesh.updateMatrixWorld(true)
  return mesh
}

describe('vertex positions', () => {
  it.each([
    ['a skinned mesh', skin],
    ['a morphed mesh', () => Object.assign(new Mesh(cloud()), { morphTargetInfluences: [0.6] })],
  ])('equal the positions that three.js computes for %s', (_, makeMesh) => {
    const mesh = makeMesh()
    const readPosition = createVertexPositionReader(mesh)
    for (let index = 0; index < COUNT; index += 1) {
      const [actual, expected] = [readPosition(index, new Vector3()), mesh.getVertexPosition(index, new Vector3())]
      expect(actual.distanceTo(expected)).toBeLessThan(1e-5)
    }
  })

  it('equal the positions in the geometry for points', () => {
    const points = new Points(cloud())
    expect(createVertexPositionReader(points)(7, new Vector3())).toEqual(
      new Vector3().fromBufferAttribute(points.geometry.getAttribute('position'), 7),
    )
  })

  it('give a skinned mesh the same bounding box as three.js, and a cached bounding sphere', async () => {
    const [mesh, reference] = [skin(), skin()]
    const box = await measureBounds([mesh])
    reference.computeBoundingBox()
    const expected = reference.boundingBox!.clone().applyMatrix4(reference.matrixWorld)
    expect(box.min.distanceTo(expected.min)).toBeLessThan(1e-5)
    expect(box.max.distanceTo(expected.max)).toBeLessThan(1e-5)
    expect(mesh.boundingSphere?.radius).toBeGreaterThan(0)
  })

  it('exclude a shape with non-finite values from the bounds of the model', async () => {
    const broken = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Float32Array.of(0, 0, 0, Number.NaN, 9, 9), 3),
    )
    const sound = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Float32Array.of(1, 2, 3, 4, 5, 6), 3),
    )
    const { min, max } = await measureBounds([new Points(broken), new Points(sound)])
    expect([min.toArray(), max.toArray()]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })
})
