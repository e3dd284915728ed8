/** Facts about a loaded model. */
export interface ModelInfo {
  triangles: number
  vertices: number
  textures: number
  materials: number
  bones: number
  /** Total pixels of all textures. */
  pixels: number
  /** Size of its files, in bytes. */
  bytes: number
  /** Morph target names without duplicates, in order of appearance. */
  morphTargets: string[]
  clips: string[]
  /** Durations of the clips in seconds, in the order of `clips`. */
  durations: number[]
  /** Names of its materials without duplicates, if any: the slots that `paints` accepts. */
  slots?: string[]
  /** Names of its material variants (`KHR_materials_variants`), if any. */
  variants?: string[]
  /** Expressions of a VRM by their VRM 1.0 names, if `vrm` is set. `emotion` accepts them like morph targets. */
  expressions?: string[]
}

/** State of the viewer, as seen by its host and by tests. */
export type ViewerState = 'empty' | 'loading' | 'playing' | 'finished' | 'failed'

/** Current state and statistics of a viewer; `model` is null while no model is shown. */
export interface ViewerInfo {
  state: ViewerState
  model: ModelInfo | null
  /** Number of frames drawn so far, and of geometries and textures on the GPU. */
  frames: number
  geometries: number
  textures: number
  /** Draw calls and triangles of the last frame. */
  calls: number
  triangles: number
  /** Current number of canvas pixels per CSS pixel. */
  pixelRatio: number
  /** GPU time of the occlusion in milliseconds, smoothed. Null unless its `debug` option is on and the GPU supports timing. */
  occlusionTime: number | null
  /** Rotation of the model in radians, and zoom factor. */
  yaw: number
  tilt: number
  zoom: number
}
