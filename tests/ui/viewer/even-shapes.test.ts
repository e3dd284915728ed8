import {
  BoxGeometry,
  BufferAttribute,
  DataTexture,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  Points,
  SkinnedMesh,
  Vector3,
} from 'three'
import { describe, expect, it } from 'vitest'
import { evenShapes } from '../../../src/ui/viewer/even-shapes.ts'
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
    evenShapes([one, two, still])
    expect([one, two].map(counts)).toEqual([[9], [9]])
    expect(counts(still)).toEqual([])
  })

  it('leave the face and its measures as they are', () => {
    const [head, brow] = [morphing(5), morphing(2)]
    brow.morphTargetInfluences = [1, 0.5]
    const before = brow.geometry.clone()
    before.computeBoundingBox()
    evenShapes([head, brow])
    expect(placesOf(brow)(3, new Vector3()).x).toBeCloseTo(1.5)
    expect(brow.morphTargetInfluences).toEqual([1, 0.5])
    brow.geometry.computeBoundingBox()
    expect(brow.geometry.boundingBox).toEqual(before.boundingBox)
    const added = brow.geometry.morphAttributes.position!.slice(2)
    expect(added.flatMap(({ array }) => [...array]).filter((value) => value !== 0)).toEqual([])
  })

  it('are told apart by what the targets change', () => {
    const all = [morphing(3), morphing(1, ['position', 'normal']), morphing(2, ['position', 'normal'])]
    evenShapes(all)
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
    evenShapes([morphing(3), other])
    expect(counts(other)[0]).toBe(1)
  })

  it('stay as they are where it would cost the card much', () => {
    const [head, body] = [morphing(50), morphing(1, ['position'], 20_000)]
    evenShapes([head, body])
    expect([head, body].map(counts)).toEqual([[50], [1]])
  })
})

describe('skins without morph targets', () => {
  const skin = (material = new MeshBasicMaterial()) => new SkinnedMesh(new BoxGeometry(), material)
  const face = (targets = 4, vertices = 24) => new SkinnedMesh(morphing(targets, ['position'], vertices).geometry)

  it('have as many as those of their look have, that move nothing and have no name', () => {
    const [head, body] = [face(), skin()]
    evenShapes([head, body])
    expect(counts(body)).toEqual([4])
    expect([body.morphTargetInfluences, body.morphTargetDictionary]).toEqual([[0, 0, 0, 0], {}])
    expect(new Set(body.geometry.morphAttributes.position!.flatMap(({ array }) => [...array]))).toEqual(new Set([0]))
    expect(body.geometry.morphTargetsRelative).toBe(true)
  })

  it('have none where they look otherwise: their shader would be another', () => {
    const [head, cloth] = [face(), skin(new MeshBasicMaterial({ map: new DataTexture() }))]
    const still = new Mesh(new BoxGeometry())
    evenShapes([head, cloth, still])
    expect([cloth, still].map(counts)).toEqual([[], []])
  })

  it('have none where it would cost the card much, and those with targets are evened all the same', () => {
    const [head, brow, body] = [face(50), face(2), skin()]
    body.geometry.setAttribute('position', new BufferAttribute(new Float32Array(20_000 * 3), 3))
    evenShapes([head, brow, body])
    expect([head, brow, body].map(counts)).toEqual([[50], [50], []])
  })

  it('give their weights to whatever wears the same geometry, which the renderer would look for in vain', () => {
    const [head, body] = [face(), skin()]
    const [statue, cloud] = [new Mesh(body.geometry), new Points(body.geometry)]
    evenShapes([head, body, statue, cloud])
    expect([statue, cloud].map(({ morphTargetInfluences }) => morphTargetInfluences)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
  })

  it('share what they are given, where they share a geometry, and are counted once', () => {
    const [head, body] = [face(50), skin()]
    body.geometry.setAttribute('position', new BufferAttribute(new Float32Array(4_000 * 3), 3))
    const twin = new SkinnedMesh(body.geometry, body.material)
    evenShapes([head, body, twin])
    expect(counts(body)).toEqual([50])
    expect(body.morphTargetInfluences).not.toBe(twin.morphTargetInfluences)
    expect([body, twin].map(({ morphTargetInfluences }) => morphTargetInfluences?.length)).toEqual([50, 50])
  })
})

describe('vertices without colour', () => {
  const thing = (size: number | null, material = new MeshStandardMaterial()) => {
    const geometry = new BoxGeometry()
    if (size) geometry.setAttribute('color', new BufferAttribute(new Float32Array(24 * size).fill(0.5), size))
    material.vertexColors = size !== null
    return new Mesh(geometry, material)
  }
  const colourOf = ({ geometry }: Mesh) => geometry.getAttribute('color')

  it.each([3, 4])('are white, in %i numbers as those of their look, which stay as they are', (size) => {
    const [plain, coloured] = [thing(null), thing(size)]
    evenShapes([plain, coloured])
    const white = colourOf(plain)!
    expect([white.itemSize, white.count, white.getX(5), white.getComponent(23, size - 1)]).toEqual([size, 24, 1, 1])
    expect([plain.material, coloured.material].map(({ vertexColors }) => vertexColors)).toEqual([true, true])
    expect(colourOf(coloured)!.getX(5)).toBe(0.5)
  })

  it('stay without where none of their look has colours, or nothing is coloured', () => {
    const other = thing(null, new MeshStandardMaterial({ map: new DataTexture() }))
    evenShapes([other, thing(3)])
    evenShapes([thing(null), thing(null)])
    expect([colourOf(other), other.material.vertexColors]).toEqual([undefined, false])
  })

  it('are white in other looks too where one is coloured, for a material that is worn there later', () => {
    const other = thing(null, new MeshStandardMaterial({ map: new DataTexture() }))
    evenShapes([other, thing(null), thing(3)])
    expect([colourOf(other)?.getX(0), other.material.vertexColors]).toEqual([1, false])
  })
})
