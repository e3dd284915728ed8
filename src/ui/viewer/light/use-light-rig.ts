import { useEffect, useState } from 'react'
import type { LightRig } from './lamps.ts'
import type { LightingMode } from './lighting-modes.ts'

type RigOf = (environment: string) => LightRig

/**
 * Returns the lamps of an environment, or null for the specified lights. Returns undefined while the code of the lamps is being
 * fetched.
 */
export function useLightRig(lighting: LightingMode | undefined, environment: string): LightRig | null | undefined {
  const [rigOf, setRigOf] = useState<RigOf | null>()
  const hasLamps = lighting === 'three-point'
  useEffect(() => {
    if (!hasLamps) return
    import('./light-rig.ts').then(
      (module) => setRigOf(() => module.lightRigFor),
      () => setRigOf(null),
    )
  }, [hasLamps])
  return hasLamps ? (rigOf?.(environment) ?? (rigOf as null | undefined)) : null
}
