import type { AnyActorRef } from 'xstate'

/**
 * Key in session storage. Present while the inspector is open in this tab, so that the inspector reopens after a reload or a
 * redirect.
 */
export const INSPECTOR_OPEN_KEY = 'atelier:inspect'

/** Returns whether the inspector is to open: by the address, or because it was open in this tab. */
export const isInspectorRequested = (): boolean => {
  try {
    return /[?&]inspect\b/.test(location.search) || !!sessionStorage.getItem(INSPECTOR_OPEN_KEY)
  } catch {
    return false
  }
}

/** Started root actors that still exist, so that an inspector opened later finds them. */
const startedActors = new Set<WeakRef<AnyActorRef>>()

/** Listeners for root actors before they start. Without listeners XState emits nothing, and machines have no extra cost. */
export const rootActorListeners = new Set<(actor: AnyActorRef) => void>()

export const runningRootActors = (): AnyActorRef[] => {
  for (const ref of startedActors) if (!ref.deref()) startedActors.delete(ref)
  return [...startedActors].flatMap((ref) => ref.deref() ?? [])
}

/** Registers a root actor before it starts. */
export const registerActor = (actor: AnyActorRef): void => {
  // Effects run twice in React's strict mode.
  if (runningRootActors().includes(actor)) return
  startedActors.add(new WeakRef(actor))
  for (const notify of rootActorListeners) notify(actor)
}
