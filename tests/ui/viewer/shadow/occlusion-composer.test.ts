// @vitest-environment jsdom
import { N8AOPostPass } from 'n8ao'
import {
  BoxGeometry,
  type DataTexture,
  Fog,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('occlusion logs an unsupported type of fog to the console (Spec §8)', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const scene = new Scene()
  class Mist extends Fog {
    override readonly isFog = false as never
  }
  scene.fog = new Mist(0)
  const composer = composeOcclusion(
    new WebGLRenderer({ canvas: document.createElement('canvas') }),
    scene,
    new PerspectiveCamera(),
  )
  composer.resize(64, 64)
  composer.configure(resolveOcclusion({}) as OcclusionSettings)
  composer.draw()
  expect(log.mock.calls).toContainEqual(['Unsupported fog type Mist in SSAOPass.'])
  composer.dispose()
})

test('the noise texture of occlusion has 128 × 128 pixels (Spec §9)', () => {
  const { bluenoise } = new N8AOPostPass(new Scene(), new PerspectiveCamera()) as unknown as { bluenoise: DataTexture }
  expect([bluenoise.image.width, bluenoise.image.height]).toEqual([128, 128])
})
