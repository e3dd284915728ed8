import { AsyncLocalStorage } from 'node:async_hooks'

/** Cost of work: CPU time in milliseconds, and bytes read, unpacked or stored. */
export interface WorkCost {
  readonly cpuMs: number
  readonly bytes: number
}

export interface CostMeter {
  /** Throws if the job has exceeded its budget. */
  record(cost: Partial<WorkCost>): void
}

const scope = new AsyncLocalStorage<CostMeter>()

/** Runs work and counts its costs with a meter, including costs of child processes, the file store and archives. */
export const withCostMeter = <T>(meter: CostMeter, work: () => T): T => scope.run(meter, work)

/** Returns the meter of the running job, or undefined outside of a job. */
export const getCostMeter = (): CostMeter | undefined => scope.getStore()

/** Counts a cost of the running job, if any. Throws if the job exceeds its budget. */
export const recordCost = (cost: Partial<WorkCost>): void => scope.getStore()?.record(cost)

/** Runs synchronous work, and counts its duration as CPU time of the running job. */
export function recordCpuTimeOf<T>(work: () => T): T {
  const start = performance.now()
  const result = work()
  recordCost({ cpuMs: performance.now() - start })
  return result
}
