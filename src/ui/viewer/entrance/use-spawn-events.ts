import { useEffect, useEffectEvent, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { INVALID_SOURCE, isSameSource, type Progress } from '../../../machines/viewer/model-source.ts'
import type { createSpawnMachine } from '../../../machines/viewer/spawn.machine.ts'
import type { Model } from '../load/model.ts'
import { ViewerError } from '../viewer-error.ts'

export type SpawnActor = ActorRefFrom<ReturnType<typeof createSpawnMachine<Model>>>

export interface SpawnListeners {
  onLoading: (() => void) | undefined
  onProgress: ((progress: Progress) => void) | undefined
  onLoaded: ((model: Model) => void) | undefined
  onSpawnFinished: (() => void) | undefined
  onError: ((error: ViewerError) => void) | undefined
}

export function useSpawnEvents(actor: SpawnActor, host: SpawnListeners): void {
  const warnedSource = useRef<unknown>(undefined)

  const onStarted = useEffectEvent(() => host.onLoading?.())
  const onAdvanced = useEffectEvent((progress: Progress) => host.onProgress?.(progress))
  const onRevealed = useEffectEvent((model: Model) => host.onLoaded?.(model))
  const onFinished = useEffectEvent(() => host.onSpawnFinished?.())
  const onFailed = useEffectEvent((error: unknown) => host.onError?.(ViewerError.from(error, 'unreadable')))

  useEffect(() => {
    // The machine emits these events after the transition, so callbacks of the host page read the new state.
    const subscriptions = [
      actor.on('loading.started', () => onStarted()),
      actor.on('loading.advanced', ({ progress }) => onAdvanced(progress)),
      actor.on('model.revealed', ({ model }) => onRevealed(model)),
      actor.on('spawn.finished', () => onFinished()),
      actor.on('model.failed', ({ error }) => onFailed(error)),
      actor.on('source.rejected', ({ source }) => {
        if (isSameSource(warnedSource.current, source)) return
        warnedSource.current = source
        console.warn(INVALID_SOURCE)
      }),
    ]
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
    }
  }, [actor])
}
