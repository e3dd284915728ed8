import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isModelSource, isSameSource, isVrmSource } from '../../machines/rules/model-source.ts'
import { createSpawnMachine } from '../../machines/spawn.machine.ts'
import { createHolder } from './held.ts'
import type { Model } from './model.ts'
import type { AvatarViewerProps } from './props.ts'
import { spawnActors } from './spawn-actors.ts'
import { type AsideOptions, useAsides } from './use-asides.ts'
import { useSame } from './use-same.ts'
import { type SpawnActor, type SpawnListeners, useSpawnNews } from './use-spawn-news.ts'
import { ViewerError } from './viewer-error.ts'
import type { ViewerState } from './viewer-info.ts'

/** What `useSpawn` is told. */
export interface SpawnOptions extends AsideOptions, SpawnListeners {
  source: unknown
  inspect: AvatarViewerProps['inspect']
  useSeen: AvatarViewerProps['useSeen']
}

/** Starts the machine of a viewer's entrance, gives it what it needs, and tells the host what it emits. */
export function useSpawn(options: SpawnOptions) {
  const { effect, animation, isStill, inspect, useSeen = asItIs } = options
  const reading = useEffectEvent(() => options)
  const [machine] = useState(() =>
    createSpawnMachine<Model>().provide({
      actors: spawnActors(() => reading()),
      guards: {
        isModel: ({ context }) => (reading().vrm ? isVrmSource : isModelSource)(context.source),
      },
    }),
  )
  const actor = useActorRef(machine, {
    input: { source: null, hasEffect: false, hasAnimation: false, isStill },
    ...(inspect && { inspect }),
  })
  const shown = useSeen(actor)
  useHolding(actor)
  useSpawnNews(actor, options)
  const source = useSame(options.source, isSameSource)
  const asides = useAsides(actor, source, options)

  useEffect(() => actor.send({ type: 'motion.changed', isStill }), [actor, isStill])
  const change = useEffectEvent(() =>
    actor.send({ type: 'source.changed', source, hasEffect: Boolean(effect), hasAnimation: Boolean(animation) }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what accompanies a source is as it was when that came
  useEffect(() => change(), [actor, source, options.vrm])

  const { state, isDrawing, model, standing, progress, failure } = useSelector(shown, seenOf, isSameView)
  const told = useMemo(
    () => ({
      /** The state and what stands right now, also between two renders. */
      now: () => seenOf(actor.getSnapshot()),
      shown: (seen: Model) => actor.send({ type: 'model.shown', model: seen }),
      retry: () => actor.send({ type: 'retry.requested' }),
    }),
    [actor],
  )
  return {
    ...told,
    ...asides,
    state,
    isDrawing,
    model,
    standing,
    progress,
    failure: failure === null ? null : ViewerError.from(failure, 'unreadable'),
  }
}

const asItIs = <A>(actor: A): A => actor

/** What a viewer shows of its machine. */
function seenOf(snapshot: ReturnType<SpawnActor['getSnapshot']>) {
  const { model: standing, candidate, progress, error: failure } = snapshot.context
  return {
    state: stateOf(snapshot.value),
    /** Whether it needs its stage, and should not be interrupted. */
    isDrawing: snapshot.hasTag('drawing'),
    /** What is to be drawn, and what stands and was announced: the old one until the new one is seen. */
    model: candidate ?? standing,
    standing,
    progress,
    failure,
  }
}

type View = ReturnType<typeof seenOf>

const isSameView = (one: View, other: View): boolean =>
  (Object.keys(one) as (keyof View)[]).every((key) => one[key] === other[key])

function stateOf(value: ReturnType<SpawnActor['getSnapshot']>['value']): ViewerState {
  if (typeof value === 'object') return 'loading' in value ? 'loading' : 'playing'
  return value === 'choosing' ? 'empty' : value
}

/** Holds the models that the machine keeps, from the step that brought one to the step that takes it away. */
function useHolding(actor: SpawnActor): void {
  useEffect(() => {
    const holder = createHolder()
    const hold = ({ context: { candidate, model } }: ReturnType<SpawnActor['getSnapshot']>) =>
      holder.hold([candidate, model])
    hold(actor.getSnapshot())
    const { unsubscribe } = actor.subscribe(hold)
    return () => {
      unsubscribe()
      holder.hold([])
    }
  }, [actor])
}
