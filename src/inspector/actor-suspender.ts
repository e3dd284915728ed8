import type { AnyActor, AnyActorRef } from 'xstate'
import { rootActorListeners, runningRootActors } from '../actor-registry.ts'
import { type ScheduledEvent, type SystemInternals, scheduledEventKey, systemInternalsOf } from './xstate-internals.ts'

/** Suspends the actors of the page: events to them are queued in order, and their delays stop. */
export interface ActorSuspender {
  /** Returns the number of queued events; `null` while the actors run. */
  queuedEvents: () => number | null
  /**
   * Suspends or resumes the actors. After resuming they receive the queued events, and each delay runs for its remaining time.
   */
  suspend: (isSuspended: boolean) => void
  /** Returns the suspended time between two times, in milliseconds. */
  suspendedMsBetween: (from: number, to: number) => number
  subscribe: (listener: () => void) => () => void
}

/** Creates an {@link ActorSuspender}, which has no cost while the actors run. */
export function createActorSuspender(now: () => number = Date.now): ActorSuspender {
  const listeners = new Set<() => void>()
  const suspended = new Map<SystemInternals, () => void>()
  let queue: (() => void)[] | null = null
  const pauses: { from: number; to: number }[] = []
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const enqueue = (deliver: () => void) => {
    queue?.push(deliver)
    notify()
  }
  const suspendActor = (root: AnyActorRef) => {
    const system = systemInternalsOf(root as AnyActor)
    if (!suspended.has(system)) suspended.set(system, suspendSystem(system, enqueue, now))
  }
  const resume = () => {
    rootActorListeners.delete(suspendActor)
    const queued = queue ?? []
    pauses.at(-1)!.to = now()
    queue = null
    // Delays are resumed first, because a queued event may exit the state that started a delay.
    for (const release of suspended.values()) release()
    suspended.clear()
    for (const deliver of queued) deliver()
  }
  return {
    queuedEvents: () => queue?.length ?? null,
    suspend(isSuspended) {
      if (isSuspended === (queue !== null)) return
      if (isSuspended) {
        queue = []
        pauses.push({ from: now(), to: Number.POSITIVE_INFINITY })
        runningRootActors().forEach(suspendActor)
        // Actors started during the suspension are suspended from their start.
        rootActorListeners.add(suspendActor)
      } else resume()
      notify()
    },
    suspendedMsBetween: (from, to) =>
      pauses.reduce((sum, pause) => sum + Math.max(0, Math.min(to, pause.to) - Math.max(from, pause.from)), 0),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Intercepts the events and delays of an actor system. Returns the function that resumes the system. */
function suspendSystem(system: SystemInternals, enqueue: (deliver: () => void) => void, now: () => number): () => void {
  const { _relay: relay, scheduler } = system
  const { schedule } = scheduler
  system._relay = (source, target, event) => enqueue(() => relay(source, target, event))
  // The snapshot is read on each call, because starting the system replaces the snapshot.
  const scheduled = () => system._snapshot._scheduledEvents
  const storeRemaining = (pending: ScheduledEvent, remainingMs: number) => {
    // `startedAt` moves with the clock, so that the remaining time stays constant.
    const frozen = { ...pending, remainingMs, startedAt: 0 }
    Object.defineProperty(frozen, 'startedAt', { get: () => now() - pending.delay + remainingMs })
    scheduled()[scheduledEventKey(pending.source, pending.id)] = frozen
  }
  for (const pending of Object.values(scheduled())) {
    const remainingMs = Math.max(0, pending.startedAt + pending.delay - now())
    scheduler.cancel(pending.source, pending.id)
    storeRemaining(pending, remainingMs)
  }
  scheduler.schedule = (source, target, event, delay, id = String(Math.random())) =>
    storeRemaining({ source, target, event, delay, id, startedAt: 0 }, delay)
  return () => {
    system._relay = relay
    scheduler.schedule = schedule
    // Delays cancelled during the suspension are no longer in the list.
    for (const { source, target, event, delay, id, remainingMs = 0 } of Object.values(scheduled())) {
      schedule(source, target, event, remainingMs, id)
      Object.assign(scheduled()[scheduledEventKey(source, id)]!, { delay, startedAt: now() - delay + remainingMs })
    }
  }
}
