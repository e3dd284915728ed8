import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import {
  pixelRatioRangeFor,
  reducePixelRatio,
  SLOW_FRAME_MS,
  stillDelayMsAfter,
  watchPixelRatio,
} from './pixel-ratio.ts'
import type { Painter } from './stage.ts'

const SLOW_FRAMES_BEFORE_COARSER = 4

/** Lowers the pixel ratio while frames are slow, and restores the ratio when nothing moves. */
export function usePixelRatio(painter: Painter): void {
  const { setDpr, gl, get } = useThree()
  const lastFrameTime = useRef(0)
  const slowFrames = useRef(0)
  const isMoving = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const restoreMaxRatio = () => setDpr(pixelRatioRangeFor(devicePixelRatio).max)
    restoreMaxRatio()
    const { stop } = watchPixelRatio(restoreMaxRatio)
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [setDpr])

  useFrame(() => {
    if (painter.isCapturing) return
    const now = performance.now()
    // The time since the last frame is not a frame duration if nothing moved.
    const frameMs = isMoving.current ? now - lastFrameTime.current : 0
    lastFrameTime.current = now
    slowFrames.current = frameMs > SLOW_FRAME_MS ? slowFrames.current + 1 : 0
    isMoving.current = true
    if (slowFrames.current >= SLOW_FRAMES_BEFORE_COARSER) {
      slowFrames.current = 0
      const next = reducePixelRatio(gl.getPixelRatio(), devicePixelRatio, frameMs)
      if (next < gl.getPixelRatio()) setDpr(next)
    }
    clearTimeout(timer.current)
    const restoreRatio = () => {
      // A pending frame may take longer than the delay.
      if (get().internal.frames > 0) return scheduleRestore()
      isMoving.current = false
      const maxRatio = pixelRatioRangeFor(devicePixelRatio).max
      if (gl.getPixelRatio() < maxRatio) setDpr(maxRatio)
    }
    const scheduleRestore = () => {
      timer.current = setTimeout(restoreRatio, stillDelayMsAfter(frameMs))
    }
    scheduleRestore()
  })
}
