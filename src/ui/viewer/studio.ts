import type { InRoom, RoomOptions } from './in-room.ts'
import type { PoseStore } from './pose.ts'

/** What a part of a model is. */
export type PartKind = 'group' | 'mesh' | 'skinned' | 'bone' | 'lines' | 'points' | 'light' | 'camera'

/** One part of a model, with those under it. */
export interface ScenePart {
  /** Counted from 0, itself before what is under it. */
  id: number
  name: string
  kind: PartKind
  /** Its own, without what is under it. */
  triangles: number
  vertices: number
  /** Bytes of its vertices on the graphics card, morph targets with them. */
  bytes: number
  morphTargets: number
  /** Pictures can lie on it. */
  hasUv: boolean
  /** Its materials, by their place in {@link ModelParts.materials}. */
  materials: number[]
  parts: ScenePart[]
}

/** A texture as the graphics card holds it. */
export interface PartTexture {
  name: string
  width: number
  height: number
  /** With its smaller copies. */
  bytes: number
  isCompressed: boolean
  /** As the card holds it: `RGBA8`, `BC7`, `ETC2`. */
  format: string
  /** What it is used for, in the words of the materials: `map`, `normalMap`. Each once. */
  uses: string[]
}

/** A material, and its textures by their place in {@link ModelParts.textures}. */
export interface PartMaterial {
  name: string
  textures: Readonly<Record<string, number>>
}

/** What a model is made of, and what each of it costs. */
export interface ModelParts {
  root: ScenePart
  materials: PartMaterial[]
  textures: PartTexture[]
}

/** One channel of a texture. */
export type TextureChannel = 'r' | 'g' | 'b' | 'a'

/** What is shown of a model's textures. */
export interface TextureOptions {
  /** A texture, by its place among the model's. */
  texture?: number
  /** One channel of it alone, from black to white. */
  channel?: TextureChannel
  /** A part whose triangles are drawn as they lie on it. */
  part?: number
  /** Pixels of the longer side at most. Default 1024. */
  size?: number
}

/** How a turntable is drawn; sizes in pixels. */
export interface TurntableOptions {
  /** Of one view. Default 512 each. */
  width?: number
  height?: number
  /** What lies behind the model, as CSS writes colours. Default nothing in a strip, white in a film. */
  background?: string
}

/** How a strip of views is drawn. */
export interface StripOptions extends TurntableOptions {
  /** How many views go once round, from the front. Default 8. */
  views?: number
  /** Default image/png. */
  type?: string
  quality?: number
}

/** What a film is saved as. */
export type FilmType = 'video/webm' | 'video/mp4'

/** How a film is made. Its background may be `transparent` too, which WebM carries and MP4 shows as black. */
export interface FilmOptions extends TurntableOptions {
  /** What it shows: one whole turn, which can be shown over and over, or the entrance once more. Default `turn`. */
  of?: 'turn' | 'entrance'
  /** How long it is, in seconds. Default 4 for a turn, and for an entrance what that takes, at most 60. */
  seconds?: number
  /** Pictures a second. Default 30. */
  rate?: number
  /** Default the first that the browser makes: WebM, then MP4 (of even width and height). */
  type?: FilmType
  /** Told how much of it is drawn, up to 1. */
  onProgress?: (share: number) => void
  /** Gives it up: the promise rejects with its reason. */
  signal?: AbortSignal
}

/** What a viewer can do for who examines a model; its code comes when it is asked for. */
export interface Studio {
  /** What the model on the stage is made of, and what that costs; null while there is none. */
  parts: () => ModelParts | null
  /** A picture (PNG) of a texture, of how a part lies on it, or of both. Rejects where there is no such thing. */
  texture: (options: TextureOptions) => Promise<Blob>
  /** Draws the edges of a part over it, by its number; null: of none. */
  highlight: (part: number | null) => void
  /** Views all round the model side by side, as one picture. Rejects while nothing is drawn. */
  strip: (options?: StripOptions) => Promise<Blob>
  /** A film of a whole turn or of the entrance, which are shown on the stage meanwhile. Rejects where none can be made. */
  film: (options?: FilmOptions) => Promise<Blob>
  /** The types of film that this browser makes in that size (512 × 512); none where it makes no films. */
  filmTypes: (size?: { width?: number; height?: number }) => Promise<FilmType[]>
  /** The model as it stands now, as a USDZ file that lies on a floor in its true size. Rejects where nothing stands. */
  usdz: () => Promise<Blob>
  /**
   * Puts the model on a floor of the room around, in its true size, by WebXR; to be called when a person asks for it. Rejects where
   * the device does not let it.
   */
  enterRoom: (options?: RoomOptions) => Promise<InRoom>
  /** Turns, tilts and zooms as another viewer does, from now on; answers what ends that. */
  follow: (other: Studio) => () => void
  /** How it stands, for who follows. */
  readonly pose: PoseStore
}
