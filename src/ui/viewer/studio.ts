import type { ArSession, ArSessionOptions } from './camera/ar-support.ts'
import type { PoseStore } from './motion/pose.ts'

export type PartKind = 'group' | 'mesh' | 'skinned' | 'bone' | 'lines' | 'points' | 'light' | 'camera'

/** Object in the scene tree of a model, with its children. */
export interface ScenePart {
  /** Index from 0 in depth-first order, parents first. */
  id: number
  name: string
  kind: PartKind
  /** Triangles of the part itself, without its children. */
  triangles: number
  vertices: number
  /** GPU memory of the part's vertices in bytes, including morph targets. */
  bytes: number
  morphTargets: number
  hasUv: boolean
  /** Indices into {@link ModelParts.materials}. */
  materials: number[]
  parts: ScenePart[]
}

/** Texture as stored on the GPU. */
export interface PartTexture {
  name: string
  width: number
  height: number
  /** Size in bytes, including mipmaps. */
  bytes: number
  isCompressed: boolean
  /** GPU format, such as `RGBA8`, `BC7` or `ETC2`. */
  format: string
  /** Material properties that use the texture, such as `map` or `normalMap`; each once. */
  uses: string[]
}

/** Material, with indices into {@link ModelParts.textures} by material property. */
export interface PartMaterial {
  name: string
  textures: Readonly<Record<string, number>>
}

export interface ModelParts {
  root: ScenePart
  materials: PartMaterial[]
  textures: PartTexture[]
}

export type TextureChannel = 'r' | 'g' | 'b' | 'a'

export interface TextureOptions {
  /** Index into {@link ModelParts.textures}. */
  texture?: number
  /** Single channel to show, from black to white. */
  channel?: TextureChannel
  /** Part whose triangles are drawn over the texture, at their texture coordinates. */
  part?: number
  /** Maximum length of the longer side, in pixels. Default 1024. */
  size?: number
}

/** Options of a turntable image or film; sizes in pixels. */
export interface TurntableOptions {
  /** Size of one view. Default 512 × 512. */
  width?: number
  height?: number
  /** Background as a CSS colour. Default: transparent for a strip, white for a film. */
  background?: string
}

export interface StripOptions extends TurntableOptions {
  /** Number of views around the model, starting at the front. Default 8. */
  views?: number
  /** Image type. Default image/png. */
  type?: string
  quality?: number
}

export type FilmType = 'video/webm' | 'video/mp4'

/** Options of a film. The background may be `transparent`, which WebM supports; MP4 shows transparent areas as black. */
export interface FilmOptions extends TurntableOptions {
  /** Content: one full turn, suitable for looping, or a replay of the spawn. Default `turn`. */
  of?: 'turn' | 'entrance'
  /** Duration in seconds. Default: 4 for a turn; for a spawn its own duration, up to 60. */
  seconds?: number
  /** Frames per second. Default 30. */
  rate?: number
  /** File type. Default: the first one the browser supports of WebM and MP4. MP4 requires even width and height. */
  type?: FilmType
  /** Reports progress: the fraction of frames drawn, from 0 to 1. */
  onProgress?: (fraction: number) => void
  /** Aborts the recording; the promise rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Tools of a viewer to inspect and export a model. Their code is loaded on first use. */
export interface Studio {
  /** Returns the current model's parts, or null while no model is shown. */
  parts: () => ModelParts | null
  /** Renders a PNG of a texture, of a part's texture coordinates, or of both. Rejects for an unknown texture. */
  texture: (options: TextureOptions) => Promise<Blob>
  /** Draws the edges of the part with this id over the model; null removes them. */
  highlight: (part: number | null) => void
  /** Renders views all around the model side by side in one image. Rejects where WebGL is unavailable. */
  strip: (options?: StripOptions) => Promise<Blob>
  /**
   * Records a film of a full turn or of the spawn. The recorded motion also plays in the viewer. Rejects where recording is not
   * supported.
   */
  film: (options?: FilmOptions) => Promise<Blob>
  /** Resolves to the film types that the browser can record at this size (default 512 × 512); empty if none. */
  filmTypes: (size?: { width?: number; height?: number }) => Promise<FilmType[]>
  /**
   * Exports the model in its current pose as a USDZ file, standing on the floor in true size. Rejects while no model is shown.
   */
  usdz: () => Promise<Blob>
  /**
   * Starts WebXR AR and shows the model on a real floor in true size. Must be called from a user gesture. Rejects if the
   * device does not support or allow AR.
   */
  enterRoom: (options?: ArSessionOptions) => Promise<ArSession>
  /** Copies yaw, tilt and zoom of another viewer continuously. Returns a function that stops the copying. */
  follow: (other: Studio) => () => void
  /** Pose of this viewer, copied by the viewers that follow this viewer. */
  readonly pose: PoseStore
}
