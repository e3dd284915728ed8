import { useEffect, useState } from 'react'
import type { LightRig } from './lamps.ts'
import type { LightingMode } from './lighting-modes.ts'

type RigOf = (environment: string) => LightRig

/**
 * Returns the lamps of an environment. Null selects the specified lights. Undefined means that the lamps' code is still being
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
