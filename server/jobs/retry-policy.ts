import type { JobKindName } from '../../src/api/contract/jobs.ts'

export interface RetryPolicy {
  readonly maxAttempts: number
  /** Longest wait between two attempts, in milliseconds. */
  readonly maxWaitMs: number
}

const DEFAULT_POLICY: RetryPolicy = { maxAttempts: 5, maxWaitMs: 64_000 }

/** Policies of kinds that depend on other servers. */
export const RETRY_POLICIES: Partial<Record<JobKindName, RetryPolicy>> = {
  // 24 h: five waits of 341 s in total, then every 15 minutes.
  mail: { maxAttempts: 102, maxWaitMs: 900_000 },
}

export const getRetryPolicy = (kind: JobKindName): RetryPolicy => RETRY_POLICIES[kind] ?? DEFAULT_POLICY

/** Maximum number of attempts of a kind without its own policy. */
export const MAX_ATTEMPTS = DEFAULT_POLICY.maxAttempts

/** Number of crashed processes after which a job has failed, whatever attempts are left. */
export const MAX_KILLS = 3

/** Wait after the first attempt, in milliseconds; each further wait is four times as long. */
const FIRST_WAIT_MS = 1_000

/**
 * Returns the milliseconds between a failed attempt (1: the first) and the next one; undefined if there is none. `random` in 0..1
 * spreads jobs that failed together. The wait is 0.5 to 1.5 times 1, 4, 16, 64 s and so on, up to the policy's maximum.
 */
export function retryWaitMs(
  attempt: number,
  kills: number,
  random: number,
  policy = DEFAULT_POLICY,
): number | undefined {
  if (attempt >= policy.maxAttempts || kills >= MAX_KILLS) return undefined
  return Math.min(FIRST_WAIT_MS * 4 ** (attempt - 1), policy.maxWaitMs) * (0.5 + random)
}
