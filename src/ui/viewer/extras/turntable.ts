import { resizeFor } from '../capture.ts'
import type { PoseStore } from '../pose.ts'
import type { Stage } from '../stage.ts'
import type { StripOptions, TurntableOptions } from '../studio.ts'

/** Pixels of a side that nobody asked for. */
export const SIDE = 512

/** How a stage stands for one picture. */
export interface Posed {
  /** Radians; where it is left out the model stands as it does. */
  yaw?: number
  /** Seconds since the picture before. Default 0. */
  seconds?: number
}

/**
 * Has a stage drawn in another size, posed by hand and by a time of its own, so that what moves on it moves by the time that
 * each picture names and never by the clock; all as it was once `done` is over.
 */
export async function onSet<T>(
  stage: Stage,
  pose: PoseStore,
  { width = SIDE, height = SIDE }: TurntableOptions,
  done: (drawn: (posed: Posed) => HTMLCanvasElement) => Promise<T> | T,
): Promise<T> {
  const before = { ...pose.now }
  const { gl, frameloop, setFrameloop } = stage.state()
  const drawn = ({ yaw, seconds = 0 }: Posed) => {
    // Whatever happened since the last view may have given the canvas its own size again.
    resizeFor(stage, { width, height })
    if (yaw !== undefined) pose.take({ yaw, tilt: 0 })
    stage.draw(seconds)
    return gl.domElement
  }
  setFrameloop('never')
  const restore = resizeFor(stage, { width, height })
  try {
    return await done(drawn)
  } finally {
    setFrameloop(frameloop)
    pose.take(before)
    restore?.()
    stage.draw()
    stage.state().invalidate()
  }
}

/** A canvas to draw views on, over a background where one is named. */
export function sheet(width: number, height: number, background: string | undefined) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No picture can be drawn here')
  const clear = () => {
    pen.clearRect(0, 0, width, height)
    if (background === undefined) return
    pen.fillStyle = background
    pen.fillRect(0, 0, width, height)
  }
  clear()
  return { canvas, pen, clear }
}

/** Views all round the model, side by side in one picture. */
export function stripOf(stage: Stage, pose: PoseStore, options: StripOptions = {}): Promise<Blob> {
  const { views = 8, width = SIDE, height = SIDE, type = 'image/png', quality } = options
  const { canvas, pen } = sheet(views * width, height, options.background)
  return onSet(stage, pose, options, (drawn) => {
    for (let view = 0; view < views; view += 1)
      pen.drawImage(drawn({ yaw: (view / views) * 2 * Math.PI }), view * width, 0, width, height)
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob?.type === type ? resolve(blob) : reject(new Error(`No picture as ${type}`))),
        type,
        quality,
      ),
    )
  })
}
