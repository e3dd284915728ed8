import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import { coarser, ratioRange, restAfter, SLOW_FRAME, watchRatio } from './pixel-ratio.ts'
import type { Painter } from './stage.ts'

/** Frames in a row that must be slow before the picture gets coarser. */
const PATIENCE = 4

/** Draws coarser while frames are slow, and sharp again when nothing moves. */
export function usePixelRatio(painter: Painter): void {
  const { setDpr, gl, get } = useThree()
  const last = useRef(0)
  const slow = useRef(0)
  const isMoving = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const sharpen = () => setDpr(ratioRange(devicePixelRatio).most)
    sharpen()
    const { leave } = watchRatio(sharpen)
    return () => {
      leave()
      clearTimeout(timer.current)
    }
  }, [setDpr])

  useFrame(() => {
    if (painter.isPicturing) return
    const now = performance.now()
    // The time at rest says nothing about how long a frame takes.
    const took = isMoving.current ? now - last.current : 0
    last.current = now
    slow.current = took > SLOW_FRAME ? slow.current + 1 : 0
    isMoving.current = true
    if (slow.current >= PATIENCE) {
      slow.current = 0
      const next = coarser(gl.getPixelRatio(), devicePixelRatio, took)
      if (next < gl.getPixelRatio()) setDpr(next)
    }
    clearTimeout(timer.current)
    const rest = () => {
      // A frame may take longer than that to come.
      if (get().internal.frames > 0) return wait()
      isMoving.current = false
      const sharpest = ratioRange(devicePixelRatio).most
      if (gl.getPixelRatio() < sharpest) setDpr(sharpest)
    }
    const wait = () => {
      timer.current = setTimeout(rest, restAfter(took))
    }
    wait()
  })
}
