import type { AnyActorRef, InspectionEvent, Subscription } from 'xstate'
import { rootActorListeners, runningRootActors } from '../actor-registry.ts'

/**
 * Subscribes to inspection events of all machines of the page. Machines that start later are observed from their start. Returns
 * the unsubscribe function.
 */
export function observeActors(listener: (event: InspectionEvent) => void): () => void {
  // A WeakMap, so that removed actors are garbage collected.
  const subscriptions = new WeakMap<AnyActorRef, Subscription>()
  const subscribe = (actor: AnyActorRef) => void subscriptions.set(actor, actor.system.inspect(listener))
  const attach = (actor: AnyActorRef) => {
    // XState emitted this event at the actor's creation, before inspection started, so it is repeated here.
    listener({ type: '@xstate.actor', actorRef: actor, rootId: actor.sessionId })
    subscribe(actor)
  }
  runningRootActors().forEach(subscribe)
  rootActorListeners.add(attach)
  return () => {
    rootActorListeners.delete(attach)
    for (const actor of runningRootActors()) subscriptions.get(actor)?.unsubscribe()
  }
}
