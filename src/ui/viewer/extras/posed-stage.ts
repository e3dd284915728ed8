import type { PoseStore } from '../motion/pose.ts'
import { resizeForCapture } from '../stage/capture.ts'
import type { Stage } from '../stage/stage.ts'
import type { StripOptions, TurntableOptions } from '../studio.ts'

export const DEFAULT_SIDE_PX = 512

export interface FramePose {
  /** Yaw in radians; undefined leaves the pose unchanged. */
  yaw?: number
  /** Seconds since the previous image. Default 0. */
  seconds?: number
}

/**
 * Calls `render` with a function that draws the stage at another size and in a given pose. Animation advances by the time given
 * for each image, not by the clock. Restores size, pose and frame loop once `render` has finished.
 */
export async function withPosedStage<T>(
  stage: Stage,
  pose: PoseStore,
  { width = DEFAULT_SIDE_PX, height = DEFAULT_SIDE_PX }: TurntableOptions,
  render: (drawFrame: (framePose: FramePose) => HTMLCanvasElement) => Promise<T> | T,
): Promise<T> {
  const savedPose = { ...pose.now }
  const { gl, frameloop, setFrameloop } = stage.state()
  const drawPosed = ({ yaw, seconds = 0 }: FramePose) => {
    // React Three Fiber may have resized the canvas since the last image.
    const restoreSize = resizeForCapture(stage, { width, height })
    restore ??= restoreSize
    if (yaw !== undefined) pose.take({ yaw, tilt: 0 })
    stage.draw(seconds)
    return gl.domElement
  }
  setFrameloop('never')
  let restore = resizeForCapture(stage, { width, height })
  try {
    return await render(drawPosed)
  } finally {
    setFrameloop(frameloop)
    pose.take(savedPose)
    restore?.()
    stage.draw()
    stage.state().invalidate()
  }
}

/** Creates a 2D canvas filled with `background`, if any. `clear` erases the canvas and fills it again. */
export function createSheetCanvas(width: number, height: number, background: string | undefined) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D canvas is available')
  const clear = () => {
    context.clearRect(0, 0, width, height)
    if (background === undefined) return
    context.fillStyle = background
    context.fillRect(0, 0, width, height)
  }
  clear()
  return { canvas, context, clear }
}

export function renderStrip(stage: Stage, pose: PoseStore, options: StripOptions = {}): Promise<Blob> {
  const { views = 8, width = DEFAULT_SIDE_PX, height = DEFAULT_SIDE_PX, type = 'image/png', quality } = options
  const { canvas, context } = createSheetCanvas(views * width, height, options.background)
  return withPosedStage(stage, pose, options, (drawPosed) => {
    for (let view = 0; view < views; view += 1)
      context.drawImage(drawPosed({ yaw: (view / views) * 2 * Math.PI }), view * width, 0, width, height)
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob?.type === type ? resolve(blob) : reject(new Error(`Cannot encode a picture as ${type}`))),
        type,
        quality,
      ),
    )
  })
}
