import { useThree } from '@react-three/fiber'
import { useCallback, useEffect, useRef } from 'react'
import { Vector2, Vector3 } from 'three'

/** Assumed position of the pointer on the line from the scene's centre (0) to the camera (1). */
const POINTER_DEPTH = 0.6

/**
 * Returns a function that reads the pointer's world position on a plane in front of the model. The position is null while no
 * pointer is over the page.
 */
export function usePointerTarget(isEnabled: boolean): () => Vector3 | null {
  const { gl, camera, invalidate } = useThree()
  const pointer = useRef<Vector2 | null>(null)

  useEffect(() => {
    if (!isEnabled) return
    const ownerDocument = gl.domElement.ownerDocument
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      pointer.current = new Vector2(clientX, clientY)
      invalidate()
    }
    const onLeave = () => {
      pointer.current = null
      invalidate()
    }
    ownerDocument.addEventListener('pointermove', onMove, { passive: true })
    ownerDocument.documentElement.addEventListener('pointerleave', onLeave)
    return () => {
      ownerDocument.removeEventListener('pointermove', onMove)
      ownerDocument.documentElement.removeEventListener('pointerleave', onLeave)
      pointer.current = null
    }
  }, [isEnabled, gl, invalidate])

  return useCallback(() => {
    if (!pointer.current) return null
    const { left, top, width, height } = gl.domElement.getBoundingClientRect()
    const ray = new Vector3(
      ((pointer.current.x - left) / Math.max(1, width)) * 2 - 1,
      1 - ((pointer.current.y - top) / Math.max(1, height)) * 2,
      0.5,
    ).unproject(camera)
    const planePoint = camera.position.clone().multiplyScalar(POINTER_DEPTH)
    const forward = camera.position.clone().negate()
    ray.sub(camera.position)
    const rayDistance = planePoint.sub(camera.position).dot(forward) / (ray.dot(forward) || 1)
    const target = camera.position.clone().addScaledVector(ray, rayDistance)
    // A canvas without a size gives no finite position.
    return Number.isFinite(target.lengthSq()) ? target : null
  }, [gl, camera])
}
