import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { EntranceReplay } from './entrance/entrance-assets.ts'
import type { HandleRequests } from './extra-settings.ts'
import type { Model } from './load/model.ts'
import type { PoseStore } from './motion/pose.ts'
import type { AvatarViewerHandle } from './props.ts'
import { isFullScreen } from './stage/full-screen.ts'
import type { Painter } from './stage/stage.ts'
import type { StageView } from './stage/use-stage.ts'
import type { ViewerState } from './viewer-info.ts'
import type { CaptureOptions } from './viewer-settings.ts'

export interface HandleDependencies {
  stageView: StageView
  painter: Painter
  pose: PoseStore
  root: HTMLElement | null
  readSpawn: () => { state: ViewerState; shownModel: Model | null }
  frameCount: RefObject<number>
  occlusionTime: { current: (() => number | null) | null }
  retry: () => void
  updateRequests: (change: (requests: HandleRequests) => HandleRequests) => void
  /** Reads the spawn files again, for a replay. */
  replayEntrance: () => EntranceReplay
}

export function createHandle(dependencies: HandleDependencies): AvatarViewerHandle {
  const {
    stageView,
    painter,
    pose,
    root,
    readSpawn,
    frameCount,
    occlusionTime,
    retry,
    updateRequests,
    replayEntrance,
  } = dependencies
  const importCapture = () => import('./stage/capture.ts')
  const capture = async (options?: CaptureOptions) => {
    const { takePicture } = await importCapture()
    // Waits for the stage after the import, because a stage that was ready before may be closed by now.
    return takePicture(await stageView.ready(), options)
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
      ;(await import('./stage/download-file.ts')).downloadFile(picture, name)
    },
    retry,
    lookAt: (gaze) =>
      updateRequests(({ gaze: _, ...requests }) => (gaze === undefined ? requests : { ...requests, gaze })),
    speak: (speech) => updateRequests((requests) => ({ ...requests, speech })),
    moveTo: (move) => updateRequests((requests) => ({ ...requests, cameraCommand: { move, isImmediate: false } })),
    jumpTo: (move) => updateRequests((requests) => ({ ...requests, cameraCommand: { move, isImmediate: true } })),
    studio: async () =>
      (await import('./extras/studio.ts')).createStudio({
        ready: stageView.ready,
        painter,
        pose,
        updateRequests,
        replayEntrance,
        getModel: () => readSpawn().shownModel,
      }),
    info: () => {
      const gl = stageView.stage?.state().gl
      const { state, shownModel } = readSpawn()
      return {
        state,
        model: shownModel?.info ?? null,
        frames: frameCount.current,
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

export function useHandle(ref: Ref<AvatarViewerHandle> | undefined, handle: AvatarViewerHandle): void {
  useImperativeHandle(ref, () => handle, [handle])
}
