import { type AnyActorRef, createActor, fromPromise } from 'xstate'
import type { TokenSource } from './api/bearing.ts'
import { ApiError } from './api/contract/errors.ts'
import type { Listen } from './api/contract/events.ts'
import { readInOneTab, readLive } from './api/live.ts'
import { liveMachine } from './machines/live.machine.ts'

/** What live events are read with. */
export interface ListenNeeds {
  apiBase: string
  tokens: TokenSource
  fetch?: typeof globalThis.fetch
  watch?: (actor: AnyActorRef) => void
}

/** Live events for whoever listens, read in one tab of the browser while anybody does; gives back how to stop. */
export function createListen(needs: ListenNeeds): Listen {
  const read = (signal: AbortSignal): Promise<void> =>
    readInOneTab(signal, live.send, (tell) =>
      readLive({
        ...needs,
        signal,
        after: live.getSnapshot().context.after,
        onOpen: () => live.send({ type: 'stream.opened' }),
        onNews: (news) => {
          live.send(news)
          tell(news)
        },
      }).catch((error: unknown) => {
        // Or each of the other tabs would ask in turn.
        if (error instanceof ApiError && error.retryAfter !== undefined)
          tell({ type: 'stream.refused', retryAfter: error.retryAfter })
        throw error
      }),
    )
  const live = createActor(
    liveMachine.provide({ actors: { readEvents: fromPromise(({ signal }): Promise<void> => read(signal)) } }),
  )
  needs.watch?.(live)
  live.start()
  let listeners = 0
  return (listener, onPresence) => {
    const heard = [
      live.on('asset.changed', ({ event }) => listener(event)),
      live.on('gap.found', () => listener('gap')),
      live.on('presence.changed', ({ assetId }) => onPresence?.(assetId)),
    ]
    listeners += 1
    live.send({ type: 'reader.joined' })
    return () => {
      for (const { unsubscribe } of heard) unsubscribe()
      listeners -= 1
      if (listeners === 0) live.send({ type: 'reader.left' })
    }
  }
}
