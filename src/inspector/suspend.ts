import type { AnyActor, AnyActorRef } from 'xstate'
import { lookers, roots } from '../inspect-seam.ts'
import { keyOf, type Scheduled, type System, systemOf } from './system.ts'

/** Suspends the actors of the page: what is sent to them waits in its order, and what they wait for comes no nearer. */
export interface Suspension {
  /** How many events wait; `null` while the actors run. */
  waiting: () => number | null
  /** Suspends the actors, or has them go on: they hear what waited, and each delay runs for as long as was left. */
  suspend: (isSuspended: boolean) => void
  /** For how many of the milliseconds between two times they were suspended. */
  restedIn: (from: number, to: number) => number
  subscribe: (hear: () => void) => () => void
}

/** Makes the means to suspend the actors of the page; while they run it costs nothing. */
export function createSuspension(now: () => number = Date.now): Suspension {
  const hearers = new Set<() => void>()
  const held = new Map<System, () => void>()
  let waiting: (() => void)[] | null = null
  const rests: { from: number; to: number }[] = []
  const changed = () => {
    for (const hear of hearers) hear()
  }
  const wait = (pass: () => void) => {
    waiting?.push(pass)
    changed()
  }
  const hold = (root: AnyActorRef) => {
    const system = systemOf(root as AnyActor)
    if (!held.has(system)) held.set(system, holdSystem(system, wait, now))
  }
  const resume = () => {
    lookers.delete(hold)
    const passed = waiting ?? []
    rests.at(-1)!.to = now()
    waiting = null
    // The delays first: what waited may end the state that waits for them.
    for (const free of held.values()) free()
    held.clear()
    for (const pass of passed) pass()
  }
  return {
    waiting: () => waiting?.length ?? null,
    suspend(isSuspended) {
      if (isSuspended === (waiting !== null)) return
      if (isSuspended) {
        waiting = []
        rests.push({ from: now(), to: Number.POSITIVE_INFINITY })
        roots().forEach(hold)
        // One that is started meanwhile is suspended from its start.
        lookers.add(hold)
      } else resume()
      changed()
    },
    restedIn: (from, to) =>
      rests.reduce((sum, rest) => sum + Math.max(0, Math.min(to, rest.to) - Math.max(from, rest.from)), 0),
    subscribe(hear) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
}

/** Holds back what a system passes on, and its delays; gives back how to let it go on. */
function holdSystem(system: System, wait: (pass: () => void) => void, now: () => number): () => void {
  const { _relay: relay, scheduler } = system
  const { schedule } = scheduler
  system._relay = (source, target, event) => wait(() => relay(source, target, event))
  // Another object once the system has started.
  const scheduled = () => system._snapshot._scheduledEvents
  const keep = (it: Scheduled, left: number) => {
    // As much is left of it whenever somebody looks.
    const resting = { ...it, left, startedAt: 0 }
    Object.defineProperty(resting, 'startedAt', { get: () => now() - it.delay + left })
    scheduled()[keyOf(it.source, it.id)] = resting
  }
  for (const it of Object.values(scheduled())) {
    const left = Math.max(0, it.startedAt + it.delay - now())
    scheduler.cancel(it.source, it.id)
    keep(it, left)
  }
  scheduler.schedule = (source, target, event, delay, id = String(Math.random())) =>
    keep({ source, target, event, delay, id, startedAt: 0 }, delay)
  return () => {
    system._relay = relay
    scheduler.schedule = schedule
    // One that was given up meanwhile is no longer there.
    for (const { source, target, event, delay, id, left = 0 } of Object.values(scheduled())) {
      schedule(source, target, event, left, id)
      Object.assign(scheduled()[keyOf(source, id)]!, { delay, startedAt: now() - delay + left })
    }
  }
}
