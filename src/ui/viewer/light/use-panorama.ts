import { useEffect, useState } from 'react'
import { disposePanorama, loadPanorama } from './environment.ts'
import type { Panorama } from './panorama.ts'

export interface EnvironmentState {
  /** Latest loaded panorama; null until the first panorama is loaded. */
  panorama: Panorama | null
  isSettled: boolean
}

/**
 * Loads the panorama of `environment` as soon as the viewer mounts, even before the viewer has a WebGL context. The panorama
 * stays in memory until unmount, so that a new or restored context is lit immediately.
 */
export function usePanorama(environment: string, onFailed: (error: unknown) => void): EnvironmentState {
  const [environmentState, setEnvironmentState] = useState<EnvironmentState>({ panorama: null, isSettled: false })

  useEffect(() => {
    let isCancelled = false
    loadPanorama(environment).then(
      (panorama) => (isCancelled ? disposePanorama(panorama) : setEnvironmentState({ panorama, isSettled: true })),
      (error) => {
        if (isCancelled) return
        onFailed(error)
        setEnvironmentState(({ panorama }) => ({ panorama, isSettled: true }))
      },
    )
    return () => {
      isCancelled = true
    }
  }, [environment, onFailed])

  const { panorama } = environmentState
  useEffect(() => () => void (panorama && disposePanorama(panorama)), [panorama])
  return environmentState
}
