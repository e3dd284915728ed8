import type { TestInfo } from '@playwright/test'
import { isSampled } from '../support/sampling.ts'

const TAG = '@sampled'

/** Options of a journey that runs in every soak run, but only in one of five ordinary runs: the number of commits decides. */
export const SAMPLED_OPTIONS = { tag: TAG }

/** Fixture that skips a {@link SAMPLED_OPTIONS} journey of other commits. It precedes the fixtures that open a page. */
export const skipUnsampled = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
  async ({}, use: (value: undefined) => Promise<void>, { tags, titlePath, skip }: TestInfo) => {
    skip(tags.includes(TAG) && !isSampled(titlePath.join(' ')), 'run by other commits and in the soak')
    await use(undefined)
  },
  { auto: true },
] as const
