// @vitest-environment jsdom
import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OcclusionSettings, resolveOcclusion } from '../../../../src/machines/viewer/occlusion.ts'
import { composeOcclusion } from '../../../../src/ui/viewer/shadow/occlusion-composer.ts'
import { type CanvasStub, stubCanvas } from '../../../support/canvas-stub.ts'

let page: CanvasStub
beforeEach(() => {
  page = stubCanvas()
})
afterEach(() => page.restore())

test('occlusion restores autoClear of the renderer on dispose', () => {
  const gl = new WebGLRenderer({ canvas: document.createElement('canvas') })
  const composer = composeOcclusion(gl, new Scene(), new PerspectiveCamera())
  expect(gl.autoClear).toBe(false)
  composer.dispose()
  expect(gl.autoClear).toBe(true)
})

for (const halfResolution of [false, true]) {
  test(`occlusion frees its GPU resources on dispose, at ${halfResolution ? 'half' : 'full'} scale`, () => {
    const gl = new WebGLRenderer({ canvas: document.createElement('canvas') })
    const scene = new Scene()
    const glass = new MeshBasicMaterial({ transparent: true })
    const box = new Mesh(new BoxGeometry(), glass)
    scene.add(box)
    const camera = new PerspectiveCamera()
    camera.position.z = 3
    gl.render(scene, camera)
    const before = { ...gl.info.memory }
    const composer = composeOcclusion(gl, scene, camera)
    composer.resize(64, 64)
    composer.configure(resolveOcclusion({ halfResolution }) as OcclusionSettings)
    composer.draw()
    expect(gl.info.memory.geometries).toBeGreaterThan(before.geometries)
    expect(gl.info.memory.textures).toBeGreaterThan(before.textures)
    composer.dispose()
    expect(gl.info.memory).toEqual(before)
  })
}
