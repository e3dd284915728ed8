import type { TestInfo } from '@playwright/test'
import { isSampled } from '../support/drawn.ts'

const TAG = '@sampled'

/** Details of a journey that one ordinary run in five makes, by the commit, and every soak. */
export const SAMPLED = { tag: TAG }

/** The fixture that skips a {@link SAMPLED} journey that was not drawn; it stands before those that open a page. */
export const skipUndrawn = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
  async ({}, use: (nothing: undefined) => Promise<void>, { tags, titlePath, skip }: TestInfo) => {
    skip(tags.includes(TAG) && !isSampled(titlePath.join(' ')), 'drawn in other runs, and in the soak')
    await use(undefined)
  },
  { auto: true },
] as const
