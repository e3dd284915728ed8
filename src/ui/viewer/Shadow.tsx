import { extend } from '@react-three/fiber'
import { type RefObject, useMemo, useRef } from 'react'
import { Group, Mesh } from 'three'
import { createContactPainter } from './contact-painter.ts'
import { stirOf } from './stir.ts'
import { useGroundPainter } from './use-ground-painter.ts'

extend({ Group, Mesh })

/** Lengths in metres. */
interface ShadowProps {
  /** The height of the ground. */
  y: number
  /** How far the model reaches around its middle. */
  reach: number
  /** What casts it. */
  sway: RefObject<Group | null>
}

/** The soft shadow under a model, as specified; drawn anew where that moved. */
export function Shadow({ y, reach, sway }: ShadowProps) {
  const painter = useMemo(() => createContactPainter(reach), [reach])
  const group = useRef<Group>(null)
  useGroundPainter(painter, group, () => {
    const cast = sway.current
    return cast && stirOf(cast) + cast.rotation.y + cast.position.y
  })
  return (
    <group ref={group} position={[0, y, 0]}>
      <primitive object={painter.plane} />
      <primitive object={painter.camera} />
    </group>
  )
}
