import type { ModelBudget } from '../../files/model-budget.ts'
import type { ArOption } from '../../machines/viewer/ar-placement.ts'
import type { Framing, Point } from '../../machines/viewer/camera.ts'
import type { Emotion } from '../../machines/viewer/emotion.ts'
import type { Gaze } from '../../machines/viewer/gaze.ts'
import type { Life } from '../../machines/viewer/life.ts'
import type { ModelSource } from '../../machines/viewer/model-source.ts'
import type { OcclusionOptions } from '../../machines/viewer/occlusion.ts'
import type { Visemes } from '../../machines/viewer/visemes.ts'
import type { LightingMode } from './light/lighting-modes.ts'
import type { Surface } from './motion/surfaces.ts'
import type { ViewerWords } from './viewer-words.ts'

/** Effect played around a spawning avatar (Spec §3). */
export interface SpawnEffectSpec {
  src: string
  /** File of the effect's clip. Default: `src` itself. */
  animationSrc?: string
  /** Number of repetitions. Default 1. */
  loop?: number
}

/** Animation of a spawning avatar (Spec §3). */
export interface SpawnAnimationSpec {
  src: string
  loop?: number
}

/** Camera options in addition to `position`. Angles in radians, lengths in metres. */
export interface CameraOptions {
  /**
   * Part of the model that fills the picture: "fit" (same as `fit`), "full", "half", "bust" or "face". Changes are eased, or
   * immediate under reduced motion.
   */
  framing?: Framing
  /** Point that the camera looks at and orbits. Default: the centre of the framing. */
  target?: Point
  /** Whether vertical drags and the up and down arrows raise the camera instead of tilting the model. Default false. */
  orbit?: boolean
  /** Whether two fingers, Shift-drags and Shift-arrows pan the camera. Default false. */
  pan?: boolean
  /**
   * Speed of the automatic rotation in radians per second, to the right if positive. Pauses during a drag and under reduced
   * motion. Default 0.
   */
  autoRotate?: number
  yawLimits?: readonly [number, number]
  /** Limits of the camera's elevation. Default −0.35 and 1.35. */
  elevationLimits?: readonly [number, number]
  /** Limits of the zoom factor, relative to the framing. Default 0.5 and 4. */
  zoomLimits?: readonly [number, number]
}

/** Camera state: the model's yaw, the camera's elevation, the zoom factor and the point that the camera looks at. */
export interface CameraView {
  yaw: number
  elevation: number
  zoom: number
  target: Point
}

/** Destination of a camera move; omitted values stay unchanged. */
export interface CameraMove extends Partial<CameraView> {
  framing?: Framing
}

/** Button at a point of the model. The button follows the model's movement. */
export interface Hotspot {
  id: string
  /** Visible text and accessible name of the button. */
  label: string
  /**
   * Position in metres in the model's axes: x to the model's left, y up, z forward. Relative to the model's centre, or to `bone`
   * if given.
   */
  position: Point
  bone?: string
  /**
   * Surface normal at the point. The hotspot is hidden while the normal points away from the camera. Default: outwards from the
   * model's vertical axis.
   */
  normal?: Point
}

/** Changes to the materials of one slot; omitted values stay as in the file. */
export interface Paint {
  /** CSS colour name, `#rgb`, `#rrggbb`, `rgb()` or `hsl()`. Multiplies the colours of a texture. */
  color?: string
  /** URL of an image that replaces the base colour texture. */
  texture?: string
  /** Roughness from 0 to 1. */
  roughness?: number
  metalness?: number
}

/** Settings of a viewer as plain values, for every way of embedding (Spec §2, §3). Lengths in metres unless noted. */
export interface ViewerSettings extends CameraOptions {
  /** Model to show. A value that is not a model source shows the empty turntable and logs one warning. */
  source: ModelSource | null
  /** Alternative text of the picture. */
  label?: string
  /** Scale of the model. Default 1. */
  scale?: number
  /** Preset name, or URL of a panorama (.hdr, .exr or an image). Default "city". */
  environment?: string
  /** Lighting in addition to the environment: "even", or "three-point" with key, fill and rim light. Default "even". */
  lighting?: LightingMode
  /** Camera position. Default (0, 0, 5). */
  position?: readonly [number, number, number]
  shadows?: boolean
  float?: boolean
  fit?: boolean
  snap?: boolean
  lockVertical?: boolean
  /** Whether the + and − keys, the wheel with Ctrl, and pinch gestures zoom. Default false. */
  zoom?: boolean
  /** Ambient occlusion; true uses the defaults of the specification. Default false. The code is loaded only if enabled. */
  occlusion?: boolean | OcclusionOptions
  emotion?: Emotion
  /**
   * Idle behaviours: true for all of `blink breathing weight idle`, or a list of some. Disabled under reduced motion. Default
   * none.
   */
  life?: Life
  /**
   * Gaze of head and eyes: "cursor" follows the pointer, "camera" looks into the camera, a point is in metres. Default: straight
   * ahead.
   */
  gaze?: Gaze | null
  /** Mouth shape in addition to the emotion: weights from 0 to 1 by viseme (`aa`, `PP` …) or by ARKit name. */
  visemes?: Visemes
  /** Name of a material variant of the file. Default: the file's own materials. */
  variant?: string | null
  /** Hotspots on the model, in tab order. */
  hotspots?: readonly Hotspot[]
  /** Colours and textures by slot, which is a material's name. */
  paints?: Readonly<Record<string, Paint>>
  spawnEffect?: SpawnEffectSpec
  spawnAnimation?: SpawnAnimationSpec
  /** Clip of the model to loop, by name or 0-based index. Default none. */
  clip?: string | number | null
  /** Whether the clip plays. Default true. */
  clipPlaying?: boolean
  /** Playback speed of the clip; 1 is the original speed. Default 1. */
  clipSpeed?: number
  /** Time in the clip, in seconds; a new value seeks to that time. Default: from the start. */
  clipTime?: number
  /** Draws only the edges of the model. Default false. */
  wireframe?: boolean
  /** Surface mode: "lit", "wireframe" (lit, with edges on top), "normals" or "uv" (texture coordinates). Default "lit". */
  surface?: Surface
  /** Draws the model's bones over the model. Default false. */
  skeleton?: boolean
  /** Whether the dial is shown. Without the dial, the picture itself is the slider that turns the model. Default true. */
  turntable?: boolean
  /** Whether buttons for full screen and for saving a picture are shown. Default false. */
  tools?: boolean
  /**
   * Whether the viewer has a button that shows the model in AR, if the device supports AR. True tries WebXR, then Quick Look. A
   * list names the modes to try, in order. Default false.
   */
  ar?: ArOption
  /** Image shown until the model is loaded, and if loading fails. */
  poster?: string
  /** Free space above a fitted model, in CSS pixels. Default 24. */
  headroom?: number
  /** URL of a folder that contains the decoders, under the file names of three.js. Default: the bundled decoders. */
  decoderPath?: string
  /** Whether external files that a model refers to are fetched, from any host. Default false. */
  allowExternal?: boolean
  /**
   * Whether `.vrm` files are accepted and VRM features are read: expressions, gaze, spring bones. The code is loaded only if set.
   * Default false.
   */
  vrm?: boolean
  /** Limits for a model; omitted limits keep their defaults. */
  budget?: Partial<ModelBudget>
  words?: Partial<ViewerWords>
}

/** Image capture options. Sizes in pixels; by default the canvas size at the display's full pixel ratio. */
export interface CaptureOptions {
  type?: string
  /** Quality from 0 to 1, for lossy formats. */
  quality?: number
  width?: number
  height?: number
}
