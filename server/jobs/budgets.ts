import type { JobKindName } from '../../src/api/contract/jobs.ts'

/** Limits of a job over all its attempts: CPU time (with child processes), bytes read, unpacked or stored, and elapsed time. */
export interface JobBudget {
  readonly cpuMs: number
  readonly bytes: number
  readonly ms: number
}

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const GIB = 1024 ** 3

/**
 * Budget of each kind of job: several times what the largest accepted input needs. The elapsed time includes waiting for a child
 * process.
 */
export const JOB_BUDGETS: Readonly<Record<JobKindName, JobBudget>> = {
  // One image of a model of at most 50 MB.
  icon: { cpuMs: 2 * MINUTE_MS, bytes: GIB, ms: 30 * MINUTE_MS },
  turntable: { cpuMs: 5 * MINUTE_MS, bytes: GIB, ms: 30 * MINUTE_MS },
  // 100,000 assets. Archives unpack to at most 20 GiB, and each byte counts twice: unpacked and stored.
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

export type JobUsage = { -readonly [K in keyof JobBudget]: JobBudget[K] }

/** Error for a job that exceeds its budget. The error is permanent, because another attempt would only use more. */
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

export function findExceededResource(usage: JobUsage, budget: JobBudget): keyof JobBudget | undefined {
  return (['cpuMs', 'bytes', 'ms'] as const).find((resource) => usage[resource] > budget[resource])
}
