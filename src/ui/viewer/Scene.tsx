import { extend, useThree } from '@react-three/fiber'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Group } from 'three'
import type { Occlusion as Settings } from '../../machines/rules/occlusion.ts'
import { Avatar, type AvatarProps } from './Avatar.tsx'
import { createAim } from './aim.ts'
import { createBody } from './body.ts'
import type { Extras as Wanted } from './extras.ts'
import { Lights } from './Lights.tsx'
import type { Rig } from './lamps.ts'
import { orNothing } from './lazy-part.ts'
import type { Model } from './model.ts'
import type { OcclusionProps } from './Occlusion.tsx'
import type { Pins } from './pins.ts'
import { SpawnEffect } from './SpawnEffect.tsx'
import type { Painter } from './stage.ts'
import type { SpawnPart } from './use-entrance.ts'
import { useEver } from './use-ever.ts'
import { type FramingOptions, useFraming } from './use-framing.ts'
import { useLight } from './use-light.ts'
import { useMadeReady } from './use-made-ready.ts'
import { useMotion } from './use-motion.ts'
import type { Surroundings } from './use-panorama.ts'
import { usePixelRatio } from './use-pixel-ratio.ts'
import { useShown } from './use-shown.ts'
import type { CameraView } from './viewer-settings.ts'

extend({ Group })

// A model whose shadow cannot be fetched stands without one.
const Shadow = lazy(() => orNothing(import('./Shadow.tsx').then((it) => it.Shadow)))
const GroundShadow = lazy(() => orNothing(import('./GroundShadow.tsx').then((it) => it.GroundShadow)))
const Bones = lazy(() => orNothing(import('./Bones.tsx').then((it) => it.Bones)))
const Extras = lazy(() => orNothing(import('./extras/Extras.tsx').then((it) => it.Extras)))
const Occlusion = lazy(async () => ({ default: (await import('./Occlusion.tsx')).Occlusion }))

const NO_MORE: Wanted = {}

/** What the scene is told; lengths in metres, pixels as CSS pixels. */
export interface SceneProps extends Omit<AvatarProps, 'model' | 'body'>, FramingOptions {
  model: Model | null
  effect: SpawnPart
  surroundings: Surroundings
  /** The lamps; null: as specified; undefined: not known yet, so that no model is seen. */
  rig: Rig | null | undefined
  shadows: boolean
  float: boolean
  skeleton: boolean
  occlusion: Settings | null
  /** What is asked for beside the specification. */
  extras: Wanted | null
  pins: Pins
  onCamera: ((view: CameraView) => void) | undefined
  painter: Painter
  occlusionTime: OcclusionProps['time']
  /** Counts the frames drawn. */
  frames: RefObject<number>
  /** The first frame with the model has been drawn. */
  onShown: (model: Model) => void
}

/** Everything that is drawn: the lit model, as it is turned, and what accompanies it. */
export function Scene(props: SceneProps) {
  const { scale, shadows, float, isStill, pose, effect, occlusion } = props
  const isLit = useLight(props.surroundings, props.rig?.environment)
  const isComposed = occlusion !== null
  // Before the model's shaders are made, which are others then.
  useEffect(() => {
    if (props.model && props.rig) return props.rig.keepTones(props.model.root, props.rig, isComposed)
  }, [props.model, props.rig, isComposed])
  const { isReady, onWorn, onAimed } = useMadeReady(props.model, {
    dress: Boolean(props.extras?.variant || props.extras?.paints),
    aim: Boolean(props.extras?.framing || props.extras?.target || props.extras?.sent),
  })
  const model = useShown(props.model, isLit && isReady && props.rig !== undefined, props.onShown)
  const { invalidate } = useThree()
  const [body] = useState(createBody)
  const [aim] = useState(createAim)
  const sway = useRef<Group>(null)
  const tilt = useRef<Group>(null)
  const turn = useRef<Group>(null)
  const swayed = useRef(0)
  const isFloating = float && !isStill
  const height = (model?.size.height ?? 2) * scale
  const reach = Math.max(height / 2, (model?.size.radius ?? 1) * scale)
  const isMore = useEver(props.extras !== null)
  const isFitted = props.fit || props.extras?.framing !== undefined || props.extras?.sent?.move.framing !== undefined
  useFraming({ ...props, fit: isFitted }, model, aim)
  usePixelRatio(props.painter)

  useEffect(() => {
    const stand = () => {
      if (tilt.current) tilt.current.rotation.x = pose.now.tilt
      if (turn.current) turn.current.rotation.y = pose.now.yaw
      invalidate()
    }
    stand()
    return pose.subscribe(stand)
  }, [pose, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the float begins or ends, it begins from rest
  useEffect(() => {
    swayed.current = 0
    sway.current?.rotation.set(0, 0, 0)
    sway.current?.position.set(0, 0, 0)
    invalidate()
  }, [isFloating, invalidate])

  useMotion((seconds) => {
    props.frames.current += 1
    const isSpringing = pose.advance(seconds)
    if (isFloating && sway.current) {
      swayed.current += seconds
      sway.current.rotation.y = Math.sin(swayed.current / 2) / 8
      sway.current.position.y = (1 + Math.sin(swayed.current / 1.5)) / -9
    }
    return isSpringing || (isFloating && model !== null)
  })

  return (
    <>
      <Lights reach={reach} rig={props.rig ?? null} />
      <group ref={sway}>
        <group ref={tilt}>
          <group ref={turn} scale={scale}>
            {model && (
              <>
                <Avatar key={model.root.uuid} {...props} model={model} body={body} />
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
              turn={turn}
            />
          ) : (
            <Shadow y={-height / 2} reach={Math.max(0.05, reach)} sway={sway} />
          )}
        </Suspense>
      )}
      {(props.skeleton || isMore) && (
        <Suspense fallback={null}>
          {props.skeleton && model && <Bones model={model} />}
          {isMore && (
            <Extras
              wanted={props.extras ?? NO_MORE}
              model={model}
              body={body}
              pose={pose}
              isStill={isStill}
              aim={aim}
              pins={props.pins}
              onCamera={props.onCamera}
              coming={props.model}
              onWorn={onWorn}
              onAimed={onAimed}
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
