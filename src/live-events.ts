import { type AnyActorRef, createActor, fromPromise } from 'xstate'
import type { TokenSource } from './api/authorization.ts'
import { ApiError } from './api/contract/errors.ts'
import type { ListenToEvents } from './api/contract/events.ts'
import { readInLeaderTab, readLiveEvents } from './api/live-stream.ts'
import { liveMachine } from './machines/watch/live.machine.ts'

export interface LiveEventsOptions {
  apiBase: string
  tokens: TokenSource
  fetch?: typeof globalThis.fetch
  watch?: (actor: AnyActorRef) => void
}

/** Subscribes to live events, which one tab of the browser reads while there are listeners. Returns the unsubscribe function. */
export function createLiveEvents(options: LiveEventsOptions): ListenToEvents {
  const read = (signal: AbortSignal): Promise<void> =>
    readInLeaderTab(signal, live.send, (publish) =>
      readLiveEvents({
        ...options,
        signal,
        lastEventId: live.getSnapshot().context.lastEventId,
        onOpen: () => live.send({ type: 'stream.opened' }),
        onMessage: (message) => {
          live.send(message)
          publish(message)
        },
      }).catch((error: unknown) => {
        // Otherwise each of the other tabs would send the same request in turn.
        if (error instanceof ApiError && error.retryAfter !== undefined)
          publish({ type: 'stream.refused', retryAfter: error.retryAfter })
        throw error
      }),
    )
  const live = createActor(
    liveMachine.provide({ actors: { readEvents: fromPromise(({ signal }): Promise<void> => read(signal)) } }),
  )
  options.watch?.(live)
  live.start()
  let listeners = 0
  return (listener, onPresence) => {
    const subscriptions = [
      live.on('asset.changed', ({ event }) => listener(event)),
      live.on('gap.found', () => listener('gap')),
      live.on('presence.changed', ({ assetId }) => onPresence?.(assetId)),
    ]
    listeners += 1
    live.send({ type: 'subscriber.added' })
    let isSubscribed = true
    return () => {
      if (!isSubscribed) return
      isSubscribed = false
      for (const { unsubscribe } of subscriptions) unsubscribe()
      listeners -= 1
      if (listeners === 0) live.send({ type: 'subscriber.removed' })
    }
  }
}
