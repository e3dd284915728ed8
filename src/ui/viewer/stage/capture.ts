import type { PerspectiveCamera } from 'three'
import type { CaptureOptions } from '../viewer-settings.ts'
import { pixelRatioRangeFor } from './pixel-ratio.ts'
import type { Stage } from './stage.ts'

export type { CaptureOptions } from '../viewer-settings.ts'

/** Default capture format: image/png at quality 0.1 (Spec §9). */
const CAPTURE_TYPE = 'image/png'
const CAPTURE_QUALITY = 0.1

/**
 * Captures the stage as an image with a transparent background. Draws and reads the frame in the same task, so the canvas need
 * not preserve its drawing buffer. Rejects if the browser cannot encode the requested format.
 */
export function takePicture(stage: Stage, options: CaptureOptions = {}): Promise<Blob> {
  const { type = CAPTURE_TYPE, quality = CAPTURE_QUALITY } = options
  const { gl } = stage.state()
  const restore = resizeForCapture(stage, options)
  stage.draw()
  const picture = new Promise<Blob>((resolve, reject) => {
    // Browsers fall back to PNG for formats they cannot encode.
    const onBlob = (blob: Blob | null) =>
      blob?.type === type ? resolve(blob) : reject(new Error(`Cannot encode a picture as ${type}`))
    gl.domElement.toBlob(onBlob, type, quality)
  })
  restore?.()
  return picture
}

/** Resizes the canvas for one frame. Returns a function that restores the size, or undefined if the size already fits. */
export function resizeForCapture(stage: Stage, options: CaptureOptions): (() => void) | undefined {
  const { gl, size } = stage.state()
  const camera = stage.state().camera as PerspectiveCamera
  const { aspect } = camera
  const view = camera.view && { ...camera.view }
  const ratio = gl.getPixelRatio()
  const { width, height } = resolveCaptureSize(options, size)
  if (gl.domElement.width === width && gl.domElement.height === height) return undefined
  gl.setPixelRatio(1)
  gl.setSize(width, height, false)
  stage.onResized(width, height)
  camera.aspect = width / height
  if (view?.enabled) {
    camera.setViewOffset(width, height, 0, (view.offsetY * height) / view.fullHeight, width, height)
  }
  camera.updateProjectionMatrix()
  return () => {
    // The viewer may have been resized in the meantime.
    const current = stage.state().size
    gl.setPixelRatio(ratio)
    gl.setSize(current.width, current.height, false)
    stage.onResized(current.width, current.height)
    camera.aspect = current === size ? aspect : current.width / current.height
    if (view?.enabled)
      camera.setViewOffset(view.fullWidth, view.fullHeight, view.offsetX, view.offsetY, view.width, view.height)
    camera.updateProjectionMatrix()
    stage.draw()
  }
}

/** Returns the image size in pixels. A missing width or height follows the aspect ratio of the canvas. */
function resolveCaptureSize({ width, height }: CaptureOptions, size: { width: number; height: number }) {
  const maxRatio = pixelRatioRangeFor(devicePixelRatio).max
  if (!width && !height) return { width: Math.floor(size.width * maxRatio), height: Math.floor(size.height * maxRatio) }
  return {
    width: width ?? Math.round(((height ?? 1) * size.width) / size.height),
    height: height ?? Math.round(((width ?? 1) * size.height) / size.width),
  }
}

export function toDataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(picture)
  })
}
