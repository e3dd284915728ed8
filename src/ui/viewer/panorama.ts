import type { Texture, WebGLRenderer } from 'three'

/** A texture that lights a scene, for one renderer; `dispose` frees it. */
export interface Light {
  texture: Texture
  dispose: () => void
}

/** Light from all around: a panorama as it is, or one that was filtered ahead into levels from sharp to matt. */
export interface Panorama {
  texture: Texture
  /** The mean over the sphere. */
  luminance: number
  /**
   * Filters a panorama that was not. The panorama itself stays, but not on the graphics card: whoever made its copy there would be
   * kept with it.
   */
  filter?: (gl: WebGLRenderer) => Light
  /** Gives back what it holds beside the graphics card. */
  close?: () => void
}
