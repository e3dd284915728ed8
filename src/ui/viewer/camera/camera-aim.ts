import type { CameraPlacement } from '../../../machines/viewer/camera.ts'
import type { Model } from '../load/model.ts'

/** Input for a camera view: the frame in CSS pixels, the model and its scale. */
export interface ViewFrame {
  readonly width: number
  readonly height: number
  readonly headroom: number
  readonly scale: number
  readonly model: Model | null
}

/** Override of the camera placement that `fit` or `position` determines. */
export interface CameraAim {
  /** Returns the view to use instead of `view`. Null leaves the view unchanged. */
  resolve: ((view: CameraPlacement, frame: ViewFrame) => CameraPlacement) | null
  refresh: () => void
}

export const createCameraAim = (): CameraAim => ({ resolve: null, refresh: () => {} })
