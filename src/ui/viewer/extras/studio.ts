import type { Encore } from '../asides.ts'
import type { Asked } from '../extras.ts'
import type { Model } from '../model.ts'
import type { PoseStore } from '../pose.ts'
import type { Painter, Stage } from '../stage.ts'
import type { Studio } from '../studio.ts'
import { partsOf } from './parts.ts'
import { textureView } from './texture-view.ts'

/** What a studio speaks for. */
export interface StudioParts {
  ready: () => Promise<Stage>
  painter: Painter
  pose: PoseStore
  standing: () => Model | null
  plead: (change: (now: Asked) => Asked) => void
  /** Reads what accompanies the entrance, once more. */
  again: () => Encore
}

/** Makes what a host can do with the model on a viewer's stage. */
export function studioOf({ ready, painter, pose, standing, plead, again }: StudioParts): Studio {
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
    film: async (options) => {
      const { filmOf } = await import('./film.ts')
      return filmOf({ stage: await ready(), pose, model: standing(), again }, options)
    },
    filmTypes: async (size) => (await import('./film.ts')).filmTypes(size),
    usdz: async () => {
      const model = standing()
      if (!model) throw new Error('Nothing stands there')
      return (await import('./usdz.ts')).usdzOf(model)
    },
    enterRoom: async (options) => {
      const model = standing()
      if (!model) throw new Error('Nothing stands there')
      const { enterRoom } = await import('./room.ts')
      return enterRoom({ stage: await ready(), painter, pose, model }, options)
    },
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
