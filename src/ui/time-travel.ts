import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef } from 'xstate'

/** Returns the replacement for an actor while the inspector shows a past moment; undefined without one. */
export type PastActorLookup = (actor: AnyActorRef) => AnyActorRef | undefined

let pastActorLookup: PastActorLookup | null = null
const timeTravelViews = new Set<{ actor: AnyActorRef; tell: () => void }>()

/** Shows a past moment in all views that opted in; `null` returns to the present. */
export function showPastState(next: PastActorLookup | null): void {
  pastActorLookup = next
  for (const { tell } of timeTravelViews) tell()
}

/** Returns whether a view of the actor that opted in is mounted. */
export const hasTimeTravelView = (actor: AnyActorRef): boolean =>
  [...timeTravelViews].some((view) => view.actor === actor)

/** Returns the actor, or its replacement while a past moment is shown. A view opts in to time travel by using this hook. */
export function useTimeTravel<A extends AnyActorRef>(actor: A): A {
  const subscribe = useCallback(
    (notify: () => void) => {
      const view = { actor, tell: notify }
      timeTravelViews.add(view)
      return () => void timeTravelViews.delete(view)
    },
    [actor],
  )
  return useSyncExternalStore(subscribe, () => (pastActorLookup?.(actor) as A | undefined) ?? actor)
}
