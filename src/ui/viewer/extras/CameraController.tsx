import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CameraAim } from '../camera/camera-aim.ts'
import { useFrameSteps } from '../motion/use-frame-steps.ts'
import type { CameraMove, CameraOptions, CameraView } from '../viewer-settings.ts'
import { type CameraRig, createCameraRig } from './camera-rig.ts'
import type { CommonExtraProps } from './extra-props.ts'

/** Camera move requested by the page. A new object repeats the move. */
export interface CameraCommand {
  move: CameraMove
  isImmediate: boolean
}

export interface CameraControllerProps extends CommonExtraProps, CameraOptions {
  aim: CameraAim
  command: CameraCommand | undefined
  onCamera: ((view: CameraView) => void) | undefined
  onCameraApplied: () => void
}

const REPORT_INTERVAL_MS = 100

/** Applies the camera options other than a fixed position and `fit`: framing, target, orbit, pan, auto-rotation and limits. */
export function CameraController(props: CameraControllerProps) {
  const {
    aim,
    pose,
    command,
    framing,
    target,
    orbit,
    pan,
    autoRotate,
    yawLimits,
    elevationLimits,
    zoomLimits,
    onCameraApplied,
  } = props
  const { invalidate } = useThree()
  const rig = useRef<CameraRig | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestOptions = useEffectEvent(() => ({
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
  const reportView = useEffectEvent(() => {
    timer.current = undefined
    if (rig.current) props.onCamera?.(rig.current.getView())
  })

  useEffect(() => {
    const onRigChange = () => {
      invalidate()
      // Reports are delayed rather than dropped, so that the last change is reported too.
      timer.current ??= setTimeout(() => reportView(), REPORT_INTERVAL_MS)
    }
    const newRig = createCameraRig(aim, pose, () => latestOptions(), onRigChange)
    rig.current = newRig
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      rig.current = null
      newRig.dispose()
    }
  }, [aim, pose, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies the rig of a changed framing
  useEffect(() => {
    rig.current?.onInputChange(true)
    invalidate()
  }, [framing, `${target}`, invalidate])

  const limits = `${yawLimits} ${elevationLimits} ${zoomLimits}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies the rig of changed camera options
  useEffect(() => {
    rig.current?.onInputChange(false)
    invalidate()
  }, [orbit, pan, autoRotate, limits, props.isStill, invalidate])

  useEffect(() => {
    if (command) rig.current?.moveCamera(command.move, command.isImmediate)
  }, [command])

  useEffect(() => onCameraApplied(), [onCameraApplied])

  useFrameSteps((seconds) => rig.current?.step(seconds) ?? false)
  return null
}
