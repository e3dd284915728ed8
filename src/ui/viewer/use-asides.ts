import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Aside, type Asides, beginAsides, type Encore } from './asides.ts'
import { readParts } from './bytes.ts'
import type { ReadModel } from './fbx.ts'
import { type Reading, readFile } from './spawn-actors.ts'
import type { SpawnPart, SpawnPhase } from './use-entrance.ts'
import type { SpawnActor } from './use-spawn-news.ts'
import type { SpawnAnimationSpec, SpawnEffectSpec } from './viewer-settings.ts'

/** What accompanies an entrance. */
export interface AsideOptions extends Reading {
  effect: SpawnEffectSpec | undefined
  animation: SpawnAnimationSpec | undefined
  isStill: boolean
}

/** Reads what accompanies the entrance of each source, from its first moment to the entrance's end, and says where it stands. */
export function useAsides(actor: SpawnActor, source: unknown, options: AsideOptions) {
  const asides = useRef<Asides>(undefined)
  const begin = useEffectEvent(() =>
    options.isStill ? beginAsides(undefined, undefined, unread) : readAsides(options),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: each source makes an entrance of its own
  useEffect(() => {
    const begun = begin()
    asides.current = begun
    return begun.end
  }, [source])

  // Not when it failed: another try may still make its entrance.
  const isOver = useSelector(actor, (snapshot) => snapshot.matches('finished'))
  useEffect(() => {
    if (isOver) asides.current?.end()
  }, [isOver])

  const told = useMemo(() => {
    const partOf = (what: 'effect' | 'animation') => ({
      onEnded: () => actor.send({ type: `${what}.ended` }),
      onMissed: (reason: string) => {
        console.warn(`The spawn ${what} was not played: ${reason}`)
        actor.send({ type: `${what}.missed` })
      },
      read: (): Promise<Aside> => asides.current?.[what]() ?? Promise.reject(new Error('Nothing to play')),
    })
    return { effect: partOf('effect'), animation: partOf('animation') }
  }, [actor])
  const effectPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'effect'))
  const animationPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'animation'))
  const effect: SpawnPart = { ...told.effect, phase: effectPhase, loop: options.effect?.loop ?? 1 }
  const animation: SpawnPart = { ...told.animation, phase: animationPhase, loop: options.animation?.loop ?? 1 }
  const reading = useEffectEvent(() => options)
  const [again] = useState(() => (): Encore => {
    const now = reading()
    return { ...readAsides(now), loops: { effect: now.effect?.loop ?? 1, animation: now.animation?.loop ?? 1 } }
  })
  return { effect, animation, again }
}

const unread = () => Promise.reject<ReadModel>(new Error('Nothing to play'))

function readAsides(options: AsideOptions): Asides {
  return beginAsides(options.effect, options.animation, async (address, signal) => {
    const [bytes] = await readParts([address], signal, () => {})
    return readFile(bytes ?? new ArrayBuffer(0), address, options)
  })
}

type StateValue = ReturnType<SpawnActor['getSnapshot']>['value']

function phaseOf(value: StateValue, part: 'effect' | 'animation'): SpawnPhase {
  if (value === 'finished') return 'done'
  return typeof value === 'object' && 'playing' in value ? value.playing[part] : 'waiting'
}
