import type { CSSProperties, Ref } from 'react'
import type { Gaze } from '../../machines/rules/gaze.ts'
import type { Progress } from '../../machines/rules/model-source.ts'
import type { Speech } from './extras/ear.ts'
import type { Studio } from './studio.ts'
import type { ViewerError } from './viewer-error.ts'
import type { ModelInfo, ViewerInfo } from './viewer-info.ts'
import type { CameraMove, CameraView, CaptureOptions, ViewerSettings } from './viewer-settings.ts'

/** What the viewer is told as a React component. */
export interface AvatarViewerProps extends ViewerSettings {
  style?: CSSProperties
  className?: string
  /** Takes a picture each time `trigger` becomes true, and hands it over as a data URL. */
  capture?: { trigger: boolean; callBack: (picture: string) => void; settings?: { type?: string; quality?: number } }
  onLoading?: () => void
  /** After the first frame that shows the model, once for each source. */
  onLoaded?: (info: ModelInfo) => void
  onSpawnFinished?: () => void
  onError?: (error: ViewerError) => void
  onProgress?: (progress: Progress) => void
  /** Where the clip stands, in seconds, four times a second while it runs. */
  onClipTime?: (seconds: number) => void
  /** Where the camera is, ten times a second while it moves; where any of its options is told or it was sent. */
  onCamera?: (view: CameraView) => void
  /** A hotspot was pressed. */
  onHotspot?: (id: string) => void
  /** Told what the machine of the entrance does: XState's inspection events. What is given first counts. Default nobody. */
  inspect?(event: { readonly type: string }): void
  /** A hook of the app around it: given the machine of the entrance, it gives what the viewer shows. Always or never given. */
  useSeen?: <A extends object>(actor: A) => A
  ref?: Ref<AvatarViewerHandle>
}

/** What a host can ask a viewer. */
export interface AvatarViewerHandle {
  capture: (options?: CaptureOptions) => Promise<Blob>
  /** Turns to a yaw in radians; 0 faces forward. */
  turnTo: (yaw: number) => void
  faceForward: () => void
  /** Comes so many times nearer than the framing stands: 1 is as framed, 2 twice as near; held to 0.5–4. */
  zoomTo: (factor: number) => void
  /** Fills the screen with the viewer, or leaves it. Rejects where the browser forbids it. */
  toggleFullScreen: () => Promise<void>
  /** Takes a picture and has the browser save it as `name` with the ending of its type. Default "avatar". */
  saveCapture: (name?: string, options?: CaptureOptions) => Promise<void>
  /** Tries a source that failed once more. */
  retry: () => void
  /** Has the model look there, whatever `gaze` says; null: straight on; undefined: as `gaze` says again. */
  lookAt: (gaze?: Gaze | null) => void
  /** Has the model's mouth follow a stream, or an element of the page, by what is heard in it; null: by `visemes` again. */
  speak: (speech: Speech | null) => void
  /** Sends the camera somewhere: eased, or at once under reduced motion. */
  moveTo: (move: CameraMove) => void
  /** Sends the camera somewhere at once. */
  jumpTo: (move: CameraMove) => void
  info: () => ViewerInfo
  /** What can be done with the model for who examines it; its code comes then. */
  studio: () => Promise<Studio>
}
