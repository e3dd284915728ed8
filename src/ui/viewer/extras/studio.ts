import type { Asked } from '../extras.ts'
import type { Model } from '../model.ts'
import type { PoseStore } from '../pose.ts'
import type { Stage } from '../stage.ts'
import { type ModelParts, partsOf } from './parts.ts'
import { type TextureOptions, textureView } from './texture-view.ts'
import type { FilmOptions, StripOptions } from './turntable.ts'

export type { ModelParts, PartKind, PartMaterial, PartTexture, ScenePart } from './parts.ts'
export type { TextureOptions } from './texture-view.ts'
export type { FilmOptions, StripOptions, TurntableOptions } from './turntable.ts'

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
  /** A film of one whole turn, WebM or MP4, whatever the browser makes; the model turns on its stage meanwhile. */
  film: (options?: FilmOptions) => Promise<Blob>
  /** Turns, tilts and zooms as another viewer does, from now on; answers what ends that. */
  follow: (other: Studio) => () => void
  /** How it stands, for who follows. */
  readonly pose: PoseStore
}

/** What a studio speaks for. */
export interface StudioParts {
  ready: () => Promise<Stage>
  pose: PoseStore
  standing: () => Model | null
  plead: (change: (now: Asked) => Asked) => void
}

/** Makes what a host can do with the model on a viewer's stage. */
export function studioOf({ ready, pose, standing, plead }: StudioParts): Studio {
  return {
    pose,
    parts: () => {
      const model = standing()
      return model && partsOf(model.root)
    },
    texture: async (options) => {
      const model = standing()
      if (!model) throw new Error('Nothing stands there')
      return textureView(model.root, options)
    },
    strip: async (options) => (await import('./turntable.ts')).stripOf(await ready(), pose, options),
    film: async (options) => (await import('./turntable.ts')).filmOf(await ready(), pose, options),
    highlight: (part) => plead(({ highlight: _, ...now }) => (part === null ? now : { ...now, highlight: { part } })),
    follow: (other) => {
      const take = () => {
        const { now, zoom } = other.pose
        if (now.yaw !== pose.now.yaw || now.tilt !== pose.now.tilt) pose.take(now)
        pose.zoomTo(zoom)
      }
      take()
      return other.pose.subscribe(take)
    },
  }
}
