import type { CameraPlacement } from '../../../machines/viewer/camera.ts'
import type { Model } from '../load/model.ts'

/** Input for a camera placement: the canvas size and headroom in CSS pixels, the model and its scale. */
export interface ViewFrame {
  readonly width: number
  readonly height: number
  readonly headroom: number
  readonly scale: number
  readonly model: Model | null
}

/** Override of the camera placement that the option `fit` or `position` sets. */
export interface CameraAim {
  /** Returns the placement to use instead of `view`. Null if there is no override. */
  resolve: ((view: CameraPlacement, frame: ViewFrame) => CameraPlacement) | null
  refresh: () => void
}

export const createCameraAim = (): CameraAim => ({ resolve: null, refresh: () => {} })
