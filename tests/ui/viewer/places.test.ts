import { Bone, BufferAttribute, BufferGeometry, Matrix4, Mesh, Points, Skeleton, SkinnedMesh, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { boundsOf } from '../../../src/ui/viewer/bounds.ts'
import { placesOf } from '../../../src/ui/viewer/places.ts'

const COUNT = 60

function cloud(): BufferGeometry {
  const values = (size: number, of: (at: number) => number) =>
    new BufferAttribute(
      Float32Array.from({ length: COUNT * size }, (_, at) => of(at)),
      size,
    )
  const geometry = new BufferGeometry()
  geometry.setAttribute(
    'position',
    values(3, (at) => Math.sin(at * 12.9898) * 3),
  )
  geometry.setAttribute(
    'skinIndex',
    values(4, (at) => (at * 7) % 5),
  )
  // Not all of them come to one, as files have it.
  geometry.setAttribute(
    'skinWeight',
    values(4, (at) => (at % 4 === 3 ? 0 : 0.2 + (at % 3) * 0.1)),
  )
  geometry.morphAttributes.position = [values(3, (at) => Math.cos(at) / 2)]
  geometry.morphTargetsRelative = true
  return geometry
}

function skin(): SkinnedMesh {
  const bones = Array.from({ length: 5 }, (_, at) => {
    const bone = new Bone()
    bone.position.set(at * 0.3, 0.5, -at * 0.1)
    bone.rotation.set(at * 0.4, at * 0.2, 0.1)
    return bone
  })
  for (const [at, bone] of bones.slice(1).entries()) bones[at]!.add(bone)
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

describe('the places of vertices', () => {
  it.each([
    ['a skin', skin],
    ['a morphed mesh', () => Object.assign(new Mesh(cloud()), { morphTargetInfluences: [0.6] })],
  ])('of %s are those that three finds, one by one', (_, make) => {
    const mesh = make()
    const placeOf = placesOf(mesh)
    for (let index = 0; index < COUNT; index += 1) {
      const [own, known] = [placeOf(index, new Vector3()), mesh.getVertexPosition(index, new Vector3())]
      expect(own.distanceTo(known)).toBeLessThan(1e-5)
    }
  })

  it('of points are as they stand in the file', () => {
    const points = new Points(cloud())
    expect(placesOf(points)(7, new Vector3())).toEqual(
      new Vector3().fromBufferAttribute(points.geometry.getAttribute('position'), 7),
    )
  })

  it('give the same box as three, and nothing is left for the first frame to measure', async () => {
    const [mesh, known] = [skin(), skin()]
    const box = await boundsOf([mesh])
    known.computeBoundingBox()
    const expected = known.boundingBox!.clone().applyMatrix4(known.matrixWorld)
    expect(box.min.distanceTo(expected.min)).toBeLessThan(1e-5)
    expect(box.max.distanceTo(expected.max)).toBeLessThan(1e-5)
    expect(mesh.boundingSphere?.radius).toBeGreaterThan(0)
  })

  it('that are no numbers count as if their shape were not there', async () => {
    const broken = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Float32Array.of(0, 0, 0, Number.NaN, 9, 9), 3),
    )
    const sound = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Float32Array.of(1, 2, 3, 4, 5, 6), 3),
    )
    const { min, max } = await boundsOf([new Points(broken), new Points(sound)])
    expect([min.toArray(), max.toArray()]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })
})
