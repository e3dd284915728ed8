import { createRoot, type RootState, type RootStore } from '@react-three/fiber'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ACESFilmicToneMapping, PCFShadowMap } from 'three'
import { FIELD_OF_VIEW } from './framing.ts'
import { ViewerError } from './viewer-error.ts'

/** The look's exposure under ACES filmic tone mapping. */
const EXPOSURE = 1.8

/** A stage as the rest of the viewer uses it. */
export interface Stage {
  /** The renderer's state: gl, scene, camera, invalidate. */
  state: () => RootState
  /** Draws one frame now. */
  draw: () => void
}

interface Mounted extends Stage {
  render: (children: ReactNode) => void
}

/**
 * Puts a canvas into `host` and draws `children` on it: only when something changed, and not at all while off-screen or
 * in a hidden tab. A fresh canvas each time it mounts, so that a lost one is never used again.
 */
export function useStage(
  host: RefObject<HTMLElement | null>,
  children: ReactNode,
  onFailed: (error: ViewerError) => void,
): Stage | null {
  const [stage, setStage] = useState<Mounted | null>(null)
  const failed = useRef(onFailed)
  failed.current = onFailed

  useEffect(() => {
    if (!host.current) return
    return mount(host.current, setStage, (error) => failed.current(error))
  }, [host])
  useLayoutEffect(() => stage?.render(children), [stage, children])
  return stage
}

function mount(host: HTMLElement, onMounted: (stage: Mounted | null) => void, onFailed: (error: ViewerError) => void) {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  const root = createRoot(canvas)
  let stop: (() => void) | undefined
  let isGone = false
  const { width, height } = host.getBoundingClientRect()
  root
    .configure({
      frameloop: 'demand',
      size: { width, height, top: 0, left: 0 },
      camera: { fov: FIELD_OF_VIEW, position: [0, 0, 5], near: 0.01, far: 200 },
      gl: {
        alpha: true,
        antialias: true,
        powerPreference: 'high-performance',
        toneMapping: ACESFilmicToneMapping,
        toneMappingExposure: EXPOSURE,
      },
      shadows: { enabled: true, type: PCFShadowMap },
    })
    .then(
      () => {
        if (isGone) return
        const store = root.render(null)
        const stage = stageOf(store)
        stop = watch(host, canvas, stage)
        onMounted({ ...stage, render: (children) => void root.render(children) })
      },
      (error) => onFailed(new ViewerError('webgl', 'No WebGL here', { cause: error })),
    )
  return () => {
    isGone = true
    stop?.()
    onMounted(null)
    root.unmount()
    canvas.remove()
  }
}

function stageOf(store: RootStore): Stage {
  const state = () => store.getState()
  return { state, draw: () => state().gl.render(state().scene, state().camera) }
}

/** Keeps the size, rests while unseen, and draws again after the graphics card came back. */
function watch(host: HTMLElement, canvas: HTMLCanvasElement, { state, draw }: Stage): () => void {
  let isOnScreen = true
  const look = () => {
    const frameloop = isOnScreen && document.visibilityState === 'visible' ? 'demand' : 'never'
    if (state().frameloop === frameloop) return
    state().setFrameloop(frameloop)
    state().invalidate()
  }
  const resizing = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {}
    if (width === 0 || height === 0 || (width === state().size.width && height === state().size.height)) return
    state().setSize(width, height)
    // A resized canvas is blank until it is drawn on.
    queueMicrotask(draw)
  })
  const crossing = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true
    look()
  })
  const restored = () => state().invalidate()
  resizing.observe(host)
  crossing.observe(host)
  document.addEventListener('visibilitychange', look)
  canvas.addEventListener('webglcontextrestored', restored)
  return () => {
    resizing.disconnect()
    crossing.disconnect()
    document.removeEventListener('visibilitychange', look)
    canvas.removeEventListener('webglcontextrestored', restored)
  }
}
