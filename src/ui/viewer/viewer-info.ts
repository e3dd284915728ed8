export interface ModelInfo {
  triangles: number
  vertices: number
  textures: number
  materials: number
  bones: number
  /** Total pixels of all textures. */
  pixels: number
  /** Size of the model's files, in bytes. */
  bytes: number
  /** Morph target names without duplicates, in order of appearance. */
  morphTargets: string[]
  clips: string[]
  /** Durations of the clips in seconds, in the order of `clips`. */
  durations: number[]
  /** Material names without duplicates, if any. These are the slots that `paints` accepts. */
  slots?: string[]
  /** Names of the material variants (`KHR_materials_variants`), if any. */
  variants?: string[]
  /** Expressions of a VRM by their VRM 1.0 names, if `vrm` is set. `emotion` accepts these names like morph targets. */
  expressions?: string[]
}

export type ViewerState = 'empty' | 'loading' | 'playing' | 'finished' | 'failed'

/** Current state and statistics of a viewer; `model` is null while no model is shown. */
export interface ViewerInfo {
  state: ViewerState
  model: ModelInfo | null
  /** Number of frames drawn so far. */
  frames: number
  /** Number of geometries and textures on the GPU. */
  geometries: number
  textures: number
  /** Draw calls and triangles of the last frame. */
  calls: number
  triangles: number
  /** Current number of canvas pixels per CSS pixel. */
  pixelRatio: number
  /**
   * GPU time of the occlusion in milliseconds, smoothed. Null unless `debug` in the option `occlusion` is on and the GPU
   * supports timing.
   */
  occlusionTime: number | null
  /** Rotation in radians. */
  yaw: number
  tilt: number
  zoom: number
}
