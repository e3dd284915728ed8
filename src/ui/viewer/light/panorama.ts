import type { Texture, WebGLRenderer } from 'three'

/** Texture that lights a scene, for one renderer. */
export interface EnvironmentLight {
  texture: Texture
  dispose: () => void
}

/** Environment light: a plain panorama, or one prefiltered into levels from sharp to matt. */
export interface Panorama {
  texture: Texture
  luminance: number
  /**
   * Filters a plain panorama; undefined for prefiltered panoramas. The panorama's texture is not left on the GPU, where it would
   * keep the renderer in memory.
   */
  filter?: (gl: WebGLRenderer) => EnvironmentLight
  /** Releases resources in main memory. */
  close?: () => void
}
