import type { AnyActor } from 'xstate'

/** A pending delay of an actor's system. `delay` is in milliseconds, `startedAt` in milliseconds since 1970. */
export interface ScheduledEvent {
  id: string
  source: AnyActor
  target: AnyActor
  event: { type: string }
  delay: number
  startedAt: number
  /** Remaining time while the system is suspended. */
  remainingMs?: number
}

/** Private API of XState's actor system: event delivery and scheduled events. */
export interface SystemInternals {
  _relay: (source: AnyActor | undefined, target: AnyActor, event: { type: string }) => void
  _snapshot: { _scheduledEvents: Record<string, ScheduledEvent> }
  scheduler: {
    schedule: (source: AnyActor, target: AnyActor, event: { type: string }, delay: number, id?: string) => void
    cancel: (source: AnyActor, id: string) => void
  }
}

export const systemInternalsOf = (actor: AnyActor): SystemInternals => actor.system as unknown as SystemInternals

export const scheduledEventKey = (source: AnyActor, id: string): string => `${source.sessionId}.${id}`
