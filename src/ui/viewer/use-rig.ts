import { useEffect, useState } from 'react'
import type { Rig } from './lamps.ts'
import type { Lighting } from './lightings.ts'

type RigOf = (environment: string) => Rig

/** The lamps of an environment as it is lit; null: as specified; undefined while what knows them is on its way. */
export function useRig(lighting: Lighting | undefined, environment: string): Rig | null | undefined {
  const [rigOf, setRigOf] = useState<RigOf | null>()
  const isWanted = lighting === 'three-point'
  useEffect(() => {
    if (!isWanted) return
    import('./lighting.ts').then(
      (it) => setRigOf(() => it.rigOf),
      () => setRigOf(null),
    )
  }, [isWanted])
  return isWanted ? (rigOf?.(environment) ?? (rigOf as null | undefined)) : null
}
