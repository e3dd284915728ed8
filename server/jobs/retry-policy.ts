import type { JobKindName } from '../../src/api/contract/jobs.ts'

export interface RetryPolicy {
  readonly maxAttempts: number
  readonly maxWaitMs: number
}

const DEFAULT_POLICY: RetryPolicy = { maxAttempts: 5, maxWaitMs: 64_000 }

export const RETRY_POLICIES: Partial<Record<JobKindName, RetryPolicy>> = {
  // Five waits of 341 s in total, then every 15 minutes, for 24 hours.
  mail: { maxAttempts: 102, maxWaitMs: 900_000 },
}

export const getRetryPolicy = (kind: JobKindName): RetryPolicy => RETRY_POLICIES[kind] ?? DEFAULT_POLICY

export const MAX_ATTEMPTS = DEFAULT_POLICY.maxAttempts

/** Number of crashed child processes after which a job fails, even if attempts are left. */
export const MAX_KILLS = 3

/** Wait after the first attempt, in milliseconds. Each further wait is four times as long. */
const FIRST_WAIT_MS = 1_000

/**
 * Returns the milliseconds between a failed attempt (1: the first) and the next attempt, or undefined after the last. The wait is
 * 1, 4, 16, 64 s and so on, up to the policy's maximum. `random` (0 to 1) varies the wait by up to 50 %, to spread jobs that
 * failed together.
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
