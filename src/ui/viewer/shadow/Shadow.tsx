import { extend } from '@react-three/fiber'
import { type RefObject, useMemo, useRef } from 'react'
import { Group, Mesh } from 'three'
import { computeSceneFingerprint } from '../motion/scene-fingerprint.ts'
import { createContactPainter } from './contact-painter.ts'
import { useGroundPainter } from './use-ground-painter.ts'

extend({ Group, Mesh })

/** Props of `Shadow`; lengths in metres. */
interface ShadowProps {
  /** Height of the ground. */
  y: number
  /** Radius of the model around its centre. */
  reach: number
  /** Group around the shadow caster. */
  sway: RefObject<Group | null>
}

/** Renders the specified soft shadow under the model. Redrawn only when the model moves. */
export function Shadow({ y, reach, sway }: ShadowProps) {
  const painter = useMemo(() => createContactPainter(reach), [reach])
  const group = useRef<Group>(null)
  useGroundPainter(painter, group, () => {
    const caster = sway.current
    return caster && computeSceneFingerprint(caster) + caster.rotation.y + caster.position.y
  })
  return (
    <group ref={group} position={[0, y, 0]}>
      <primitive object={painter.plane} />
      <primitive object={painter.camera} />
    </group>
  )
}
