import { useEffect, useEffectEvent, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { INVALID_SOURCE, isSameSource, type Progress } from '../../machines/rules/model-source.ts'
import type { createSpawnMachine } from '../../machines/spawn.machine.ts'
import type { Model } from './model.ts'
import { ViewerError } from './viewer-error.ts'

/** The machine of a viewer's entrance. */
export type SpawnActor = ActorRefFrom<ReturnType<typeof createSpawnMachine<Model>>>

/** What a host hears of. */
export interface SpawnListeners {
  onLoading: (() => void) | undefined
  onProgress: ((progress: Progress) => void) | undefined
  onLoaded: ((model: Model) => void) | undefined
  onSpawnFinished: (() => void) | undefined
  onError: ((error: ViewerError) => void) | undefined
}

/** Tells the host what the machine emits. */
export function useSpawnNews(actor: SpawnActor, host: SpawnListeners): void {
  const warned = useRef<unknown>(undefined)

  const started = useEffectEvent(() => host.onLoading?.())
  const advanced = useEffectEvent((progress: Progress) => host.onProgress?.(progress))
  const revealed = useEffectEvent((model: Model) => host.onLoaded?.(model))
  const finished = useEffectEvent(() => host.onSpawnFinished?.())
  const failed = useEffectEvent((error: unknown) => host.onError?.(ViewerError.from(error, 'unreadable')))

  useEffect(() => {
    // Told after its step: a host that asks back hears of the state that the machine is then in.
    const heard = [
      actor.on('loading.started', () => started()),
      actor.on('loading.advanced', ({ progress }) => advanced(progress)),
      actor.on('model.revealed', ({ model }) => revealed(model)),
      actor.on('spawn.finished', () => finished()),
      actor.on('model.failed', ({ error }) => failed(error)),
      actor.on('source.rejected', ({ source }) => {
        if (isSameSource(warned.current, source)) return
        warned.current = source
        console.warn(INVALID_SOURCE)
      }),
    ]
    return () => {
      for (const { unsubscribe } of heard) unsubscribe()
    }
  }, [actor])
}
