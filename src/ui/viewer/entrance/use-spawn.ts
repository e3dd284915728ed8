import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isModelSource, isSameSource, isVrmSource } from '../../../machines/viewer/model-source.ts'
import { createSpawnMachine } from '../../../machines/viewer/spawn.machine.ts'
import type { Model } from '../load/model.ts'
import { createRefHolder } from '../load/ref-count.ts'
import type { AvatarViewerProps } from '../props.ts'
import { useStable } from '../use-stable.ts'
import { ViewerError } from '../viewer-error.ts'
import type { ViewerState } from '../viewer-info.ts'
import { createSpawnActors } from './spawn-actors.ts'
import { type EntranceAssetOptions, useEntranceAssets } from './use-entrance-assets.ts'
import { type SpawnActor, type SpawnListeners, useSpawnEvents } from './use-spawn-events.ts'

export interface SpawnOptions extends EntranceAssetOptions, SpawnListeners {
  source: unknown
  inspect: AvatarViewerProps['inspect']
  useSeen: AvatarViewerProps['useSeen']
}

/** Runs the spawn machine of a viewer, provides its actors, and forwards its events to the viewer's callbacks. */
export function useSpawn(options: SpawnOptions) {
  const { effect, animation, isStill, inspect, useSeen = identity } = options
  const latestOptions = useEffectEvent(() => options)
  const [machine] = useState(() =>
    createSpawnMachine<Model>().provide({
      actors: createSpawnActors(() => latestOptions()),
      guards: {
        isModel: ({ context }) => (latestOptions().vrm ? isVrmSource : isModelSource)(context.source),
      },
    }),
  )
  const actor = useActorRef(machine, {
    input: { source: null, hasEffect: false, hasAnimation: false, isStill },
    ...(inspect && { inspect }),
  })
  const shownActor = useSeen(actor)
  useRetainedModels(actor)
  useSpawnEvents(actor, options)
  const source = useStable(options.source, isSameSource)
  const entranceAssets = useEntranceAssets(actor, source, options)

  useEffect(() => actor.send({ type: 'motion.changed', isStill }), [actor, isStill])
  const sendSource = useEffectEvent(() =>
    actor.send({ type: 'source.changed', source, hasEffect: Boolean(effect), hasAnimation: Boolean(animation) }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed effect or animation applies only to the next source
  useEffect(() => sendSource(), [actor, source, options.vrm])

  const { state, isDrawing, model, shownModel, progress, failure } = useSelector(shownActor, toSpawnView, isSameView)
  const actions = useMemo(
    () => ({
      /** Returns the current state and model, which may be newer than the last render. */
      readSpawn: () => toSpawnView(actor.getSnapshot()),
      reportShown: (newModel: Model) => actor.send({ type: 'model.shown', model: newModel }),
      retry: () => actor.send({ type: 'retry.requested' }),
    }),
    [actor],
  )
  return {
    ...actions,
    ...entranceAssets,
    state,
    isDrawing,
    model,
    shownModel,
    progress,
    failure: failure === null ? null : ViewerError.from(failure, 'unreadable'),
  }
}

const identity = <A>(actor: A): A => actor

function toSpawnView(snapshot: ReturnType<SpawnActor['getSnapshot']>) {
  const { model: shownModel, candidate, progress, error: failure } = snapshot.context
  return {
    state: stateOf(snapshot.value),
    /** Whether the viewer needs its WebGL context now, so that no other viewer may take its drawing slot. */
    isDrawing: snapshot.hasTag('drawing'),
    /** `model` is the model to draw. `shownModel` is the last model shown, until the new model is visible. */
    model: candidate ?? shownModel,
    shownModel,
    progress,
    failure,
  }
}

type SpawnView = ReturnType<typeof toSpawnView>

const isSameView = (a: SpawnView, b: SpawnView): boolean =>
  (Object.keys(a) as (keyof SpawnView)[]).every((key) => a[key] === b[key])

function stateOf(value: ReturnType<SpawnActor['getSnapshot']>['value']): ViewerState {
  if (typeof value === 'object') return 'loading' in value ? 'loading' : 'playing'
  return value === 'choosing' ? 'empty' : value
}

/** Retains the models in the machine's context, so that they are not disposed. */
function useRetainedModels(actor: SpawnActor): void {
  useEffect(() => {
    const holder = createRefHolder()
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
