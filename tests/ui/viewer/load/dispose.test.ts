import {
  Bone,
  BoxGeometry,
  BufferGeometry,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  Object3D,
  Points,
  PointsMaterial,
  Scene,
  ShaderMaterial,
  Skeleton,
  SkinnedMesh,
  Texture,
} from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { disposeTree, drawablesOf, meshesOf, unloadFromGpu } from '../../../../src/ui/viewer/load/dispose.ts'

afterEach(() => vi.unstubAllGlobals())

test('disposes the geometry, material, texture and depth material of a mesh', () => {
  const texture = new Texture()
  const mesh = new Mesh(new BoxGeometry(), new MeshBasicMaterial({ map: texture }))
  const depthMaterial = new MeshDepthMaterial()
  mesh.customDepthMaterial = depthMaterial
  const disposed: string[] = []
  mesh.geometry.addEventListener('dispose', () => disposed.push('geometry'))
  mesh.material.addEventListener('dispose', () => disposed.push('material'))
  texture.addEventListener('dispose', () => disposed.push('texture'))
  depthMaterial.addEventListener('dispose', () => disposed.push('depth material'))
  unloadFromGpu(new Scene().add(mesh))
  expect(disposed.sort()).toEqual(['depth material', 'geometry', 'material', 'texture'])
})

test('frees skeletons, instances and textures of shader uniforms, and leaves decoded images alone', () => {
  const instances = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2)
  const skinned = new SkinnedMesh(new BoxGeometry(), new MeshBasicMaterial())
  skinned.bind(new Skeleton([new Bone()]))
  const uniformTexture = new Texture()
  const shader = new ShaderMaterial({ uniforms: { map: { value: uniformTexture }, size: { value: 1 } } })
  const freed: string[] = []
  instances.addEventListener('dispose', () => freed.push('instances'))
  vi.spyOn(skinned.skeleton, 'dispose').mockImplementation(() => void freed.push('skeleton'))
  uniformTexture.addEventListener('dispose', () => freed.push('texture'))
  unloadFromGpu(new Scene().add(instances, skinned, new Mesh(new BoxGeometry(), shader)))
  expect(freed.sort()).toEqual(['instances', 'skeleton', 'texture'])
})

test('closes the decoded images of a tree that is not needed any more', () => {
  class Bitmap {
    isClosed = false
    close() {
      this.isClosed = true
    }
  }
  const [bitmap, other] = [new Bitmap(), { close: vi.fn() }]
  const shapeWith = (image: object) => new Mesh(new BoxGeometry(), new MeshBasicMaterial({ map: new Texture(image) }))
  // Node has no `ImageBitmap`, as an old browser.
  expect(() => disposeTree(shapeWith(bitmap))).not.toThrow()
  expect(bitmap.isClosed).toBe(false)
  vi.stubGlobal('ImageBitmap', Bitmap)
  const material = new MeshBasicMaterial()
  const disposed = vi.fn()
  material.addEventListener('dispose', disposed)
  disposeTree(new Scene().add(shapeWith(bitmap), shapeWith(other), new Mesh(new BoxGeometry(), material)))
  expect([bitmap.isClosed, other.close.mock.calls.length, disposed.mock.calls.length]).toEqual([true, 0, 1])
})

test('finds lines and points among the shapes, and only meshes among the meshes', () => {
  const mesh = new Mesh()
  const others = [
    new Line(new BufferGeometry(), new LineBasicMaterial()),
    new Points(new BufferGeometry(), new PointsMaterial()),
  ]
  const root = new Scene().add(mesh, ...others, new Object3D())
  expect(drawablesOf(root)).toEqual([mesh, ...others])
  expect(meshesOf(root)).toEqual([mesh])
})
