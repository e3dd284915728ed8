import type { TestInfo } from '@playwright/test'
import { isSampled } from '../support/sampling.ts'

const TAG = '@sampled'

/** Options of a sampled test. Soak runs include every sampled test. Other runs include one in five, depending on the commit. */
export const SAMPLED_OPTIONS = { tag: TAG }

/**
 * Fixture that skips a test with {@link SAMPLED_OPTIONS} if the test is not selected for the current commit. Declared before the
 * fixtures that open a page.
 */
export const skipUnsampled = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
  async ({}, use: (value: undefined) => Promise<void>, { tags, titlePath, skip }: TestInfo) => {
    skip(
      tags.includes(TAG) && !isSampled(titlePath.join(' ')),
      'not selected for this commit; a soak run includes this test',
    )
    await use(undefined)
  },
  { auto: true },
] as const
