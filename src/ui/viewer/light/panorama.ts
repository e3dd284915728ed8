import type { Texture, WebGLRenderer } from 'three'

/** Texture that lights a scene, for one renderer; `dispose` releases it. */
export interface EnvironmentLight {
  texture: Texture
  dispose: () => void
}

/** Environment light: a plain panorama, or one prefiltered into levels from sharp to matt. */
export interface Panorama {
  texture: Texture
  /** Mean luminance over the sphere. */
  luminance: number
  /**
   * Filters a plain panorama; undefined for prefiltered ones. The panorama stays in memory but not on the GPU, where a copy would
   * keep its renderer alive.
   */
  filter?: (gl: WebGLRenderer) => EnvironmentLight
  /** Releases resources other than those on the GPU. */
  close?: () => void
}
