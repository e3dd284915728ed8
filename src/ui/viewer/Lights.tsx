import { extend, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo } from 'react'
import { AmbientLight, DirectionalLight, Object3D, SpotLight } from 'three'
import { type Lamp, placeOf, type Rig } from './lamps.ts'

extend({ AmbientLight, DirectionalLight, SpotLight })

/** Spec §9: ambient light intensity 0.5, shadow map size 512. */
const AMBIENT = 0.5
const SHADOW_MAP = 512

/** Where the spot light hangs, in metres. */
const SPOT: [number, number, number] = [10, 10, 10]
const SPOT_DISTANCE = Math.hypot(...SPOT)

/** The light of lamps on a model of `reach` metres around the middle: of a rig, or as specified where there is none. */
export function Lights({ reach, rig }: { reach: number; rig: Rig | null }) {
  return rig ? <ThreePoint reach={reach} rig={rig} /> : <Even reach={reach} />
}

/** Light round about, and one spot. */
function Even({ reach }: { reach: number }) {
  return (
    <>
      <ambientLight intensity={AMBIENT} />
      <Spot position={SPOT} reach={reach} mapSize={SHADOW_MAP} />
    </>
  )
}

/** Key, fill and rim. */
function ThreePoint({ reach, rig }: { reach: number; rig: Rig }) {
  const { gl, scene } = useThree()
  useLayoutEffect(() => rig.begin(gl, scene, rig), [gl, scene, rig])
  return (
    <>
      <Spot {...hung(rig.key, SPOT_DISTANCE)} reach={reach} mapSize={FINE_MAP} />
      <directionalLight {...hung(rig.fill, 1)} />
      <directionalLight {...hung(rig.rim, 1)} />
    </>
  )
}

/** A lamp as it hangs so many metres away. */
const hung = (lamp: Lamp, distance: number) => ({
  position: placeOf(lamp, distance),
  color: lamp.color,
  intensity: lamp.intensity,
})

/** The map of shadows that show: those of the key light. */
const FINE_MAP = 1024

interface SpotProps {
  position: [number, number, number]
  reach: number
  mapSize: number
  color?: string
  intensity?: number
}

/** A spot whose cone just holds the model, with its shadow. */
function Spot({ reach, mapSize, ...lamp }: SpotProps) {
  const target = useMemo(() => new Object3D(), [])
  return (
    <spotLight
      {...lamp}
      target={target}
      angle={Math.min(Math.PI / 3, Math.atan((reach * 1.3) / SPOT_DISTANCE))}
      penumbra={1}
      decay={0}
      castShadow
      shadow-mapSize={[mapSize, mapSize]}
      shadow-bias={-0.0005}
      shadow-normalBias={0.02}
    />
  )
}
