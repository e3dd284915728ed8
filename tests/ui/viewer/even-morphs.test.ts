import { BoxGeometry, BufferAttribute, Mesh, type Object3D, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { evenMorphs } from '../../../src/ui/viewer/even-morphs.ts'
import { placesOf } from '../../../src/ui/viewer/places.ts'

/** A mesh of so many vertices, each target of which moves all of them by 1 on x. */
function morphing(targets: number, kinds: readonly string[] = ['position'], vertices = 24): Mesh {
  const geometry = new BoxGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(vertices * 3), 3))
  geometry.morphTargetsRelative = true
  for (const kind of kinds) {
    geometry.morphAttributes[kind as 'position'] = Array.from({ length: targets }, () => {
      const moved = Float32Array.from({ length: vertices * 3 }, (_, at) => (at % 3 === 0 ? 1 : 0))
      return new BufferAttribute(moved, 3)
    })
  }
  return new Mesh(geometry)
}

const counts = (mesh: Mesh) => Object.values(mesh.geometry.morphAttributes).map((list) => list?.length ?? 0)

describe('the shaders of morph targets', () => {
  it('are one for all geometries, whatever number of targets each has', () => {
    const [one, two, still] = [morphing(9), morphing(4), new Mesh(new BoxGeometry())]
    evenMorphs([one, two, still])
    expect([one, two].map(counts)).toEqual([[9], [9]])
    expect(counts(still)).toEqual([])
  })

  it('leave the face and its measures as they are', () => {
    const [head, brow] = [morphing(5), morphing(2)]
    brow.morphTargetInfluences = [1, 0.5]
    const before = brow.geometry.clone()
    before.computeBoundingBox()
    evenMorphs([head, brow])
    expect(placesOf(brow)(3, new Vector3()).x).toBeCloseTo(1.5)
    expect(brow.morphTargetInfluences).toEqual([1, 0.5])
    brow.geometry.computeBoundingBox()
    expect(brow.geometry.boundingBox).toEqual(before.boundingBox)
    const added = brow.geometry.morphAttributes.position!.slice(2)
    expect(added.flatMap(({ array }) => [...array]).filter((value) => value !== 0)).toEqual([])
  })

  it('are told apart by what the targets change', () => {
    const all = [morphing(3), morphing(1, ['position', 'normal']), morphing(2, ['position', 'normal'])]
    evenMorphs(all)
    expect(all.map(counts)).toEqual([[3], [2, 2], [2, 2]])
  })

  it.each([
    ['colours change too', () => morphing(1, ['position', 'color'])],
    [
      'they are told from nothing',
      () => {
        const mesh = morphing(1)
        mesh.geometry.morphTargetsRelative = false
        return mesh
      },
    ],
  ] as [string, () => Mesh & Object3D][])('stay as they are where %s', (_, make) => {
    const other = make()
    evenMorphs([morphing(3), other])
    expect(counts(other)[0]).toBe(1)
  })

  it('stay as they are where it would cost the card much', () => {
    const [head, body] = [morphing(50), morphing(1, ['position'], 20_000)]
    evenMorphs([head, body])
    expect([head, body].map(counts)).toEqual([[50], [1]])
  })
})
