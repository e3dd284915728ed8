import type { CSSProperties, Ref } from 'react'
import type { Emotion } from '../../machines/rules/emotion.ts'
import type { ModelBudget } from '../../machines/rules/model-budget.ts'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import type { OcclusionOptions } from '../../machines/rules/occlusion.ts'
import type { Progress } from './bytes.ts'
import type { CaptureOptions } from './capture.ts'
import type { ModelInfo } from './model.ts'
import type { SpawnAnimationSpec, SpawnEffectSpec, ViewerState } from './use-spawn.ts'
import type { ViewerError } from './viewer-error.ts'
import type { ViewerWords } from './words.ts'

/** What a viewer is told. Spec §2, §3; lengths in metres unless said otherwise. */
export interface AvatarViewerProps {
  /** What to show; anything that is no model source shows the empty turntable and warns once. */
  source: ModelSource | null
  /** Alternative text of the picture. */
  label?: string
  /** Default 1. */
  scale?: number
  /** The name of a preset, or where a panorama (.hdr, .exr, image) lies. Default "city". */
  environment?: string
  /** Where the camera stands. Default (0, 0, 5). */
  position?: readonly [number, number, number]
  style?: CSSProperties
  className?: string
  shadows?: boolean
  float?: boolean
  fit?: boolean
  snap?: boolean
  lockVertical?: boolean
  /** Whether + and − on the dial, the wheel with Ctrl, and two fingers come nearer and go away. Default false. */
  zoom?: boolean
  /** Ambient occlusion: true draws it with the specification's defaults. Default false. Its code loads only when on. */
  occlusion?: boolean | OcclusionOptions
  /** Takes a picture each time `trigger` becomes true, and hands it over as a data URL. */
  capture?: { trigger: boolean; callBack: (picture: string) => void; settings?: { type?: string; quality?: number } }
  emotion?: Emotion
  spawnEffect?: SpawnEffectSpec
  spawnAnimation?: SpawnAnimationSpec
  /** A clip of the model's own that plays on, by name or 0-based index. Default none. */
  clip?: string | number | null
  /** Whether that clip runs. Default true. */
  clipPlaying?: boolean
  /** Where in that clip it stands, in seconds; a new value moves it there. Default: from the beginning. */
  clipTime?: number
  /** Draws the model's edges alone. Default false. */
  wireframe?: boolean
  /** Draws the model's bones over it. Default false. */
  skeleton?: boolean
  /** Whether the dial is drawn. Default true. Without it the picture itself is the slider that turns the model. */
  turntable?: boolean
  /** Whether buttons for full screen and for a picture are drawn. Default false. */
  tools?: boolean
  /** An image that stands in until the model is loaded, and when it cannot be. */
  poster?: string
  /** CSS pixels kept free above a fitted model. Default 24. */
  headroom?: number
  /** A folder with the decoders under three's own names, instead of the viewer's. */
  decoderPath?: string
  /** Whether a model may fetch files it names outside itself, on any host. Default false. */
  allowExternal?: boolean
  /** The most a model may ask for; what is left out keeps the viewer's own limit. */
  budget?: Partial<ModelBudget>
  words?: Partial<ViewerWords>
  onLoading?: () => void
  /** After the first frame that shows the model, once for each source. */
  onLoaded?: (info: ModelInfo) => void
  onSpawnFinished?: () => void
  onError?: (error: ViewerError) => void
  onProgress?: (progress: Progress) => void
  /** Where the clip stands, in seconds, four times a second while it runs. */
  onClipTime?: (seconds: number) => void
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
  info: () => ViewerInfo
}

/** What is on the stage; `model` is null while nothing stands there. */
export interface ViewerInfo {
  state: ViewerState
  model: ModelInfo | null
  /** Frames drawn so far, and what the graphics card holds. */
  frames: number
  geometries: number
  textures: number
  /** Draw calls and triangles of the last frame. */
  calls: number
  triangles: number
  /** Canvas pixels for each CSS pixel, right now. */
  pixelRatio: number
  /** Milliseconds of the last frames on the graphics card; null unless occlusion is debugged and the card can tell. */
  occlusionTime: number | null
  /** How it is turned, in radians, and how near it is. */
  yaw: number
  tilt: number
  zoom: number
}
