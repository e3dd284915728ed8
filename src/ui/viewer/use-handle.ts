import { type Ref, type RefObject, useImperativeHandle } from 'react'
import { CAPTURE_TYPE, type CaptureOptions, takePicture } from './capture.ts'
import type { Asked } from './extras.ts'
import type { Model } from './model.ts'
import type { PoseStore } from './pose.ts'
import type { AvatarViewerHandle } from './props.ts'
import { isFullScreen } from './Tools.tsx'
import type { StageView } from './use-stage.ts'
import type { ViewerState } from './viewer-info.ts'

/** What a handle speaks for. */
export interface HandleParts {
  view: StageView
  pose: PoseStore
  root: HTMLElement | null
  /** The state and what stands, as they are when it is asked. */
  now: () => { state: ViewerState; standing: Model | null }
  frames: RefObject<number>
  occlusionTime: { current: (() => number | null) | null }
  retry: () => void
  /** Has what the page asks of the handle count. */
  plead: (change: (now: Asked) => Asked) => void
}

/** Makes what a host can ask a viewer. */
export function handleOf(parts: HandleParts): AvatarViewerHandle {
  const { view, pose, root, now, frames, occlusionTime, retry, plead } = parts
  const capture = async (options?: CaptureOptions) => takePicture(await view.ready(), options)
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
      const type = options?.type ?? CAPTURE_TYPE
      save(await capture(options), `${name}.${type.replace(/^image\//, '').replace('jpeg', 'jpg')}`)
    },
    retry,
    lookAt: (gaze) => plead(({ gaze: _, ...now }) => (gaze === undefined ? now : { ...now, gaze })),
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

/** How long a saved picture's address lives, in milliseconds: its download has begun by then. */
const KEPT = 10_000

function save(picture: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT)
}
