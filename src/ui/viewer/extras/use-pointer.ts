import { useThree } from '@react-three/fiber'
import { useCallback, useEffect, useRef } from 'react'
import { Vector2, Vector3 } from 'three'

/** How far from the middle of the stage to the camera the pointer is taken to be. */
const NEARNESS = 0.6

/** Where the page's pointer is in the world, as if it lay on a pane before the model; null while it is nowhere. */
export function usePointer(isWanted: boolean): () => Vector3 | null {
  const { gl, camera, invalidate } = useThree()
  const at = useRef<Vector2 | null>(null)

  useEffect(() => {
    if (!isWanted) return
    const page = gl.domElement.ownerDocument
    const move = ({ clientX, clientY }: PointerEvent) => {
      at.current = new Vector2(clientX, clientY)
      invalidate()
    }
    const leave = () => {
      at.current = null
      invalidate()
    }
    page.addEventListener('pointermove', move, { passive: true })
    page.documentElement.addEventListener('pointerleave', leave)
    return () => {
      page.removeEventListener('pointermove', move)
      page.documentElement.removeEventListener('pointerleave', leave)
      at.current = null
    }
  }, [isWanted, gl, invalidate])

  return useCallback(() => {
    if (!at.current) return null
    const { left, top, width, height } = gl.domElement.getBoundingClientRect()
    const ray = new Vector3(
      ((at.current.x - left) / Math.max(1, width)) * 2 - 1,
      1 - ((at.current.y - top) / Math.max(1, height)) * 2,
      0.5,
    ).unproject(camera)
    const pane = camera.position.clone().multiplyScalar(NEARNESS)
    const ahead = camera.position.clone().negate()
    ray.sub(camera.position)
    const along = pane.sub(camera.position).dot(ahead) / (ray.dot(ahead) || 1)
    const found = camera.position.clone().addScaledVector(ray, along)
    // A stage without a size sees nothing anywhere.
    return Number.isFinite(found.lengthSq()) ? found : null
  }, [gl, camera])
}
