import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import { coarser, ratioRange, SLOW_FRAME } from './pixel-ratio.ts'

/** Frames in a row that must be slow before the picture gets coarser. */
const PATIENCE = 6

/** Milliseconds without a frame that count as still. */
const STILL = 250

/** Draws coarser while frames are slow, and sharp again when nothing moves. */
export function usePixelRatio(): void {
  const { setDpr, gl } = useThree()
  const last = useRef(0)
  const slow = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    setDpr(ratioRange(devicePixelRatio).most)
    return () => clearTimeout(timer.current)
  }, [setDpr])

  useFrame(() => {
    const now = performance.now()
    const took = now - last.current
    last.current = now
    slow.current = took > SLOW_FRAME && took < STILL ? slow.current + 1 : 0
    if (slow.current >= PATIENCE) {
      slow.current = 0
      const next = coarser(gl.getPixelRatio(), devicePixelRatio)
      if (next < gl.getPixelRatio()) setDpr(next)
    }
    clearTimeout(timer.current)
    const sharpest = ratioRange(devicePixelRatio).most
    if (gl.getPixelRatio() < sharpest) timer.current = setTimeout(() => setDpr(sharpest), STILL)
  })
}
