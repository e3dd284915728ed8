import type { ReconcilerRoot, RootState } from '@react-three/fiber'
import type { ReactNode } from 'react'
import { ACESFilmicToneMapping, type Material, PCFShadowMap, WebGLRenderer } from 'three'
import { FIELD_OF_VIEW_DEGREES } from '../camera/framing.ts'
import { ViewerError } from '../viewer-error.ts'
import { createFiberRoot } from './fiber-root.ts'
import { pixelRatioRangeFor } from './pixel-ratio.ts'
import { releaseContext } from './release-context.ts'

/** Specified exposure for ACES Filmic tone mapping. */
const EXPOSURE = 1.8

const CONTEXT_ATTRIBUTES = { powerPreference: 'high-performance' } as const

/** Drawing method of a stage, which the occlusion composer and AR replace. */
export interface Painter {
  /** Replacement for the plain renderer, or null. */
  current: { draw: () => void; resize: (width: number, height: number) => void } | null
  /** True during AR and during an extra frame for a capture. The pixel ratio then stays fixed. */
  isCapturing: boolean
}

/** Canvas with its renderer and React Three Fiber root. */
export interface Stage {
  /** Returns the React Three Fiber state: gl, scene, camera, invalidate. */
  state: () => RootState
  /** Draws one frame now. `seconds` is the time step for a root without a frame loop (R3F's `never`), otherwise 0. */
  draw: (seconds?: number) => void
  /** Reports a new size of the renderer, in device pixels. */
  onResized: (width: number, height: number) => void
  render: (children: ReactNode) => void
  close: () => void
}

/** Maximum number of canvases tried when the context is lost during setup. */
const MAX_CONTEXT_TRIES = 3

/**
 * Opens a stage in `host` that draws on demand, on a new canvas, so that no lost context is reused. Rejects with a
 * `ViewerError` (webgl) where WebGL is unavailable, and with the signal's reason when aborted. Closing or aborting releases
 * the context immediately.
 */
export async function openStage(host: HTMLElement, painter: Painter, signal: AbortSignal): Promise<Stage> {
  // Creating a context blocks the page. Deferred by one microtask, so that the viewer sends its first requests before. After a
  // longer delay, the GPU would draw the page first.
  await Promise.resolve()
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    const canvas = document.createElement('canvas')
    host.append(canvas)
    const root = createFiberRoot(canvas)
    const close = () => {
      signal.removeEventListener('abort', close)
      releaseContext(canvas)
      root.unmount()
      canvas.remove()
    }
    signal.addEventListener('abort', close)
    try {
      await configure(root, host)
      signal.throwIfAborted()
      return createStage(root, painter, close)
    } catch (error) {
      const wasLost = canvas.getContext('webgl2')?.isContextLost() ?? false
      close()
      signal.throwIfAborted()
      if (!wasLost || attempt === MAX_CONTEXT_TRIES)
        throw new ViewerError('webgl', 'WebGL is not available', { cause: error })
    }
  }
}

function configure(root: ReconcilerRoot<HTMLCanvasElement>, host: HTMLElement) {
  const { width, height } = host.getBoundingClientRect()
  return root.configure({
    frameloop: 'demand',
    size: { width, height, top: 0, left: 0 },
    camera: { fov: FIELD_OF_VIEW_DEGREES, position: [0, 0, 5], near: 0.01, far: 200 },
    gl: (defaults) => {
      const canvas = defaults.canvas as HTMLCanvasElement
      // three.js would log an error if the browser created no context. The viewer reports the error to the user instead.
      if (!canvas.getContext('webgl2', CONTEXT_ATTRIBUTES)) throw new Error('The browser created no WebGL context')
      const gl = new WebGLRenderer({ ...defaults, canvas, ...CONTEXT_ATTRIBUTES })
      gl.toneMapping = ACESFilmicToneMapping
      gl.toneMappingExposure = EXPOSURE
      // React Three Fiber calls this function on unmount, when the context is already released.
      gl.forceContextLoss = () => {}
      return gl
    },
    shadows: { enabled: true, type: PCFShadowMap },
  })
}

function createStage(root: ReconcilerRoot<HTMLCanvasElement>, painter: Painter, close: () => void): Stage {
  const store = root.render(null)
  let isClosed = false
  // Checking each shader's compilation blocks the page.
  store.getState().gl.debug.checkShaderErrors = false
  queryCapabilities(store.getState().gl)
  tolerateContextLoss(store.getState().gl)
  const state = () => store.getState()
  return {
    state,
    // Draws through React Three Fiber's frame, so that frame callbacks such as the shadow run too.
    draw: (seconds = 0) => {
      // Frames requested during `advance` are dropped, which would stop a running movement.
      const isMoving = state().internal.frames > 0
      painter.isCapturing = true
      try {
        state().advance(state().clock.elapsedTime + seconds)
      } finally {
        painter.isCapturing = false
        if (isMoving) state().invalidate()
      }
    },
    onResized: (width, height) => painter.current?.resize(width, height),
    render: (children) => {
      // Rendering to a root that is being unmounted would keep the root and its context in memory.
      if (!isClosed) root.render(children)
    },
    close: () => {
      isClosed = true
      close()
    },
  }
}

/**
 * Queries capabilities while the GPU is idle, because each query waits for all submitted commands. In measurements, later queries
 * blocked the page for 0.5 s.
 */
function queryCapabilities({ capabilities, extensions }: WebGLRenderer): void {
  capabilities.getMaxAnisotropy()
  extensions.has('KHR_parallel_shader_compile')
}

/**
 * Ignores errors from a context lost in the middle of a frame. three.js then reads empty results and throws, which would stop the
 * frame loop for good. A frame is drawn again once the context is restored.
 */
function tolerateContextLoss(gl: WebGLRenderer): void {
  const { render, compile } = gl
  const tryDraw = <T>(draw: () => T, fallback: T): T => {
    try {
      return draw()
    } catch (error) {
      if (!gl.getContext().isContextLost()) throw error
      // After an error in a shadow pass, the renderer would otherwise keep drawing to the target of that pass.
      gl.setRenderTarget(null)
      return fallback
    }
  }
  gl.render = (...args) => tryDraw(() => render.apply(gl, args), undefined)
  gl.compile = (...args) => tryDraw(() => compile.apply(gl, args), new Set<Material>())
}

/** Copies the current frame of a stage to a canvas without a WebGL context. */
export function snapshotStage(stage: Stage): HTMLCanvasElement {
  const canvas = stage.state().gl.domElement
  // The still image may be shown for a long time, so it has the full pixel ratio even after slow frames.
  stage.state().setDpr(pixelRatioRangeFor(devicePixelRatio).max)
  const stillImage = document.createElement('canvas')
  stillImage.width = canvas.width
  stillImage.height = canvas.height
  stillImage.dataset['still'] = ''
  // Read in the same task, because the drawing buffer is not preserved.
  stage.draw()
  stillImage.getContext('2d')?.drawImage(canvas, 0, 0)
  return stillImage
}
