import { watchRatio } from './pixel-ratio.ts'
import { watchPlace } from './place.ts'
import { openStage, type Painter, type Stage, stillOf } from './stage.ts'
import { type Drawer, pageTurns } from './turns.ts'
import { ViewerError } from './viewer-error.ts'

/** How long a lost context may take to come back before another is made, in milliseconds. */
const PATIENCE = 1000

/** What a keeper tells and asks its viewer. */
export interface KeeperOptions {
  painter: Painter
  onStage: (stage: Stage | null) => void
  onFailed: (error: ViewerError) => void
  /** Whether it prepares a model or makes its entrance, which should not be interrupted. */
  isBusy: () => boolean
}

/** Keeps a viewer's stage: open while it has its turn, resting while unseen, its last picture in place in between. */
export interface StageKeeper {
  /** Something is to be drawn that was not before; a person's touch is such a thing too. */
  want: () => void
  /** The stage shows what it should: the picture that stood in goes. */
  reveal: () => void
  /** The viewer's state changed, so others may have their turn. */
  settled: () => void
  /** The stage, once it is open and shows what it should. Rejects when the viewer goes first. */
  ready: () => Promise<Stage>
  close: () => void
}

/** Keeps a stage in `host` until closed. */
export function keepStage(host: HTMLElement, options: KeeperOptions): StageKeeper {
  let stage: Stage | null = null
  let still: HTMLCanvasElement | null = null
  /** How large its place is, in CSS pixels; null until that is known. */
  let room: { width: number; height: number } | null = null
  /** Ends the turn under way, with a stage that is still being opened. */
  let turn = new AbortController()
  /** Something is to be drawn as soon as it is seen. */
  let isWanted = false
  let lostSince: ReturnType<typeof setTimeout> | undefined
  let waiting: { resolve: (stage: Stage) => void; reject: (error: unknown) => void }[] = []

  const drawer: Drawer = {
    begin: () => {
      turn = new AbortController()
      const { signal } = turn
      openStage(host, options.painter, signal).then(
        (opened) => {
          if (signal.aborted) return
          stage = opened
          isWanted = false
          fill()
          listen(opened)
          rest()
          options.onStage(opened)
          serve()
        },
        (error) => {
          if (signal.aborted) return
          pageTurns.leave(drawer)
          refuse(error)
          options.onFailed(error)
        },
      )
    },
    end: () => {
      const wasMoving = isMoving()
      if (stage && !isLost()) {
        dropStill()
        still = stillOf(stage)
      }
      shut()
      if (still) host.append(still)
      if (!wasMoving) return
      if (place.isSeen()) pageTurns.ask(drawer, false)
      else isWanted = true
    },
    need: () => {
      if (!place.isSeen()) return 'unseen'
      if (options.isBusy()) return 'busy'
      return isMoving() ? 'moving' : 'still'
    },
  }
  /** Has the stage fill its place, which may have changed while the stage was being opened. */
  const fill = () => {
    const size = stage?.state().size
    if (!stage || !room || (room.width === size?.width && room.height === size.height)) return
    stage.state().setSize(room.width, room.height)
    redraw(stage)
  }
  /** A canvas of another size is blank until it is drawn on. */
  const redraw = (resized: Stage) => queueMicrotask(() => stage === resized && resized.draw())
  const isMoving = () => (stage?.state().internal.frames ?? 0) > 0
  const isLost = () => stage?.state().gl.getContext().isContextLost() ?? false
  const dropStill = () => {
    still?.remove()
    still = null
  }
  const serve = () => {
    if (!stage || still) return
    for (const { resolve } of waiting) resolve(stage)
    waiting = []
  }
  const refuse = (error: unknown) => {
    for (const { reject } of waiting) reject(error)
    waiting = []
  }
  const shut = () => {
    clearTimeout(lostSince)
    turn.abort()
    if (!stage) return
    const closing = stage
    stage = null
    const canvas = closing.state().gl.domElement
    canvas.removeEventListener('webglcontextlost', lost)
    canvas.removeEventListener('webglcontextrestored', restored)
    closing.close()
    options.onStage(null)
  }
  const lost = () => {
    clearTimeout(lostSince)
    lostSince = setTimeout(() => {
      shut()
      pageTurns.leave(drawer)
      keeper.want()
    }, PATIENCE)
  }
  const restored = () => {
    clearTimeout(lostSince)
    stage?.state().invalidate()
  }
  const listen = (opened: Stage) => {
    const canvas = opened.state().gl.domElement
    canvas.addEventListener('webglcontextlost', lost)
    canvas.addEventListener('webglcontextrestored', restored)
  }
  const rest = () => {
    if (!stage) return
    const frameloop = place.isSeen() ? 'demand' : 'never'
    if (stage.state().frameloop === frameloop) return
    stage.state().setFrameloop(frameloop)
    stage.state().invalidate()
  }
  const place = watchPlace(host, {
    onSight: () => {
      rest()
      if (!place.isSeen()) pageTurns.changed()
      else if (isWanted) keeper.want()
    },
    onResize: (width, height) => {
      const isFirst = room === null
      room = { width, height }
      if (stage) fill()
      // The picture that stood in is of another shape.
      else if (!isFirst) keeper.want()
    },
  })
  const sharpness = watchRatio(() => {
    if (stage) redraw(stage)
    else if (still) keeper.want()
  })
  const keeper: StageKeeper = {
    want: () => {
      isWanted = stage === null
      if (place.isSeen()) pageTurns.ask(drawer, true)
    },
    reveal: () => {
      dropStill()
      serve()
    },
    settled: () => pageTurns.changed(),
    ready: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        // A hidden picture is drawn too when it is asked for.
        if (stage) serve()
        else pageTurns.ask(drawer, true)
      }),
    close: () => {
      place.leave()
      sharpness.leave()
      shut()
      dropStill()
      pageTurns.leave(drawer)
      refuse(new ViewerError('webgl', 'The viewer is gone'))
    },
  }
  // With a turn to spare the stage is made ready while the model is still on its way.
  if (pageTurns.isFree()) keeper.want()
  return keeper
}
