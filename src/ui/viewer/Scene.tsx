import { extend, useThree } from '@react-three/fiber'
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Group, type PerspectiveCamera } from 'three'
import { Avatar, type AvatarProps } from './Avatar.tsx'
import { fitFraming } from './framing.ts'
import { Lights } from './Lights.tsx'
import type { Model } from './model.ts'
import type { PoseStore } from './pose.ts'
import { SpawnEffect, type SpawnEffectProps } from './SpawnEffect.tsx'
import { useLight } from './use-light.ts'
import { useMotion } from './use-motion.ts'
import { usePixelRatio } from './use-pixel-ratio.ts'
import { useShown } from './use-shown.ts'

extend({ Group })

const Shadow = lazy(async () => ({ default: (await import('./Shadow.tsx')).Shadow }))

/** What the scene is told; lengths in metres, pixels as CSS pixels. */
export interface SceneProps extends Omit<AvatarProps, 'model'> {
  model: Model | null
  effect: SpawnEffectProps
  pose: PoseStore
  environment: string
  scale: number
  position: readonly [number, number, number]
  shadows: boolean
  float: boolean
  fit: boolean
  /** How high over the lower edge a fitted model stands, and how much stays free above it. */
  floor: number
  headroom: number
  /** How far it may reach to either side of the middle. */
  spread: number
  /** Counts the frames drawn. */
  frames: RefObject<number>
  onLightFailed: (error: unknown) => void
  /** The first frame with the model has been drawn. */
  onShown: (model: Model) => void
  /** Where the model's feet are, in pixels above the lower edge. */
  onGrounded: (floor: number) => void
}

/** Everything that is drawn: the lit model, as it is turned, and what accompanies it. */
export function Scene(props: SceneProps) {
  const { scale, shadows, float, isStill, pose, effect } = props
  const isLit = useLight(props.environment, props.onLightFailed)
  const model = useShown(props.model, isLit, props.onShown)
  const { invalidate } = useThree()
  const sway = useRef<Group>(null)
  const tilt = useRef<Group>(null)
  const turn = useRef<Group>(null)
  const swayed = useRef(0)
  const isFloating = float && !isStill
  const height = (model?.size.height ?? 2) * scale
  const reach = Math.max(height / 2, (model?.size.radius ?? 1) * scale)
  useFraming(props, model)
  usePixelRatio()

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
      <Lights reach={reach} />
      <group ref={sway}>
        <group ref={tilt}>
          <group ref={turn} scale={scale}>
            {model && (
              <>
                <Avatar key={model.root.uuid} {...props} model={model} />
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
          <Shadow y={-height / 2} reach={Math.max(0.05, reach)} />
        </Suspense>
      )}
    </>
  )
}

/** Keeps the camera where it belongs: fitted to the model, or at `position` looking at its middle. */
function useFraming(
  { fit, floor, headroom, spread, position, scale, onGrounded }: SceneProps,
  model: Model | null,
): void {
  const { camera, size, invalidate } = useThree()
  const [x, y, z] = position

  useLayoutEffect(() => {
    const lens = camera as PerspectiveCamera
    const frame = { width: size.width, height: size.height }
    const stood = { radius: (model?.size.radius ?? 1) * scale, height: (model?.size.height ?? 2) * scale }
    lens.aspect = frame.width / Math.max(1, frame.height)
    if (fit) {
      const { distance, rise, shift } = fitFraming(frame, stood, floor, headroom, spread)
      const flat = Math.hypot(x, z) || 1
      lens.position.set((x / flat) * distance, rise, (z / flat || Number(x === 0)) * distance)
      lens.lookAt(0, rise, 0)
      lens.setViewOffset(frame.width, frame.height, 0, shift, frame.width, frame.height)
      onGrounded(floor)
    } else {
      lens.clearViewOffset()
      lens.position.set(x, y, z)
      lens.lookAt(0, 0, 0)
      const focal = frame.height / 2 / Math.tan((lens.fov * Math.PI) / 360)
      const away = Math.max(0.1, Math.hypot(x, y, z))
      onGrounded(frame.height / 2 - (focal * (stood.height / 2)) / away)
    }
    lens.near = Math.max(0.01, lens.position.length() / 500)
    lens.far = lens.position.length() * 4 + stood.radius * 10 + 20
    lens.updateProjectionMatrix()
    invalidate()
  }, [camera, size, fit, floor, headroom, spread, x, y, z, scale, model, onGrounded, invalidate])
}
