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
import { alignAttributes } from '../../../../src/ui/viewer/load/align-attributes.ts'
import { createVertexPositionReader } from '../../../../src/ui/viewer/load/vertex-positions.ts'

/** Returns a mesh with this number of vertices. Each of its morph targets moves all vertices by 1 along x. */
function morphedMesh(targets: number, kinds: readonly string[] = ['position'], vertices = 24): Mesh {
  const geometry = new BoxGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(vertices * 3), 3))
  geometry.morphTargetsRelative = true
  for (const kind of kinds) {
    geometry.morphAttributes[kind as 'position'] = Array.from({ length: targets }, () => {
      const offsets = Float32Array.from({ length: vertices * 3 }, (_, index) => (index % 3 === 0 ? 1 : 0))
      return new BufferAttribute(offsets, 3)
    })
  }
  return new Mesh(geometry)
}

const targetCounts = (mesh: Mesh) => Object.values(mesh.geometry.morphAttributes).map((list) => list?.length ?? 0)

describe('morph targets of geometries', () => {
  it('are padded to the same number in all geometries with targets, so that these share a shader', () => {
    const [one, two, still] = [morphedMesh(9), morphedMesh(4), new Mesh(new BoxGeometry())]
    alignAttributes([one, two, still])
    expect([one, two].map(targetCounts)).toEqual([[9], [9]])
    expect(targetCounts(still)).toEqual([])
  })

  it('leave vertex positions, weights and bounds unchanged when they are padded', () => {
    const [head, brow] = [morphedMesh(5), morphedMesh(2)]
    brow.morphTargetInfluences = [1, 0.5]
    const before = brow.geometry.clone()
    before.computeBoundingBox()
    alignAttributes([head, brow])
    expect(createVertexPositionReader(brow)(3, new Vector3()).x).toBeCloseTo(1.5)
    expect(brow.morphTargetInfluences).toEqual([1, 0.5])
    brow.geometry.computeBoundingBox()
    expect(brow.geometry.boundingBox).toEqual(before.boundingBox)
    const added = brow.geometry.morphAttributes.position!.slice(2)
    expect(added.flatMap(({ array }) => [...array]).filter((value) => value !== 0)).toEqual([])
  })

  it('are padded separately for geometries whose targets change different attributes', () => {
    const all = [morphedMesh(3), morphedMesh(1, ['position', 'normal']), morphedMesh(2, ['position', 'normal'])]
    alignAttributes(all)
    expect(all.map(targetCounts)).toEqual([[3], [2, 2], [2, 2]])
  })

  it.each([
    ['targets change colours too', () => morphedMesh(1, ['position', 'color'])],
    [
      'targets are absolute instead of relative',
      () => {
        const mesh = morphedMesh(1)
        mesh.geometry.morphTargetsRelative = false
        return mesh
      },
    ],
  ] as [string, () => Mesh & Object3D][])('get no padding in a geometry whose %s', (_, makeMesh) => {
    const other = makeMesh()
    alignAttributes([morphedMesh(3), other])
    expect(targetCounts(other)[0]).toBe(1)
  })

  it('get no padding if the padding would take too much GPU memory', () => {
    const [head, body] = [morphedMesh(50), morphedMesh(1, ['position'], 20_000)]
    alignAttributes([head, body])
    expect([head, body].map(targetCounts)).toEqual([[50], [1]])
  })
})

describe('skinned meshes without morph targets', () => {
  const skin = (material = new MeshBasicMaterial()) => new SkinnedMesh(new BoxGeometry(), material)
  const face = (targets = 4, vertices = 24) => new SkinnedMesh(morphedMesh(targets, ['position'], vertices).geometry)

  it('get as many morph targets as meshes with similar materials, with zero offsets and no names', () => {
    const [head, body] = [face(), skin()]
    alignAttributes([head, body])
    expect(targetCounts(body)).toEqual([4])
    expect([body.morphTargetInfluences, body.morphTargetDictionary]).toEqual([[0, 0, 0, 0], {}])
    expect(new Set(body.geometry.morphAttributes.position!.flatMap(({ array }) => [...array]))).toEqual(new Set([0]))
    expect(body.geometry.morphTargetsRelative).toBe(true)
  })

  it('get no morph targets if only meshes with other materials have morph targets', () => {
    const [head, cloth] = [face(), skin(new MeshBasicMaterial({ map: new DataTexture() }))]
    const still = new Mesh(new BoxGeometry())
    alignAttributes([head, cloth, still])
    expect([cloth, still].map(targetCounts)).toEqual([[], []])
  })

  it('get no morph targets beyond the GPU memory limit; meshes with targets are still padded', () => {
    const [head, brow, body] = [face(50), face(2), skin()]
    body.geometry.setAttribute('position', new BufferAttribute(new Float32Array(20_000 * 3), 3))
    alignAttributes([head, brow, body])
    expect([head, brow, body].map(targetCounts)).toEqual([[50], [50], []])
  })

  it('make meshes and points that share their geometry get zero weights for the added targets', () => {
    const [head, body] = [face(), skin()]
    const [statue, cloud] = [new Mesh(body.geometry), new Points(body.geometry)]
    alignAttributes([head, body, statue, cloud])
    expect([statue, cloud].map(({ morphTargetInfluences }) => morphTargetInfluences)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
  })

  it('that share a geometry count its GPU memory once, and have separate weights', () => {
    const [head, body] = [face(50), skin()]
    body.geometry.setAttribute('position', new BufferAttribute(new Float32Array(4_000 * 3), 3))
    const twin = new SkinnedMesh(body.geometry, body.material)
    alignAttributes([head, body, twin])
    expect(targetCounts(body)).toEqual([50])
    expect(body.morphTargetInfluences).not.toBe(twin.morphTargetInfluences)
    expect([body, twin].map(({ morphTargetInfluences }) => morphTargetInfluences?.length)).toEqual([50, 50])
  })
})

describe('vertices without colour', () => {
  const colouredMesh = (size: number | null, material = new MeshStandardMaterial()) => {
    const geometry = new BoxGeometry()
    if (size) geometry.setAttribute('color', new BufferAttribute(new Float32Array(24 * size).fill(0.5), size))
    material.vertexColors = size !== null
    return new Mesh(geometry, material)
  }
  const colourOf = ({ geometry }: Mesh) => geometry.getAttribute('color')

  it.each([3, 4])('get white with %i components if a mesh with similar materials has such colours', (size) => {
    const [plain, coloured] = [colouredMesh(null), colouredMesh(size)]
    alignAttributes([plain, coloured])
    const white = colourOf(plain)!
    expect([white.itemSize, white.count, white.getX(5), white.getComponent(23, size - 1)]).toEqual([size, 24, 1, 1])
    expect([plain.material, coloured.material].map(({ vertexColors }) => vertexColors)).toEqual([true, true])
    expect(colourOf(coloured)!.getX(5)).toBe(0.5)
  })

  it('stay without colours if no mesh with similar materials has colours', () => {
    const other = colouredMesh(null, new MeshStandardMaterial({ map: new DataTexture() }))
    alignAttributes([other, colouredMesh(3)])
    alignAttributes([colouredMesh(null), colouredMesh(null)])
    expect([colourOf(other), other.material.vertexColors]).toEqual([undefined, false])
  })

  it('get white in every mesh once one mesh gets white, because materials can be swapped later', () => {
    const other = colouredMesh(null, new MeshStandardMaterial({ map: new DataTexture() }))
    alignAttributes([other, colouredMesh(null), colouredMesh(3)])
    expect([colourOf(other)?.getX(0), other.material.vertexColors]).toEqual([1, false])
  })
})
