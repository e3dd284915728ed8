import type { PerspectiveCamera } from 'three'
import { ratioRange } from './pixel-ratio.ts'
import type { Stage } from './stage.ts'
import type { CaptureOptions } from './viewer-settings.ts'

export type { CaptureOptions } from './viewer-settings.ts'

/** Spec §9: capture default image/png at quality 0.1. */
const CAPTURE_TYPE = 'image/png'
const CAPTURE_QUALITY = 0.1

/**
 * Takes a picture of the stage, transparent where nothing stands. Draws a frame and reads it in the same task, so the
 * canvas need not keep its pixels. Rejects when the browser cannot make that picture.
 */
export function takePicture(stage: Stage, options: CaptureOptions = {}): Promise<Blob> {
  const { type = CAPTURE_TYPE, quality = CAPTURE_QUALITY } = options
  const { gl } = stage.state()
  const restore = resizeFor(stage, options)
  stage.draw()
  const picture = new Promise<Blob>((resolve, reject) => {
    // What it can't make, a browser hands over as PNG.
    const take = (blob: Blob | null) =>
      blob?.type === type ? resolve(blob) : reject(new Error(`No picture as ${type}`))
    gl.domElement.toBlob(take, type, quality)
  })
  restore?.()
  return picture
}

/** Gives the canvas another size for one frame, where it has not got it; answers what undoes it. */
export function resizeFor(stage: Stage, options: CaptureOptions): (() => void) | undefined {
  const { gl, size } = stage.state()
  const camera = stage.state().camera as PerspectiveCamera
  const { aspect } = camera
  const view = camera.view && { ...camera.view }
  const ratio = gl.getPixelRatio()
  const { wide, tall } = sizeOf(options, size)
  if (gl.domElement.width === wide && gl.domElement.height === tall) return undefined
  gl.setPixelRatio(1)
  gl.setSize(wide, tall, false)
  stage.resized(wide, tall)
  camera.aspect = wide / tall
  if (view?.enabled) {
    camera.setViewOffset(wide, tall, 0, (view.offsetY * tall) / view.fullHeight, wide, tall)
  }
  camera.updateProjectionMatrix()
  return () => {
    gl.setPixelRatio(ratio)
    gl.setSize(size.width, size.height, false)
    stage.resized(size.width, size.height)
    camera.aspect = aspect
    if (view?.enabled)
      camera.setViewOffset(view.fullWidth, view.fullHeight, view.offsetX, view.offsetY, view.width, view.height)
    camera.updateProjectionMatrix()
    stage.draw()
  }
}

/** A picture's size in pixels; of the size nobody asked for, the canvas's share. */
function sizeOf({ width, height }: CaptureOptions, size: { width: number; height: number }) {
  const sharpest = ratioRange(devicePixelRatio).most
  const own = { wide: Math.floor(size.width * sharpest), tall: Math.floor(size.height * sharpest) }
  if (!width && !height) return own
  return {
    wide: width ?? Math.round(((height ?? 1) * size.width) / size.height),
    tall: height ?? Math.round(((width ?? 1) * size.height) / size.width),
  }
}

/** A picture as a data URL, for the `capture` prop. */
export function asDataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(picture)
  })
}
