import { useEffect, useEffectEvent, useRef } from 'react'
import type { ActorRefFrom, EmittedFrom } from 'xstate'
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

  const tell = useEffectEvent((event: EmittedFrom<ReturnType<typeof createSpawnMachine<Model>>>) => {
    if (event.type === 'loading.started') host.onLoading?.()
    else if (event.type === 'loading.advanced') host.onProgress?.(event.progress)
    else if (event.type === 'model.revealed') host.onLoaded?.(event.model)
    else if (event.type === 'spawn.finished') host.onSpawnFinished?.()
    else if (event.type === 'model.failed') host.onError?.(ViewerError.from(event.error, 'unreadable'))
    else if (!isSameSource(warned.current, event.source)) {
      warned.current = event.source
      console.warn(INVALID_SOURCE)
    }
  })

  useEffect(() => {
    // Told after its step: a host that asks back hears of the state that the machine is then in.
    const { unsubscribe } = actor.on('*', (event) => tell(event))
    return unsubscribe
  }, [actor])
}
