import type { CameraPlacement } from '../../../machines/rules/camera.ts'
import type { Model } from '../load/model.ts'

/** Input for a camera view: the frame in CSS pixels, the model and its scale. */
export interface ViewFrame {
  readonly width: number
  readonly height: number
  readonly headroom: number
  readonly scale: number
  readonly model: Model | null
}

/** Camera placement beyond the specified framing. */
export interface CameraAim {
  /** Replaces the specified view with another one. Null keeps the specified view. */
  resolve: ((view: CameraPlacement, frame: ViewFrame) => CameraPlacement) | null
  /** Recomputes the view. */
  refresh: () => void
}

/** Creates an aim with the specified framing. */
export const createCameraAim = (): CameraAim => ({ resolve: null, refresh: () => {} })
