import { extend } from '@react-three/fiber'
import { type RefObject, useMemo, useRef } from 'react'
import { Group, Mesh } from 'three'
import type { LightRig } from '../light/lamps.ts'
import { computeSceneFingerprint } from '../motion/scene-fingerprint.ts'
import { createShadowPainter } from './shadow-painter.ts'
import { useGroundPainter } from './use-ground-painter.ts'

extend({ Group, Mesh })

/** Props of `GroundShadow`; lengths in metres. */
interface GroundShadowProps {
  /** Height of the ground. */
  y: number
  /** Horizontal radius of the model, and its height. */
  radius: number
  height: number
  /** Lamps; the key light casts the shadow. */
  rig: LightRig
  /** Groups around the shadow caster: `turn` inside `tilt` inside `sway`. */
  sway: RefObject<Group | null>
  tilt: RefObject<Group | null>
  turn: RefObject<Group | null>
}

/**
 * Renders the model's ground shadow: dark where the model touches the ground, softer further out. The shadow rotates with the
 * model, so turning the model requires no redraw.
 */
export function GroundShadow({ y, radius, height, rig, sway, tilt, turn }: GroundShadowProps) {
  const painter = useMemo(() => createShadowPainter(radius, height, rig.key), [radius, height, rig])
  const group = useRef<Group>(null)
  useGroundPainter(painter, group, () => {
    if (!group.current || !sway.current || !tilt.current || !turn.current) return null
    group.current.rotation.y = sway.current.rotation.y + turn.current.rotation.y
    return computeSceneFingerprint(turn.current) + tilt.current.rotation.x + sway.current.position.y
  })
  return (
    <group ref={group} position={[0, y, 0]}>
      <primitive object={painter.plane} />
      <primitive object={painter.camera} />
    </group>
  )
}
