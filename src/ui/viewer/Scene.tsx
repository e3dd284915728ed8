import { extend, useThree } from '@react-three/fiber'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Group } from 'three'
import type { OcclusionSettings as Settings } from '../../machines/viewer/occlusion.ts'
import { Avatar, type AvatarProps } from './Avatar.tsx'
import { createCameraAim } from './camera/camera-aim.ts'
import { type FramingOptions, useFraming } from './camera/use-framing.ts'
import { SpawnEffect } from './entrance/SpawnEffect.tsx'
import type { EntrancePart } from './entrance/use-entrance.ts'
import type { ExtraSettings } from './extra-settings.ts'
import type { HotspotElements } from './hotspot-elements.ts'
import { withEmptyFallback } from './lazy-component.ts'
import { Lights } from './light/Lights.tsx'
import type { LightRig } from './light/lamps.ts'
import { useEnvironmentLight } from './light/use-environment-light.ts'
import type { EnvironmentState } from './light/use-panorama.ts'
import type { Model } from './load/model.ts'
import { useModelReadiness } from './load/use-model-readiness.ts'
import { createModelMotion } from './motion/model-motion.ts'
import { useFrameSteps } from './motion/use-frame-steps.ts'
import type { OcclusionProps } from './shadow/Occlusion.tsx'
import type { Painter } from './stage/stage.ts'
import { usePixelRatio } from './stage/use-pixel-ratio.ts'
import { useShownModel } from './stage/use-shown-model.ts'
import { useLatched } from './use-latched.ts'
import type { CameraView } from './viewer-settings.ts'

extend({ Group })

// If the shadow's code cannot be fetched, the model is shown without a shadow.
const Shadow = lazy(() => withEmptyFallback(import('./shadow/Shadow.tsx').then((module) => module.Shadow)))
const GroundShadow = lazy(() =>
  withEmptyFallback(import('./shadow/GroundShadow.tsx').then((module) => module.GroundShadow)),
)
const Bones = lazy(() => withEmptyFallback(import('./motion/Bones.tsx').then((module) => module.Bones)))
const Extras = lazy(() => withEmptyFallback(import('./extras/Extras.tsx').then((module) => module.Extras)))
const Occlusion = lazy(async () => ({ default: (await import('./shadow/Occlusion.tsx')).Occlusion }))

const NO_EXTRAS: ExtraSettings = {}

/** Props of `Scene`: lengths in metres, screen sizes in CSS pixels. */
export interface SceneProps extends Omit<AvatarProps, 'model' | 'motion'>, FramingOptions {
  model: Model | null
  effect: EntrancePart
  environment: EnvironmentState
  /** Lamps. Null selects the specified lights. Undefined hides the model while the lamps are loading. */
  rig: LightRig | null | undefined
  shadows: boolean
  float: boolean
  skeleton: boolean
  occlusion: Settings | null
  extras: ExtraSettings | null
  hotspotElements: HotspotElements
  onCamera: ((view: CameraView) => void) | undefined
  painter: Painter
  occlusionTime: OcclusionProps['time']
  frameCount: RefObject<number>
  /** Called after the first frame that shows the model. */
  onShown: (model: Model) => void
}

export function Scene(props: SceneProps) {
  const { scale, shadows, float, isStill, pose, effect, occlusion } = props
  const isLit = useEnvironmentLight(props.environment, props.rig?.environment)
  const isComposed = occlusion !== null
  // Runs before the shaders are compiled, because `preserveTones` changes the shaders.
  useEffect(() => {
    if (props.model && props.rig) return props.rig.preserveTones(props.model.root, props.rig, isComposed)
  }, [props.model, props.rig, isComposed])
  const { isReady, onMaterialsApplied, onCameraApplied } = useModelReadiness(props.model, {
    materials: Boolean(props.extras?.variant || props.extras?.paints),
    camera: Boolean(props.extras?.framing || props.extras?.target || props.extras?.cameraCommand),
  })
  const model = useShownModel(props.model, isLit && isReady && props.rig !== undefined, props.onShown)
  const { invalidate } = useThree()
  const [motion] = useState(createModelMotion)
  const [aim] = useState(createCameraAim)
  const sway = useRef<Group>(null)
  const tilt = useRef<Group>(null)
  const turntable = useRef<Group>(null)
  const swaySeconds = useRef(0)
  const isFloating = float && !isStill
  const height = (model?.size.height ?? 2) * scale
  const reach = Math.max(height / 2, (model?.size.radius ?? 1) * scale)
  const hasExtras = useLatched(props.extras !== null)
  const isFitted =
    props.fit || props.extras?.framing !== undefined || props.extras?.cameraCommand?.move.framing !== undefined
  useFraming({ ...props, fit: isFitted }, model, aim)
  usePixelRatio(props.painter)

  useEffect(() => {
    const applyPose = () => {
      if (tilt.current) tilt.current.rotation.x = pose.now.tilt
      if (turntable.current) turntable.current.rotation.y = pose.now.yaw
      invalidate()
    }
    applyPose()
    return pose.subscribe(applyPose)
  }, [pose, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets the floating motion whenever floating starts or stops
  useEffect(() => {
    swaySeconds.current = 0
    sway.current?.rotation.set(0, 0, 0)
    sway.current?.position.set(0, 0, 0)
    invalidate()
  }, [isFloating, invalidate])

  useFrameSteps((seconds) => {
    props.frameCount.current += 1
    const isSpringing = pose.advance(seconds)
    if (isFloating && sway.current) {
      swaySeconds.current += seconds
      sway.current.rotation.y = Math.sin(swaySeconds.current / 2) / 8
      sway.current.position.y = (1 + Math.sin(swaySeconds.current / 1.5)) / -9
    }
    return isSpringing || (isFloating && model !== null)
  })

  return (
    <>
      <Lights reach={reach} rig={props.rig ?? null} />
      <group ref={sway}>
        <group ref={tilt}>
          <group ref={turntable} scale={scale}>
            {model && (
              <>
                <Avatar key={model.root.uuid} {...props} model={model} motion={motion} />
                <group position={model.root.position}>
                  <SpawnEffect {...effect} />
                </group>
              </>
            )}
          </group>
        </group>
      </group>
      {shadows && model && (
        <Suspense fallback={null}>
          {props.rig ? (
            <GroundShadow
              y={-height / 2}
              radius={model.size.radius * scale}
              height={height}
              rig={props.rig}
              sway={sway}
              tilt={tilt}
              turn={turntable}
            />
          ) : (
            <Shadow y={-height / 2} reach={Math.max(0.05, reach)} sway={sway} />
          )}
        </Suspense>
      )}
      {(props.skeleton || hasExtras) && (
        <Suspense fallback={null}>
          {props.skeleton && model && <Bones model={model} />}
          {hasExtras && (
            <Extras
              settings={props.extras ?? NO_EXTRAS}
              model={model}
              motion={motion}
              pose={pose}
              isStill={isStill}
              aim={aim}
              hotspotElements={props.hotspotElements}
              onCamera={props.onCamera}
              nextModel={props.model}
              onMaterialsApplied={onMaterialsApplied}
              onCameraApplied={onCameraApplied}
            />
          )}
        </Suspense>
      )}
      {occlusion && (
        <Suspense fallback={null}>
          <Occlusion settings={occlusion} painter={props.painter} time={props.occlusionTime} />
        </Suspense>
      )}
    </>
  )
}
