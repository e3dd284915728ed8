import type { EntranceReplay } from '../entrance/entrance-assets.ts'
import type { HandleRequests } from '../extra-settings.ts'
import type { Model } from '../load/model.ts'
import type { PoseStore } from '../motion/pose.ts'
import type { Painter, Stage } from '../stage/stage.ts'
import type { Studio } from '../studio.ts'
import { describeParts } from './scene-parts.ts'
import { renderTextureView } from './texture-view.ts'

export interface StudioDependencies {
  ready: () => Promise<Stage>
  painter: Painter
  pose: PoseStore
  getModel: () => Model | null
  updateRequests: (change: (now: HandleRequests) => HandleRequests) => void
  replayEntrance: () => EntranceReplay
}

export function createStudio({
  ready,
  painter,
  pose,
  getModel,
  updateRequests,
  replayEntrance,
}: StudioDependencies): Studio {
  return {
    pose,
    parts: () => {
      const model = getModel()
      return model && describeParts(model.root)
    },
    texture: async (options) => {
      const model = getModel()
      if (!model) throw new Error('No model is loaded')
      return renderTextureView(model.root, options)
    },
    strip: async (options) => (await import('./posed-stage.ts')).renderStrip(await ready(), pose, options),
    film: async (options) => {
      const { renderFilm } = await import('./film.ts')
      return renderFilm({ stage: await ready(), pose, model: getModel(), replayEntrance }, options)
    },
    filmTypes: async (size) => (await import('./film.ts')).findSupportedFilmTypes(size),
    usdz: async () => {
      const model = getModel()
      if (!model) throw new Error('No model is loaded')
      return (await import('./usdz.ts')).exportUsdz(model)
    },
    enterRoom: async (options) => {
      const model = getModel()
      if (!model) throw new Error('No model is loaded')
      const { startArSession } = await import('./ar-session.ts')
      return startArSession({ stage: await ready(), painter, pose, model }, options)
    },
    highlight: (part) =>
      updateRequests(({ highlight: _, ...requests }) =>
        part === null ? requests : { ...requests, highlight: { part } },
      ),
    follow: (other) => {
      const copyPose = () => {
        const { now, zoom } = other.pose
        if (now.yaw !== pose.now.yaw || now.tilt !== pose.now.tilt) pose.take(now)
        pose.zoomTo(zoom)
      }
      copyPose()
      return other.pose.subscribe(copyPose)
    },
  }
}
