import type { CSSProperties, Ref } from 'react'
import type { Gaze } from '../../machines/viewer/gaze.ts'
import type { Progress } from '../../machines/viewer/model-source.ts'
import type { Speech } from './extras/speech-analyser.ts'
import type { Studio } from './studio.ts'
import type { ViewerError } from './viewer-error.ts'
import type { ModelInfo, ViewerInfo } from './viewer-info.ts'
import type { CameraMove, CameraView, CaptureOptions, ViewerSettings } from './viewer-settings.ts'

export interface AvatarViewerProps extends ViewerSettings {
  style?: CSSProperties
  className?: string
  /** Captures an image each time `trigger` becomes true, and passes it to `callBack` as a data URL. */
  capture?: { trigger: boolean; callBack: (picture: string) => void; settings?: { type?: string; quality?: number } }
  onLoading?: () => void
  /** Called after the first frame that shows the model, once per source. */
  onLoaded?: (info: ModelInfo) => void
  onSpawnFinished?: () => void
  onError?: (error: ViewerError) => void
  onProgress?: (progress: Progress) => void
  /** Called with the current time of the clip in seconds, four times a second while the clip plays. */
  onClipTime?: (seconds: number) => void
  /**
   * Called with the camera state, ten times a second while the camera moves. Called only if a camera option is set or the
   * camera was moved through the handle.
   */
  onCamera?: (view: CameraView) => void
  onHotspot?: (id: string) => void
  /** Receives the XState inspection events of the spawn machine. Later changes of this prop are ignored. Default: none. */
  inspect?(event: { readonly type: string }): void
  /**
   * Hook of the surrounding app. Receives the actor of the spawn machine and returns the actor whose state the viewer shows. Must
   * be passed on every render or on none.
   */
  useSeen?: <A extends object>(actor: A) => A
  ref?: Ref<AvatarViewerHandle>
}

export interface AvatarViewerHandle {
  capture: (options?: CaptureOptions) => Promise<Blob>
  /** Turns the model to a yaw in radians; 0 faces forward. */
  turnTo: (yaw: number) => void
  faceForward: () => void
  /** Zooms relative to the framing: 1 is as framed, 2 is twice as near. Limited to 0.5–4. */
  zoomTo: (factor: number) => void
  /** Enters or leaves full screen. Rejects if the browser forbids full screen. */
  toggleFullScreen: () => Promise<void>
  /** Captures an image and downloads it as `name` plus the extension of its type. Default name: "avatar". */
  saveCapture: (name?: string, options?: CaptureOptions) => Promise<void>
  retry: () => void
  /** Makes the model look at a point, overriding `gaze`. Null looks straight ahead; undefined returns control to `gaze`. */
  lookAt: (gaze?: Gaze | null) => void
  /** Moves the model's mouth with the sound of a stream or media element. Null returns control to `visemes`. */
  speak: (speech: Speech | null) => void
  /** Moves the camera: eased, or immediately under reduced motion. */
  moveTo: (move: CameraMove) => void
  jumpTo: (move: CameraMove) => void
  info: () => ViewerInfo
  /** Tools to inspect and export the model. Their code is loaded on the first call. */
  studio: () => Promise<Studio>
}
