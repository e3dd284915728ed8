import { PerspectiveCamera } from 'three'
import { expect, test, vi } from 'vitest'
import { withPosedStage } from '../../../../src/ui/viewer/extras/posed-stage.ts'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import type { Stage } from '../../../../src/ui/viewer/stage/stage.ts'

/**
 * Creates a stage of 40 × 30 CSS pixels with a pixel ratio of 2. `setSize` and `setPixelRatio` resize its canvas, as in three.js.
 */
function createResizableStage() {
  vi.stubGlobal('devicePixelRatio', 2)
  const domElement = { width: 80, height: 60 }
  let [ratio, size] = [2, { width: 40, height: 30 }]
  const gl = {
    domElement,
    getPixelRatio: () => ratio,
    setPixelRatio(next: number) {
      ratio = next
    },
    setSize: (width: number, height: number) =>
      void Object.assign(domElement, { width: width * ratio, height: height * ratio }),
  }
  const camera = new PerspectiveCamera(50, 4 / 3)
  const state = () => ({ gl, size, camera, frameloop: 'demand', setFrameloop: () => {}, invalidate: () => {} })
  return {
    stage: { state, draw: () => {}, onResized: () => {} } as unknown as Stage,
    /** Resizes the viewer, as React Three Fiber does when its element is resized. */
    resize(width: number, height: number) {
      size = { width, height }
      gl.setSize(width, height)
      camera.aspect = width / height
    },
    canvas: () => ({ ...domElement, ratio, aspect: camera.aspect }),
  }
}

test.each([
  ['another size', { width: 32, height: 32 }],
  ['its own size', { width: 80, height: 60 }],
])('a stage that is resized while it is drawn at %s has the new size afterwards', async (_, target) => {
  const { stage, resize, canvas } = createResizableStage()
  await withPosedStage(stage, createPoseStore(), target, (draw) => {
    draw({})
    expect(canvas()).toMatchObject(target)
    resize(50, 25)
    draw({})
    expect(canvas()).toMatchObject(target)
  })
  expect(canvas()).toEqual({ width: 100, height: 50, ratio: 2, aspect: 2 })
})
