import { extend } from '@react-three/fiber'
import { type RefObject, useMemo, useRef } from 'react'
import { Group, Mesh } from 'three'
import type { Rig } from './lamps.ts'
import { createShadowPainter } from './shadow-painter.ts'
import { stirOf } from './stir.ts'
import { useGroundPainter } from './use-ground-painter.ts'

extend({ Group, Mesh })

/** Lengths in metres. */
interface GroundShadowProps {
  /** The height of the ground. */
  y: number
  /** How far the model reaches aside, and how tall it is. */
  radius: number
  height: number
  /** What lights the ground. */
  rig: Rig
  /** What casts it: it turns within what tilts within what sways. */
  sway: RefObject<Group | null>
  tilt: RefObject<Group | null>
  turn: RefObject<Group | null>
}

/**
 * The shadow on the ground of what stands on it: dark where it touches, soft further out. It turns with the model, so that it is
 * drawn anew only where something moves in itself, and a turn by hand costs nothing.
 */
export function GroundShadow({ y, radius, height, rig, sway, tilt, turn }: GroundShadowProps) {
  const painter = useMemo(() => createShadowPainter(radius, height, rig.key), [radius, height, rig])
  const group = useRef<Group>(null)
  useGroundPainter(painter, group, () => {
    if (!group.current || !sway.current || !tilt.current || !turn.current) return null
    group.current.rotation.y = sway.current.rotation.y + turn.current.rotation.y
    return stirOf(turn.current) + tilt.current.rotation.x + sway.current.position.y
  })
  return (
    <group ref={group} position={[0, y, 0]}>
      <primitive object={painter.plane} />
      <primitive object={painter.camera} />
    </group>
  )
}
