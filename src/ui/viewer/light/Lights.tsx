import { extend, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo } from 'react'
import { AmbientLight, DirectionalLight, Object3D, SpotLight } from 'three'
import { type Lamp, type LightRig, lampPosition } from './lamps.ts'

extend({ AmbientLight, DirectionalLight, SpotLight })

/** Specified ambient light intensity, and specified shadow map size in pixels (Spec §9). */
const AMBIENT_INTENSITY = 0.5
const SHADOW_MAP_SIZE_PX = 512

/** Position of the spot light, in metres. */
const SPOT: [number, number, number] = [10, 10, 10]
const SPOT_DISTANCE = Math.hypot(...SPOT)

/** Lights a model of radius `reach` in metres with the lamps of `rig`, or with the specified lights if `rig` is null. */
export function Lights({ reach, rig }: { reach: number; rig: LightRig | null }) {
  return rig ? <ThreePoint reach={reach} rig={rig} /> : <EvenLight reach={reach} />
}

function EvenLight({ reach }: { reach: number }) {
  return (
    <>
      <ambientLight intensity={AMBIENT_INTENSITY} />
      <Spot position={SPOT} reach={reach} mapSize={SHADOW_MAP_SIZE_PX} />
    </>
  )
}

function ThreePoint({ reach, rig }: { reach: number; rig: LightRig }) {
  const { gl, scene } = useThree()
  useLayoutEffect(() => rig.apply(gl, scene, rig), [gl, scene, rig])
  return (
    <>
      <Spot {...lampProps(rig.key, SPOT_DISTANCE)} reach={reach} mapSize={KEY_SHADOW_MAP_SIZE_PX} />
      <directionalLight {...lampProps(rig.fill, 1)} />
      <directionalLight {...lampProps(rig.rim, 1)} />
    </>
  )
}

/** Returns the props of a three.js light for a lamp at the given distance, in metres. */
const lampProps = (lamp: Lamp, distance: number) => ({
  position: lampPosition(lamp, distance),
  color: lamp.color,
  intensity: lamp.intensity,
})

/** Shadow map size of the key light, in pixels. Larger than the specified size, because the key light's shadows are visible. */
const KEY_SHADOW_MAP_SIZE_PX = 1024

interface SpotProps {
  position: [number, number, number]
  reach: number
  mapSize: number
  color?: string
  intensity?: number
}

/** Spot light with a shadow. The light cone just covers the model. */
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
