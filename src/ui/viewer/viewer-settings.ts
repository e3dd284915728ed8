import type { ModelBudget } from '../../files/model-budget.ts'
import type { Framing, Point } from '../../machines/rules/camera.ts'
import type { Emotion } from '../../machines/rules/emotion.ts'
import type { Gaze } from '../../machines/rules/gaze.ts'
import type { Life } from '../../machines/rules/life.ts'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import type { OcclusionOptions } from '../../machines/rules/occlusion.ts'
import type { Ar } from '../../machines/rules/room.ts'
import type { Visemes } from '../../machines/rules/visemes.ts'
import type { Lighting } from './lightings.ts'
import type { Surface } from './surfaces.ts'
import type { ViewerWords } from './words.ts'

/** What plays around an avatar as it appears. Spec §3. */
export interface SpawnEffectSpec {
  src: string
  /** Where its clip comes from, when not from `src`. */
  animationSrc?: string
  /** Default 1. */
  loop?: number
}

/** What an avatar does as it appears. Spec §3. */
export interface SpawnAnimationSpec {
  src: string
  loop?: number
}

/** What a camera can be told beside its place; angles in radians, lengths in metres. */
export interface CameraOptions {
  /** What fills the picture: "fit" (as `fit`), "full", "half", "bust" or "face". Eased to; at once under reduced motion. */
  framing?: Framing
  /** What the camera looks at and goes round. Default what it frames. */
  target?: Point
  /** Whether dragging up and down, and those arrows, raise the camera instead of tilting the model. Default false. */
  orbit?: boolean
  /** Whether two fingers, and dragging or arrows with Shift, move what is looked at. Default false. */
  pan?: boolean
  /** How fast it turns by itself, to the right where above 0; rests in a hand and under reduced motion. Default 0. */
  autoRotate?: number
  yawLimits?: readonly [number, number]
  /** Default −0.35 and 1.35. */
  elevationLimits?: readonly [number, number]
  /** Times as near as it is framed. Default 0.5 and 4. */
  zoomLimits?: readonly [number, number]
}

/** Where the camera is: how the model is turned, how high it is seen from, how near, and what is looked at. */
export interface CameraView {
  yaw: number
  elevation: number
  zoom: number
  target: Point
}

/** Where the camera is sent; what is left out stays. */
export interface CameraMove extends Partial<CameraView> {
  framing?: Framing
}

/** A button pinned to a point of the model, with which it turns. */
export interface Hotspot {
  id: string
  /** What it says, and is read out as. */
  label: string
  /** Metres from the middle of the model, in its own axes: x to its left, y up, z ahead; from `bone` where one is named. */
  position: Point
  /** A bone that it goes along with, by name. */
  bone?: string
  /** Where the surface faces there, so that it is hidden when turned away. Default outwards from the model's axis. */
  normal?: Point
}

/** How a slot is painted; what is left out stays as the file has it. */
export interface Paint {
  /** A word that CSS knows, `#rgb`, `#rrggbb`, `rgb()` or `hsl()`; a texture's colours are multiplied by it. */
  color?: string
  /** Where a picture lies that takes the place of the base colour's. */
  texture?: string
  /** From 0 to 1. */
  roughness?: number
  metalness?: number
}

/** What a viewer is told in plain values, however it is embedded. Spec §2, §3; lengths in metres unless said otherwise. */
export interface ViewerSettings extends CameraOptions {
  /** What to show; anything that is no model source shows the empty turntable and warns once. */
  source: ModelSource | null
  /** Alternative text of the picture. */
  label?: string
  /** Default 1. */
  scale?: number
  /** The name of a preset, or where a panorama (.hdr, .exr, image) lies. Default "city". */
  environment?: string
  /** How the model is lit beside that: "even", or by a key, a fill and a rim light ("three-point"). Default "even". */
  lighting?: Lighting
  /** Where the camera stands. Default (0, 0, 5). */
  position?: readonly [number, number, number]
  shadows?: boolean
  float?: boolean
  fit?: boolean
  snap?: boolean
  lockVertical?: boolean
  /** Whether + and − on the dial, the wheel with Ctrl, and two fingers come nearer and go away. Default false. */
  zoom?: boolean
  /** Ambient occlusion: true draws it with the specification's defaults. Default false. Its code loads only when on. */
  occlusion?: boolean | OcclusionOptions
  emotion?: Emotion
  /** What the model does by itself: all of `blink breathing weight idle`, some, or none. Nothing under reduced motion. Default none. */
  life?: Life
  /** Where it looks with head and eyes: after the "cursor", into the "camera", or at a point in metres. Default straight on. */
  gaze?: Gaze | null
  /** How its mouth stands beside the emotion: weights from 0 to 1 by viseme (`aa`, `PP` …) or by ARKit's names. */
  visemes?: Visemes
  /** Which of the looks that the file brings along it wears, by name. Default its own. */
  variant?: string | null
  /** Points of the model that can be read and pressed, in the order the keyboard reaches them. */
  hotspots?: readonly Hotspot[]
  /** Colours and textures by slot: what a material is called. */
  paints?: Readonly<Record<string, Paint>>
  spawnEffect?: SpawnEffectSpec
  spawnAnimation?: SpawnAnimationSpec
  /** A clip of the model's own that plays on, by name or 0-based index. Default none. */
  clip?: string | number | null
  /** Whether that clip runs. Default true. */
  clipPlaying?: boolean
  /** How fast it runs, 1 as it was made. Default 1. */
  clipSpeed?: number
  /** Where in that clip it stands, in seconds; a new value moves it there. Default: from the beginning. */
  clipTime?: number
  /** Draws the model's edges alone. Default false. */
  wireframe?: boolean
  /** Draws the surface as it is lit, with its edges over it, as where it faces, or as pictures lie on it ("uv"). Default "lit". */
  surface?: Surface
  /** Draws the model's bones over it. Default false. */
  skeleton?: boolean
  /** Whether the dial is drawn. Default true. Without it the picture itself is the slider that turns the model. */
  turntable?: boolean
  /** Whether buttons for full screen and for a picture are drawn. Default false. */
  tools?: boolean
  /**
   * Whether a button is drawn that puts the model into the room around, where the device can: by WebXR, else by Quick Look, or by
   * the first of those named that it has. Default false.
   */
  ar?: Ar
  /** An image that stands in until the model is loaded, and when it cannot be. */
  poster?: string
  /** CSS pixels kept free above a fitted model. Default 24. */
  headroom?: number
  /** A folder with the decoders under three's own names, instead of the viewer's. */
  decoderPath?: string
  /** Whether a model may fetch files it names outside itself, on any host. Default false. */
  allowExternal?: boolean
  /** Whether `.vrm` is a model source, and a VRM is read as one: expressions, gaze, springs. Its code loads only then. Default false. */
  vrm?: boolean
  /** The most a model may ask for; what is left out keeps the viewer's own limit. */
  budget?: Partial<ModelBudget>
  words?: Partial<ViewerWords>
}

/** How a picture is taken; width and height in pixels, by default the canvas's own on this display at its sharpest. */
export interface CaptureOptions {
  type?: string
  /** From 0 to 1, for types that lose detail. */
  quality?: number
  width?: number
  height?: number
}
