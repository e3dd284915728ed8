import { AsyncLocalStorage } from 'node:async_hooks'

/** So long one call may wait for the database in all, in milliseconds: it is answered within three seconds. */
const CALL_MS = 2_000
/** A step that takes no longer than this gets on, and is not counted as waiting: long work in small steps may go on. */
const STEP_MS = 20

interface Patience {
  leftMs: number
}

const scope = new AsyncLocalStorage<Patience | 'long' | 'steps'>()

/** Runs what legitimately takes long (migrations, seeding, sweeping): on connections whose limits are minutes. */
export const patiently = <T>(work: () => Promise<T>): Promise<T> => scope.run('long', work)

/** Runs work that goes on beside the calls in short steps: on connections whose limits are seconds, so that it hears of an outage. */
export const inSteps = <T>(work: () => Promise<T>): Promise<T> => scope.run('steps', work)

/** Runs one call, so that all its waiting for the database together has an end. What goes on after its answer is free of it. */
export function inOneCall<T>(work: () => Promise<T>, mostMs = CALL_MS): Promise<T> {
  const patience: Patience = { leftMs: mostMs }
  return scope.run(patience, work).finally(() => {
    patience.leftMs = Number.POSITIVE_INFINITY
  })
}

/** Whether this is long work. */
export const isPatient = (): boolean => scope.getStore() === 'long'

/** Whether this is work in short steps. */
export const isInSteps = (): boolean => scope.getStore() === 'steps'

/** How many of `ms` milliseconds the call at work may still wait. */
export function patienceFor(ms: number): number {
  const patience = scope.getStore()
  return typeof patience === 'object' ? Math.max(0, Math.min(ms, patience.leftMs)) : ms
}

/** Says that the call at work has waited for so long. */
export function waited(ms: number): void {
  const patience = scope.getStore()
  if (typeof patience === 'object' && ms > STEP_MS) patience.leftMs -= ms
}
