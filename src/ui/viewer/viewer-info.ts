/** What there is to know about a model. */
export interface ModelInfo {
  triangles: number
  vertices: number
  textures: number
  materials: number
  bones: number
  /** Pixels of all textures together. */
  pixels: number
  /** Size of the files it came from. */
  bytes: number
  /** Morph target names, each once, in the order they appear. */
  morphTargets: string[]
  clips: string[]
  /** How long each clip is, in seconds, in the order of `clips`. */
  durations: number[]
  /** What its materials are called, each once, where they have names: the slots that can be painted. */
  slots?: string[]
  /** The looks its file brings along (`KHR_materials_variants`), where it does. */
  variants?: string[]
  /** The expressions of a VRM that is read as one, by the names of VRM 1.0: `emotion` takes them as it takes morph targets. */
  expressions?: string[]
}

/** The viewer's state as its host and its tests see it. */
export type ViewerState = 'empty' | 'loading' | 'playing' | 'finished' | 'failed'

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
