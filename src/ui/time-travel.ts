import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef } from 'xstate'

/** Returns the replacement of `actor` while the inspector shows a past moment. Undefined if there is none. */
export type PastActorLookup = (actor: AnyActorRef) => AnyActorRef | undefined

let pastActorLookup: PastActorLookup | null = null
const timeTravelViews = new Set<{ actor: AnyActorRef; tell: () => void }>()

/** Shows a past moment in all mounted views that use {@link useTimeTravel}. `null` returns to the present. */
export function showPastState(next: PastActorLookup | null): void {
  pastActorLookup = next
  for (const { tell } of timeTravelViews) tell()
}

/** Returns whether a mounted view uses {@link useTimeTravel} with the actor. */
export const hasTimeTravelView = (actor: AnyActorRef): boolean =>
  [...timeTravelViews].some((view) => view.actor === actor)

/** Returns the actor, or the actor that replaces it while a past moment is shown. */
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
