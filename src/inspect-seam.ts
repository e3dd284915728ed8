import type { AnyActorRef } from 'xstate'

/** Where it stands, for as long as the inspector is open in a tab: it is again after a reload or a redirect. */
export const ASKED = 'atelier:inspect'

/** Whether the inspector is to be open: by the address, or because it was before in this tab. */
export const isAsked = (): boolean => {
  try {
    return /[?&]inspect\b/.test(location.search) || !!sessionStorage.getItem(ASKED)
  } catch {
    return false
  }
}

/** Every root that was started, for as long as the page has it: an inspector that comes late finds those that run. */
const started = new Set<WeakRef<AnyActorRef>>()

/** Told of each root before it starts. While there is nobody XState tells nothing, and what a machine does costs nothing more. */
export const lookers = new Set<(actor: AnyActorRef) => void>()

/** The roots that were started and that the page still has. */
export const roots = (): AnyActorRef[] => {
  for (const it of started) if (!it.deref()) started.delete(it)
  return [...started].flatMap((it) => it.deref() ?? [])
}

/** Enters a root that is about to start. */
export const enlist = (actor: AnyActorRef): void => {
  // Effects run twice where React is strict.
  if (roots().includes(actor)) return
  started.add(new WeakRef(actor))
  for (const look of lookers) look(actor)
}
