import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Aim } from '../aim.ts'
import { useMotion } from '../use-motion.ts'
import type { CameraMove, CameraOptions, CameraView } from '../viewer-settings.ts'
import type { ExtraProps } from './props.ts'
import { createRig, type Rig } from './rig.ts'

/** Where a page sends the camera; another object sends it anew. */
export interface Sent {
  move: CameraMove
  atOnce: boolean
}

/** Props of {@link Camera}. */
export interface CameraProps extends ExtraProps, CameraOptions {
  aim: Aim
  sent: Sent | undefined
  onCamera: ((view: CameraView) => void) | undefined
  onAimed: () => void
}

/** How often it is told where the camera is, in milliseconds. */
const EVERY = 100

/** The camera, where more is asked of it than to stand or to fit. */
export function Camera(props: CameraProps) {
  const { aim, pose, sent, framing, target, orbit, pan, autoRotate, yawLimits, elevationLimits, zoomLimits, onAimed } =
    props
  const { invalidate } = useThree()
  const rig = useRef<Rig | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const told = useEffectEvent(() => ({
    framing,
    target: target ?? undefined,
    orbit: orbit ?? false,
    pan: pan ?? false,
    autoRotate: autoRotate ?? 0,
    yawLimits,
    elevationLimits,
    zoomLimits,
    isStill: props.isStill,
  }))
  const tell = useEffectEvent(() => {
    timer.current = undefined
    if (rig.current) props.onCamera?.(rig.current.now())
  })

  useEffect(() => {
    const change = () => {
      invalidate()
      // The last of many changes is told, too.
      timer.current ??= setTimeout(() => tell(), EVERY)
    }
    const made = createRig(aim, pose, () => told(), change)
    rig.current = made
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      rig.current = null
      made.leave()
    }
  }, [aim, pose, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: something else is to be framed
  useEffect(() => {
    rig.current?.told(true)
    invalidate()
  }, [framing, `${target}`, invalidate])

  const limits = `${yawLimits} ${elevationLimits} ${zoomLimits}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is told has changed
  useEffect(() => {
    rig.current?.told(false)
    invalidate()
  }, [orbit, pan, autoRotate, limits, props.isStill, invalidate])

  useEffect(() => {
    if (sent) rig.current?.go(sent.move, sent.atOnce)
  }, [sent])

  useEffect(() => onAimed(), [onAimed])

  useMotion((seconds) => rig.current?.step(seconds) ?? false)
  return null
}
