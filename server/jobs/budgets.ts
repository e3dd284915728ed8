import type { JobKindName } from '../../src/api/contract/jobs.ts'

/**
 * Limits of a job over all its attempts: CPU of this process and its child processes, bytes read, unpacked or stored, and time
 * running.
 */
export interface JobBudget {
  readonly cpuMs: number
  readonly bytes: number
  readonly ms: number
}

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const GIB = 1024 ** 3

/**
 * Budget of each kind. Time includes waiting for a process of the pool, so it is generous. CPU and bytes are several times what
 * the largest accepted input needs.
 */
export const JOB_BUDGETS: Readonly<Record<JobKindName, JobBudget>> = {
  // One image of a model of at most 50 MB.
  icon: { cpuMs: 2 * MINUTE_MS, bytes: GIB, ms: 30 * MINUTE_MS },
  turntable: { cpuMs: 5 * MINUTE_MS, bytes: GIB, ms: 30 * MINUTE_MS },
  // 100,000 assets: archives unpack to 20 GiB, and each byte is both unpacked and stored.
  import: { cpuMs: 6 * HOUR_MS, bytes: 64 * GIB, ms: 12 * HOUR_MS },
  morph: { cpuMs: 15 * MINUTE_MS, bytes: 2 * GIB, ms: HOUR_MS },
  // One cage per type.
  cages: { cpuMs: 30 * MINUTE_MS, bytes: 8 * GIB, ms: HOUR_MS },
  optimise: { cpuMs: 30 * MINUTE_MS, bytes: 4 * GIB, ms: HOUR_MS },
  // Database rows only: up to a million assets.
  purge: { cpuMs: HOUR_MS, bytes: GIB, ms: 2 * HOUR_MS },
  merge: { cpuMs: HOUR_MS, bytes: GIB, ms: 4 * HOUR_MS },
  // 102 attempts of at most a minute each, within a day.
  mail: { cpuMs: 10 * MINUTE_MS, bytes: GIB, ms: 3 * HOUR_MS },
}

/** Resources that a job has used so far, in the units of its budget. */
export type JobUsage = { -readonly [K in keyof JobBudget]: JobBudget[K] }

/** Thrown when a job exceeds its budget. It has failed: another attempt would only use more. */
export class BudgetExceededError extends Error {
  override name = 'BudgetExceededError'

  constructor(resource: keyof JobBudget, budget: JobBudget) {
    super(`The job exceeded its budget of ${BUDGET_MESSAGES[resource](budget[resource])}.`)
  }
}

const BUDGET_MESSAGES: Readonly<Record<keyof JobBudget, (amount: number) => string>> = {
  cpuMs: (ms) => `${formatDuration(ms)} of CPU time`,
  bytes: (bytes) => `${formatSize(bytes)} of data`,
  ms: formatDuration,
}

function formatDuration(ms: number): string {
  if (ms >= 2 * HOUR_MS) return `${round(ms / HOUR_MS)} hours`
  if (ms >= 2 * MINUTE_MS) return `${round(ms / MINUTE_MS)} minutes`
  return `${round(ms / 1000)} seconds`
}

function formatSize(bytes: number): string {
  if (bytes >= GIB) return `${round(bytes / GIB)} GB`
  if (bytes >= 1024 ** 2) return `${round(bytes / 1024 ** 2)} MB`
  return `${bytes} bytes`
}

const round = (amount: number) => Math.round(amount * 10) / 10

/** Returns the first resource whose usage exceeds the budget. */
export function findExceededResource(usage: JobUsage, budget: JobBudget): keyof JobBudget | undefined {
  return (['cpuMs', 'bytes', 'ms'] as const).find((resource) => usage[resource] > budget[resource])
}
