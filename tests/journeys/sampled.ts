import type { TestInfo } from '@playwright/test'
import { isSampled } from '../support/sampling.ts'

const TAG = '@sampled'

/**
 * Options of a sampled test. Every soak run includes the test, but only one in five ordinary runs does, depending on the number
 * of commits.
 */
export const SAMPLED_OPTIONS = { tag: TAG }

/**
 * Fixture that skips a test with {@link SAMPLED_OPTIONS} if the current commit does not run it. Precedes the fixtures that open a
 * page.
 */
export const skipUnsampled = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
  async ({}, use: (value: undefined) => Promise<void>, { tags, titlePath, skip }: TestInfo) => {
    skip(tags.includes(TAG) && !isSampled(titlePath.join(' ')), 'run by other commits and in the soak')
    await use(undefined)
  },
  { auto: true },
] as const
