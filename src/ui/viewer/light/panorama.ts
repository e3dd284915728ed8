import type { Texture, WebGLRenderer } from 'three'

/** Texture that lights a scene, created for one renderer. */
export interface EnvironmentLight {
  texture: Texture
  dispose: () => void
}

/** Panorama for environment light, either plain or prefiltered into levels from sharp to matt. */
export interface Panorama {
  texture: Texture
  luminance: number
  /**
   * Filters a plain panorama; undefined for prefiltered panoramas. Removes the panorama's texture from the GPU, because the
   * texture would keep the renderer in memory.
   */
  filter?: (gl: WebGLRenderer) => EnvironmentLight
  /** Releases resources in main memory. */
  close?: () => void
}
