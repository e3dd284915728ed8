import type { ReconcilerRoot, RootState } from '@react-three/fiber'
import type { ReactNode } from 'react'
import { ACESFilmicToneMapping, type Material, PCFShadowMap, WebGLRenderer } from 'three'
import { createFiberRoot } from './fiber-root.ts'
import { FIELD_OF_VIEW } from './framing.ts'
import { giveBack } from './give-back.ts'
import { ratioRange } from './pixel-ratio.ts'
import { ViewerError } from './viewer-error.ts'

/** The look's exposure under ACES filmic tone mapping. */
const EXPOSURE = 1.8

/** How a stage is drawn. */
export interface Painter {
  /** Draws in another way than the renderer does by itself; null while none does. */
  current: { draw: () => void; resize: (width: number, height: number) => void } | null
  /** Whether the frame under way is out of turn, for a picture: its size must stay, its time says nothing. */
  isPicturing: boolean
}

/** A canvas with its renderer, on which a tree of 3D elements is drawn. */
export interface Stage {
  /** The renderer's state: gl, scene, camera, invalidate. */
  state: () => RootState
  /** Draws one frame now: where frames come by no clock (R3F's `never`), so many seconds after the one before, else 0. */
  draw: (seconds?: number) => void
  /** The renderer was given another size, in its own pixels. */
  resized: (width: number, height: number) => void
  render: (children: ReactNode) => void
  close: () => void
}

/** How often another canvas is tried when one is lost before it could be set up. */
const TRIES = 3

/**
 * Puts a fresh canvas into `host`, so that a lost one is never used again, and draws on it when something changed.
 * Rejects with a `ViewerError` (webgl) where there is no WebGL, and with the signal's reason when aborted. Closing it, or
 * aborting, gives the context back in the same task.
 */
export async function openStage(host: HTMLElement, painter: Painter, signal: AbortSignal): Promise<Stage> {
  // The page waits while a context is made: what a viewer asks for as it begins is to be on its way by then. Not longer, since the card
  // would have drawn the page first.
  await Promise.resolve()
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted()
    const canvas = document.createElement('canvas')
    host.append(canvas)
    const root = createFiberRoot(canvas)
    const close = () => {
      signal.removeEventListener('abort', close)
      giveBack(canvas)
      root.unmount()
      canvas.remove()
    }
    signal.addEventListener('abort', close)
    try {
      await configure(root, host)
      signal.throwIfAborted()
      return stageOn(root, painter, close)
    } catch (error) {
      const wasLost = canvas.getContext('webgl2')?.isContextLost() ?? false
      close()
      signal.throwIfAborted()
      if (!wasLost || tried === TRIES) throw new ViewerError('webgl', 'No WebGL here', { cause: error })
    }
  }
}

function configure(root: ReconcilerRoot<HTMLCanvasElement>, host: HTMLElement) {
  const { width, height } = host.getBoundingClientRect()
  return root.configure({
    frameloop: 'demand',
    size: { width, height, top: 0, left: 0 },
    camera: { fov: FIELD_OF_VIEW, position: [0, 0, 5], near: 0.01, far: 200 },
    gl: (own) => {
      const gl = new WebGLRenderer({
        ...own,
        canvas: own.canvas as HTMLCanvasElement,
        powerPreference: 'high-performance',
      })
      gl.toneMapping = ACESFilmicToneMapping
      gl.toneMappingExposure = EXPOSURE
      // React lets go of it when it finds the time; by then the context has been given back.
      gl.forceContextLoss = () => {}
      return gl
    },
    shadows: { enabled: true, type: PCFShadowMap },
  })
}

function stageOn(root: ReconcilerRoot<HTMLCanvasElement>, painter: Painter, close: () => void): Stage {
  const store = root.render(null)
  let isClosed = false
  // Asking each shader whether it compiled makes the page wait for it; they are three's own.
  store.getState().gl.debug.checkShaderErrors = false
  askAtOnce(store.getState().gl)
  forgiveLoss(store.getState().gl)
  const state = () => store.getState()
  return {
    state,
    // As R3F draws a frame, so that what follows the model, its shadow for one, has followed it.
    draw: (seconds = 0) => {
      // Whatever asks for one more frame meanwhile is taken at its word by the loop alone: a movement would end here.
      const isMoving = state().internal.frames > 0
      painter.isPicturing = true
      try {
        state().advance(state().clock.elapsedTime + seconds)
      } finally {
        painter.isPicturing = false
        if (isMoving) state().invalidate()
      }
    },
    resized: (width, height) => painter.current?.resize(width, height),
    render: (children) => {
      // A root that is used again while it is being unmounted stays, and its context with it.
      if (!isClosed) root.render(children)
    },
    close: () => {
      isClosed = true
      close()
    },
  }
}

/**
 * Asks now, while the graphics card has nothing else to do, what the first frame and the first shader would ask: each
 * question waits for all that the card was told before, which in the middle of a page's beginning held it for 0.5 s.
 */
function askAtOnce({ capabilities, extensions }: WebGLRenderer): void {
  capabilities.getMaxAnisotropy()
  extensions.has('KHR_parallel_shader_compile')
}

/**
 * Lets a renderer leave off when its context is lost in the middle of a frame: three reads answers that then are empty,
 * and what it throws would end the frames for good. Whoever hears of the loss draws again once the context is back.
 */
function forgiveLoss(gl: WebGLRenderer): void {
  const { render, compile } = gl
  const attempt = <T>(draw: () => T, otherwise: T): T => {
    try {
      return draw()
    } catch (error) {
      if (!gl.getContext().isContextLost()) throw error
      // Left off within a lamp's shadow, it would go on drawing everything there once the context is back.
      gl.setRenderTarget(null)
      return otherwise
    }
  }
  gl.render = (...told) => attempt(() => render.apply(gl, told), undefined)
  gl.compile = (...told) => attempt(() => compile.apply(gl, told), new Set<Material>())
}

/** What a stage shows right now, as a canvas that needs no context. */
export function stillOf(stage: Stage): HTMLCanvasElement {
  const picture = stage.state().gl.domElement
  // It may stand for long, so it is as sharp as the display, however slow the frames before it were.
  stage.state().setDpr(ratioRange(devicePixelRatio).most)
  const still = document.createElement('canvas')
  still.width = picture.width
  still.height = picture.height
  still.dataset['still'] = ''
  // Read in the task that drew it, since the picture is not kept.
  stage.draw()
  still.getContext('2d')?.drawImage(picture, 0, 0)
  return still
}
