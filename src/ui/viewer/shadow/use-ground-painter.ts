import { useFrame, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useRef } from 'react'
import type { Object3D } from 'three'
import type { ShadowPainter } from './ground-painter.ts'

/**
 * Draws the shadow on `ground` before each frame in which `readFingerprint` returns a new number. Disposes the painter when it is
 * replaced or on unmount.
 */
export function useGroundPainter(
  painter: ShadowPainter,
  ground: RefObject<Object3D | null>,
  readFingerprint: () => number | null,
): void {
  const { gl, scene } = useThree()
  const drawnFingerprint = useRef<number | null>(null)
  useEffect(() => painter.dispose, [painter])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new painter has not drawn anything yet
  useEffect(() => {
    const resetFingerprint = () => {
      drawnFingerprint.current = null
    }
    resetFingerprint()
    gl.domElement.addEventListener('webglcontextrestored', resetFingerprint)
    return () => gl.domElement.removeEventListener('webglcontextrestored', resetFingerprint)
  }, [gl, painter])

  useFrame(() => {
    const fingerprint = readFingerprint()
    if (!ground.current || fingerprint === null || fingerprint === drawnFingerprint.current) return
    drawnFingerprint.current = fingerprint
    painter.draw(gl, scene, ground.current)
  })
}
