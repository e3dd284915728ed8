import { AsyncLocalStorage } from 'node:async_hooks'

/** Total time one request may wait for the database, in milliseconds, so that its response takes at most three seconds. */
const REQUEST_WAIT_MS = 2_000
/**
 * Longest wait that does not count towards the total, in milliseconds. Requests with many short statements can therefore
 * continue.
 */
const SHORT_WAIT_MS = 20

interface WaitBudget {
  remainingMs: number
}

const scope = new AsyncLocalStorage<WaitBudget | 'long' | 'steps'>()

/** Runs work that legitimately takes long (migrations, seeding, sweeps), on connections with timeouts of minutes. */
export const withLongTimeout = <T>(work: () => Promise<T>): Promise<T> => scope.run('long', work)

/** Runs background work in short steps, on connections with timeouts of seconds, so that outages are detected early. */
export const withStepTimeout = <T>(work: () => Promise<T>): Promise<T> => scope.run('steps', work)

/**
 * Runs one request and limits its total time of waiting for the database. Work that continues after the response is not limited.
 */
export function withRequestTimeout<T>(work: () => Promise<T>, timeoutMs = REQUEST_WAIT_MS): Promise<T> {
  const budget: WaitBudget = { remainingMs: timeoutMs }
  return scope.run(budget, work).finally(() => {
    budget.remainingMs = Number.POSITIVE_INFINITY
  })
}

export const isLongWork = (): boolean => scope.getStore() === 'long'

export const isStepWork = (): boolean => scope.getStore() === 'steps'

export function getRemainingWaitMs(ms: number): number {
  const budget = scope.getStore()
  return typeof budget === 'object' ? Math.max(0, Math.min(ms, budget.remainingMs)) : ms
}

export function recordWait(ms: number): void {
  const budget = scope.getStore()
  if (typeof budget === 'object' && ms > SHORT_WAIT_MS) budget.remainingMs -= ms
}
