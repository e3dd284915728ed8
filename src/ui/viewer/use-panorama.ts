import { useEffect, useState } from 'react'
import { closePanorama, loadPanorama } from './environment.ts'
import type { Panorama } from './panorama.ts'

/** What lights a scene, as far as it has arrived. */
export interface Surroundings {
  /** None before the first arrived; the last one stays until the next is there. */
  panorama: Panorama | null
  /** Whether there is nothing to wait for: it arrived, or never will. */
  isSettled: boolean
}

/**
 * Loads the panorama of `environment`, from the viewer's first moment on: there need be no stage to load it. Kept while
 * the viewer lives, so that a stage that opens again, or a context that is restored, is lit at once.
 */
export function usePanorama(environment: string, onFailed: (error: unknown) => void): Surroundings {
  const [surroundings, setSurroundings] = useState<Surroundings>({ panorama: null, isSettled: false })

  useEffect(() => {
    let isGone = false
    loadPanorama(environment).then(
      (panorama) => (isGone ? closePanorama(panorama) : setSurroundings({ panorama, isSettled: true })),
      (error) => {
        if (isGone) return
        onFailed(error)
        setSurroundings(({ panorama }) => ({ panorama, isSettled: true }))
      },
    )
    return () => {
      isGone = true
    }
  }, [environment, onFailed])

  const { panorama } = surroundings
  useEffect(() => () => void (panorama && closePanorama(panorama)), [panorama])
  return surroundings
}
