import { type AnyActorRef, createActor, fromPromise } from 'xstate'
import type { RequiredProof } from './api/contract/auth.ts'
import type { Client } from './api/contract/client.ts'
import type { contract } from './api/contract/index.ts'
import { type ReauthenticationActor, reauthenticationMachine } from './machines/session/reauthentication.machine.ts'

export interface ReauthenticationPromptOptions {
  api: Pick<Client<typeof contract>, 'auth'>
  watch?: ((actor: AnyActorRef) => void) | undefined
}

export interface ReauthenticationPrompt {
  actor: ReauthenticationActor
  /** Resolves with whether the user reauthenticated. Rejects with the signal's reason once the call is aborted. */
  requestReauthentication: (needed: RequiredProof, signal: AbortSignal) => Promise<boolean>
}

/** Starts the machine behind the reauthentication dialog. All waiting calls share one dialog. */
export function createReauthenticationPrompt({ api, watch }: ReauthenticationPromptOptions): ReauthenticationPrompt {
  const actor = createActor(
    reauthenticationMachine.provide({
      actors: {
        requestCode: fromPromise(
          async ({ signal }) => (await api.auth.requestProofCode({ body: {} }, { signal })).requestId,
        ),
      },
    }),
  )
  watch?.(actor)
  actor.start()
  let requestCount = 0
  const requestReauthentication: ReauthenticationPrompt['requestReauthentication'] = ({ methods }, signal) => {
    signal.throwIfAborted()
    requestCount += 1
    const id = String(requestCount)
    return new Promise((resolve, reject) => {
      const settle = (complete: () => void) => () => {
        for (const { unsubscribe } of subscriptions) unsubscribe()
        signal.removeEventListener('abort', withdraw)
        complete()
      }
      const subscriptions = [
        actor.on(
          'reauthentication.completed',
          settle(() => resolve(true)),
        ),
        actor.on(
          'reauthentication.declined',
          settle(() => resolve(false)),
        ),
      ]
      const withdraw = settle(() => {
        actor.send({ type: 'reauthentication.withdrawn', id })
        reject(signal.reason)
      })
      signal.addEventListener('abort', withdraw)
      actor.send({ type: 'reauthentication.requested', id, methods })
    })
  }
  return { actor, requestReauthentication: async (...args) => requestReauthentication(...args) }
}
