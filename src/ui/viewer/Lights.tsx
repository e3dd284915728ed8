import { extend } from '@react-three/fiber'
import { useMemo } from 'react'
import { AmbientLight, Object3D, SpotLight } from 'three'

extend({ AmbientLight, SpotLight })

/** Spec §9: ambient light intensity 0.5, shadow map size 512. */
const AMBIENT = 0.5
const SHADOW_MAP = 512

/** Where the spot light hangs, in metres. */
const SPOT: [number, number, number] = [10, 10, 10]
const SPOT_DISTANCE = Math.hypot(...SPOT)

/** Light round about, and one spot whose cone just holds a model of `reach` metres around the middle. */
export function Lights({ reach }: { reach: number }) {
  const target = useMemo(() => new Object3D(), [])
  return (
    <>
      <ambientLight intensity={AMBIENT} />
      <spotLight
        position={SPOT}
        target={target}
        angle={Math.min(Math.PI / 3, Math.atan((reach * 1.3) / SPOT_DISTANCE))}
        penumbra={1}
        decay={0}
        castShadow
        shadow-mapSize={[SHADOW_MAP, SHADOW_MAP]}
        shadow-bias={-0.0005}
        shadow-normalBias={0.02}
      />
    </>
  )
}
