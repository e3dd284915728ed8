import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef } from 'xstate'

/** Gives what stands for an actor while a moment of its past is shown; nothing where it has none. */
export type Moment = (actor: AnyActorRef) => AnyActorRef | undefined

let moment: Moment | null = null
const views = new Set<{ actor: AnyActorRef; tell: () => void }>()

/** Shows a moment in all views that opted in; `null` leads back to now. */
export function showMoment(next: Moment | null): void {
  moment = next
  for (const { tell } of views) tell()
}

/** Whether a view of the actor that opted in is on the page. */
export const hasView = (actor: AnyActorRef): boolean => [...views].some((view) => view.actor === actor)

/** The actor, or what stands for it while a moment of its past is shown: by this a view opts in to be shown as it was. */
export function useMoment<A extends AnyActorRef>(actor: A): A {
  const hear = useCallback(
    (tell: () => void) => {
      const view = { actor, tell }
      views.add(view)
      return () => void views.delete(view)
    },
    [actor],
  )
  return useSyncExternalStore(hear, () => (moment?.(actor) as A | undefined) ?? actor)
}
