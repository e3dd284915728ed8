import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Vector3 } from 'three'
import type { Gaze } from '../../../machines/rules/gaze.ts'
import type { LifePart } from '../../../machines/rules/life.ts'
import type { Model } from '../model.ts'
import { useEver } from '../use-ever.ts'
import { idleOf } from './idling.ts'
import { lifeOf } from './life.ts'
import type { ExtraProps } from './props.ts'
import { usePointer } from './use-pointer.ts'

/** Props of {@link Life}. */
export interface LifeProps extends ExtraProps {
  model: Model
  parts: readonly LifePart[]
  gaze: Gaze | null
}

/** The longest that a timer waits, in seconds. */
const LONGEST = 60

/** What the model does by itself: lids, breath, weight, a look, and a clip to stand about by. Still while nothing of it moves. */
export function Life({ model, body, parts, gaze, isStill }: LifeProps) {
  const { invalidate, get } = useThree()
  const pointer = usePointer(gaze === 'cursor' && !isStill)
  const now = useEffectEvent(() => ({ parts, isStill, target: targetOf(gaze) }))
  const [living] = useState(() => ({ current: null as ReturnType<typeof lifeOf> | null }))
  const canIdle = useEver(parts.includes('idle')) && !isStill

  function targetOf(wanted: Gaze | null): Vector3 | null {
    if (wanted === 'camera') return get().camera.position.clone()
    if (wanted === 'cursor') return pointer()
    return wanted && new Vector3(...wanted)
  }

  useEffect(() => {
    const life = lifeOf(model, () => now(), Math.random)
    living.current = life
    body.layers.add(life)
    invalidate()
    return () => {
      life.undo()
      body.layers.delete(life)
      living.current = null
      invalidate()
    }
  }, [model, body, living, invalidate])

  useEffect(() => {
    const idle = canIdle && body.mixer ? idleOf(body.mixer, model.clips, Math.random) : null
    body.idling = idle && {
      leave: idle.leave,
      release: idle.release,
      // It gives way to standing still as to anything else.
      step: (seconds, isActing) => idle.step(seconds, isActing || !now().parts.includes('idle')),
    }
    invalidate()
    return () => {
      body.idling = null
      idle?.end()
      invalidate()
    }
  }, [canIdle, model, body, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is told has changed
  useEffect(() => invalidate(), [parts, gaze, isStill, invalidate])

  useWaking(living)
  return null
}

/** Draws a frame when a life that rests is about to move by itself. */
function useWaking(living: { current: ReturnType<typeof lifeOf> | null }): void {
  const { invalidate } = useThree()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useFrame(() => {
    clearTimeout(timer.current)
    const rest = Math.min(LONGEST, living.current?.rest() ?? Number.POSITIVE_INFINITY)
    if (!(rest < LONGEST)) return
    const wait = Math.max(0, rest)
    timer.current = setTimeout(() => {
      living.current?.skip(wait)
      invalidate()
    }, wait * 1000)
  })
}
