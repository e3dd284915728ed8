import type { AnyActor } from 'xstate'

/** A delay that an actor's system waits for; times in milliseconds. */
export interface Scheduled {
  id: string
  source: AnyActor
  target: AnyActor
  event: { type: string }
  delay: number
  startedAt: number
  /** How much is left while the system is suspended. */
  left?: number
}

/** What XState has for itself of a system of actors: how events are passed on, and what is waited for. */
export interface System {
  _relay: (source: AnyActor | undefined, target: AnyActor, event: { type: string }) => void
  _snapshot: { _scheduledEvents: Record<string, Scheduled> }
  scheduler: {
    schedule: (source: AnyActor, target: AnyActor, event: { type: string }, delay: number, id?: string) => void
    cancel: (source: AnyActor, id: string) => void
  }
}

/** The system of an actor, as XState itself sees it. */
export const systemOf = (actor: AnyActor): System => actor.system as unknown as System

/** What the systems wait for stands under this. */
export const keyOf = (source: AnyActor, id: string): string => `${source.sessionId}.${id}`
