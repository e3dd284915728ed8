// @vitest-environment jsdom
import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Occlusion, occlusionOf } from '../../../src/machines/rules/occlusion.ts'
import { composeOcclusion } from '../../../src/ui/viewer/occlusion-composer.ts'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'

let page: StandInPage
beforeEach(() => {
  page = standInCanvas()
})
afterEach(() => page.restore())

test('once occlusion is off, the renderer clears its pictures by itself again', () => {
  const gl = new WebGLRenderer({ canvas: document.createElement('canvas') })
  const composer = composeOcclusion(gl, new Scene(), new PerspectiveCamera())
  expect(gl.autoClear).toBe(false)
  composer.dispose()
  expect(gl.autoClear).toBe(true)
})

for (const halfResolution of [false, true]) {
  test(`what it drew with leaves the graphics card, at ${halfResolution ? 'half' : 'full'} scale`, () => {
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
    composer.set(occlusionOf({ halfResolution }) as Occlusion)
    composer.draw()
    expect(gl.info.memory.geometries).toBeGreaterThan(before.geometries)
    expect(gl.info.memory.textures).toBeGreaterThan(before.textures)
    composer.dispose()
    expect(gl.info.memory).toEqual(before)
  })
}
