import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { Encore } from './asides.ts'
import type { Asked } from './extras.ts'
import { isFullScreen } from './full-screen.ts'
import type { Model } from './model.ts'
import type { PoseStore } from './pose.ts'
import type { AvatarViewerHandle } from './props.ts'
import type { Painter } from './stage.ts'
import type { StageView } from './use-stage.ts'
import type { ViewerState } from './viewer-info.ts'
import type { CaptureOptions } from './viewer-settings.ts'

/** What a handle speaks for. */
export interface HandleParts {
  view: StageView
  painter: Painter
  pose: PoseStore
  root: HTMLElement | null
  /** The state and what stands, as they are when it is asked. */
  now: () => { state: ViewerState; standing: Model | null }
  frames: RefObject<number>
  occlusionTime: { current: (() => number | null) | null }
  retry: () => void
  /** Has what the page asks of the handle count. */
  plead: (change: (now: Asked) => Asked) => void
  /** Reads what accompanies the entrance, once more. */
  again: () => Encore
}

/** Makes what a host can ask a viewer. */
export function handleOf(parts: HandleParts): AvatarViewerHandle {
  const { view, painter, pose, root, now, frames, occlusionTime, retry, plead, again } = parts
  const load = () => import('./capture.ts')
  const capture = async (options?: CaptureOptions) => {
    const { takePicture } = await load()
    // Only then: a stage that is ready now may be gone when code arrives.
    return takePicture(await view.ready(), options)
  }
  return {
    capture,
    turnTo: pose.turnTo,
    faceForward: () => pose.turnTo(0),
    zoomTo: pose.zoomTo,
    toggleFullScreen: async () => {
      if (root && isFullScreen(root)) await document.exitFullscreen()
      else await root?.requestFullscreen()
    },
    saveCapture: async (name = 'avatar', options) => {
      const picture = await capture(options)
      ;(await import('./save.ts')).save(picture, name)
    },
    retry,
    lookAt: (gaze) => plead(({ gaze: _, ...now }) => (gaze === undefined ? now : { ...now, gaze })),
    speak: (speech) => plead((now) => ({ ...now, speech })),
    moveTo: (move) => plead((now) => ({ ...now, sent: { move, atOnce: false } })),
    jumpTo: (move) => plead((now) => ({ ...now, sent: { move, atOnce: true } })),
    studio: async () =>
      (await import('./extras/studio.ts')).studioOf({
        ready: view.ready,
        painter,
        pose,
        plead,
        again,
        standing: () => now().standing,
      }),
    info: () => {
      const gl = view.stage?.state().gl
      const { state, standing } = now()
      return {
        state,
        model: standing?.info ?? null,
        frames: frames.current,
        geometries: gl?.info.memory.geometries ?? 0,
        textures: gl?.info.memory.textures ?? 0,
        calls: gl?.info.render.calls ?? 0,
        triangles: gl?.info.render.triangles ?? 0,
        pixelRatio: gl?.getPixelRatio() ?? 0,
        occlusionTime: occlusionTime.current?.() ?? null,
        yaw: pose.now.yaw,
        tilt: pose.now.tilt,
        zoom: pose.zoom,
      }
    },
  }
}

/** Hands the host its handle, a new one whenever what it speaks for changes. */
export function useHandle(ref: Ref<AvatarViewerHandle> | undefined, handle: AvatarViewerHandle): void {
  useImperativeHandle(ref, () => handle, [handle])
}
