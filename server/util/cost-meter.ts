import { AsyncLocalStorage } from 'node:async_hooks'

/** Cost of work besides time: CPU in milliseconds, and bytes read, unpacked or stored. */
export interface WorkCost {
  readonly cpuMs: number
  readonly bytes: number
}

/** Counts the costs of one job. */
export interface CostMeter {
  /** Throws where the job has exceeded its budget. */
  record(cost: Partial<WorkCost>): void
}

const scope = new AsyncLocalStorage<CostMeter>()

/** Runs work and counts its costs with a meter, wherever they arise: in a pool of processes, the file store or an archive. */
export const withCostMeter = <T>(meter: CostMeter, work: () => T): T => scope.run(meter, work)

/** Returns the meter of the running job, for costs that arise outside its call stack; undefined outside of a job. */
export const getCostMeter = (): CostMeter | undefined => scope.getStore()

/** Counts a cost of the running job; does nothing outside of a job. Throws where its budget is exceeded. */
export const recordCost = (cost: Partial<WorkCost>): void => scope.getStore()?.record(cost)

/** Runs synchronous work and counts the time for which it blocks the event loop as CPU time of the running job. */
export function recordCpuTimeOf<T>(work: () => T): T {
  const start = performance.now()
  const result = work()
  recordCost({ cpuMs: performance.now() - start })
  return result
}
