import type { AnyActorRef, InspectionEvent, Subscription } from 'xstate'
import { lookers, roots } from '../inspect-seam.ts'

/** Has every machine of the page tell what it does, those that begin later from their start; gives back how to stop. */
export function listen(hear: (event: InspectionEvent) => void): () => void {
  // An actor that is gone takes its entry with it.
  const heard = new WeakMap<AnyActorRef, Subscription>()
  const join = (actor: AnyActorRef) => void heard.set(actor, actor.system.inspect(hear))
  const look = (actor: AnyActorRef) => {
    // It was made before anybody could hear of it.
    hear({ type: '@xstate.actor', actorRef: actor, rootId: actor.sessionId })
    join(actor)
  }
  roots().forEach(join)
  lookers.add(look)
  return () => {
    lookers.delete(look)
    for (const actor of roots()) heard.get(actor)?.unsubscribe()
  }
}
