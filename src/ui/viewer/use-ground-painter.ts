import { useFrame, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useRef } from 'react'
import type { Object3D } from 'three'
import type { ShadowPainter } from './ground-picture.ts'

/**
 * Has a shadow drawn on the ground of `ground` before each frame for which `stirred` answers another number than for the last one, and
 * frees what draws it once another does, or none.
 */
export function useGroundPainter(
  painter: ShadowPainter,
  ground: RefObject<Object3D | null>,
  stirred: () => number | null,
): void {
  const { gl, scene } = useThree()
  const drawn = useRef<number | null>(null)
  useEffect(() => painter.dispose, [painter])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another painter has drawn nothing yet
  useEffect(() => {
    const forget = () => {
      drawn.current = null
    }
    forget()
    gl.domElement.addEventListener('webglcontextrestored', forget)
    return () => gl.domElement.removeEventListener('webglcontextrestored', forget)
  }, [gl, painter])

  useFrame(() => {
    const now = stirred()
    if (!ground.current || now === null || now === drawn.current) return
    drawn.current = now
    painter.draw(gl, scene, ground.current)
  })
}
