import { BoxGeometry, Mesh, MeshBasicMaterial, MeshDepthMaterial, Scene, Texture } from 'three'
import { expect, test } from 'vitest'
import { unloadFromGpu } from '../../../../src/ui/viewer/load/dispose.ts'

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
