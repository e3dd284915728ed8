import { type AnyActorRef, createActor, fromPromise } from 'xstate'
import type { RequiredProof } from './api/contract/auth.ts'
import type { Client } from './api/contract/client.ts'
import type { contract } from './api/contract/index.ts'
import { type ProofActor, proofMachine } from './machines/proof.machine.ts'

export interface ProofPromptOptions {
  api: Pick<Client<typeof contract>, 'auth'>
  watch?: ((actor: AnyActorRef) => void) | undefined
}

export interface ProofPrompt {
  actor: ProofActor
  /** Resolves with whether the user gave a proof. Rejects with the signal's reason once the call is aborted. */
  requestProof: (needed: RequiredProof, signal: AbortSignal) => Promise<boolean>
}

/** Starts the machine behind the dialog that requests a proof. All waiting calls share one dialog. */
export function createProofPrompt({ api, watch }: ProofPromptOptions): ProofPrompt {
  const actor = createActor(
    proofMachine.provide({
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
  const requestProof: ProofPrompt['requestProof'] = ({ methods }, signal) => {
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
          'proof.given',
          settle(() => resolve(true)),
        ),
        actor.on(
          'proof.declined',
          settle(() => resolve(false)),
        ),
      ]
      const withdraw = settle(() => {
        actor.send({ type: 'proof.withdrawn', id })
        reject(signal.reason)
      })
      signal.addEventListener('abort', withdraw)
      actor.send({ type: 'proof.requested', id, methods })
    })
  }
  return { actor, requestProof: async (...args) => requestProof(...args) }
}
