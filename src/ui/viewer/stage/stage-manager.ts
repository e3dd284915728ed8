import { ViewerError } from '../viewer-error.ts'
import { type DrawClient, pageDrawSlots } from './draw-slots.ts'
import { observeVisibility } from './element-visibility.ts'
import { watchPixelRatio } from './pixel-ratio.ts'
import { openStage, type Painter, type Stage, snapshotStage } from './stage.ts'

/** Time for a lost context to be restored before a new one is created, in milliseconds. */
const CONTEXT_RESTORE_TIMEOUT_MS = 1000

export interface StageManagerOptions {
  painter: Painter
  onStage: (stage: Stage | null) => void
  onFailed: (error: ViewerError) => void
  /** Returns whether a model is being prepared or spawned. During that time, the stage should not be closed. */
  isBusy: () => boolean
}

/**
 * Manages a viewer's stage (canvas and renderer). Opens the stage when a drawing slot is granted, and pauses the stage while off
 * screen. While the stage is closed, an image shows its last frame.
 */
export interface StageManager {
  requestDraw: () => void
  /** Removes the image of the last frame. Called once the stage shows its content. */
  reveal: () => void
  /** Reports a change of the viewer's state, which may free a drawing slot for another viewer. */
  onStateChange: () => void
  /**
   * Resolves with the stage once it is open and shows its content. Rejects if the stage cannot open, or if the viewer unmounts
   * first.
   */
  ready: () => Promise<Stage>
  close: () => void
}

export function manageStage(host: HTMLElement, options: StageManagerOptions): StageManager {
  let stage: Stage | null = null
  let stillImage: HTMLCanvasElement | null = null
  /** Size of the host in CSS pixels; null until measured. */
  let hostSize: { width: number; height: number } | null = null
  /** Aborted when the viewer's slot ends, which also cancels the opening of a stage. */
  let openAttempt = new AbortController()
  /** Whether to draw as soon as the host becomes visible. */
  let drawWhenVisible = false
  let restoreTimer: ReturnType<typeof setTimeout> | undefined
  let waiters: { resolve: (stage: Stage) => void; reject: (error: unknown) => void }[] = []

  const drawClient: DrawClient = {
    begin: () => {
      openAttempt = new AbortController()
      const { signal } = openAttempt
      openStage(host, options.painter, signal).then(
        (openedStage) => {
          if (signal.aborted) return
          stage = openedStage
          drawWhenVisible = false
          resizeToHost()
          listenForContextLoss(openedStage)
          updateFrameLoop()
          options.onStage(openedStage)
          resolveWaiters()
        },
        (error) => {
          if (signal.aborted) return
          pageDrawSlots.release(drawClient)
          rejectWaiters(error)
          options.onFailed(error)
        },
      )
    },
    end: () => {
      const wasMoving = isMoving()
      if (stage && !isLost()) {
        removeStillImage()
        stillImage = snapshotStage(stage)
      }
      closeStage()
      if (stillImage) host.append(stillImage)
      if (!wasMoving) return
      if (visibility.isVisible()) pageDrawSlots.request(drawClient, false)
      else drawWhenVisible = true
    },
    priority: () => {
      if (!visibility.isVisible()) return 'unseen'
      if (options.isBusy()) return 'busy'
      return isMoving() ? 'moving' : 'still'
    },
  }
  /** Resizes the stage to its host, whose size may have changed while the stage opened. */
  const resizeToHost = () => {
    const size = stage?.state().size
    if (!stage || !hostSize || (hostSize.width === size?.width && hostSize.height === size.height)) return
    stage.state().setSize(hostSize.width, hostSize.height)
    redraw(stage)
  }
  /** Redraws a stage after a resize, because resizing clears the canvas. */
  const redraw = (resizedStage: Stage) => queueMicrotask(() => stage === resizedStage && resizedStage.draw())
  const isMoving = () => (stage?.state().internal.frames ?? 0) > 0
  const isLost = () => stage?.state().gl.getContext().isContextLost() ?? false
  const removeStillImage = () => {
    stillImage?.remove()
    stillImage = null
  }
  const resolveWaiters = () => {
    if (!stage || stillImage) return
    for (const { resolve } of waiters) resolve(stage)
    waiters = []
  }
  const rejectWaiters = (error: unknown) => {
    for (const { reject } of waiters) reject(error)
    waiters = []
  }
  const closeStage = () => {
    clearTimeout(restoreTimer)
    openAttempt.abort()
    if (!stage) return
    const closingStage = stage
    stage = null
    const canvas = closingStage.state().gl.domElement
    canvas.removeEventListener('webglcontextlost', onContextLost)
    canvas.removeEventListener('webglcontextrestored', onContextRestored)
    closingStage.close()
    options.onStage(null)
  }
  const onContextLost = () => {
    clearTimeout(restoreTimer)
    restoreTimer = setTimeout(() => {
      closeStage()
      pageDrawSlots.release(drawClient)
      manager.requestDraw()
    }, CONTEXT_RESTORE_TIMEOUT_MS)
  }
  const onContextRestored = () => {
    clearTimeout(restoreTimer)
    stage?.state().invalidate()
  }
  const listenForContextLoss = (openedStage: Stage) => {
    const canvas = openedStage.state().gl.domElement
    canvas.addEventListener('webglcontextlost', onContextLost)
    canvas.addEventListener('webglcontextrestored', onContextRestored)
  }
  const updateFrameLoop = () => {
    if (!stage) return
    const frameloop = visibility.isVisible() ? 'demand' : 'never'
    if (stage.state().frameloop === frameloop) return
    stage.state().setFrameloop(frameloop)
    stage.state().invalidate()
  }
  const visibility = observeVisibility(host, {
    onVisibilityChange: () => {
      updateFrameLoop()
      if (!visibility.isVisible()) pageDrawSlots.reassign()
      else if (drawWhenVisible) manager.requestDraw()
    },
    onResize: (width, height) => {
      const isFirst = hostSize === null
      hostSize = { width, height }
      if (stage) resizeToHost()
      // After a resize, the still image has the wrong aspect ratio.
      else if (!isFirst) manager.requestDraw()
    },
  })
  const ratioWatch = watchPixelRatio(() => {
    if (stage) redraw(stage)
    else if (stillImage) manager.requestDraw()
  })
  const manager: StageManager = {
    requestDraw: () => {
      drawWhenVisible = stage === null
      if (visibility.isVisible()) pageDrawSlots.request(drawClient, true)
    },
    reveal: () => {
      removeStillImage()
      resolveWaiters()
    },
    onStateChange: () => pageDrawSlots.reassign(),
    ready: () =>
      new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        // Requests a slot even off screen, because a capture also works there.
        if (stage) resolveWaiters()
        else pageDrawSlots.request(drawClient, true)
      }),
    close: () => {
      visibility.stop()
      ratioWatch.stop()
      closeStage()
      removeStillImage()
      pageDrawSlots.release(drawClient)
      rejectWaiters(new ViewerError('webgl', 'The viewer has been removed'))
    },
  }
  // If a drawing slot is free, the stage opens while the model is still loading.
  if (pageDrawSlots.hasFreeSlot()) manager.requestDraw()
  return manager
}
