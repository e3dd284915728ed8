// @vitest-environment jsdom
import { PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
