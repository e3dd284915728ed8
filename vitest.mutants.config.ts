import { defineConfig } from 'vitest/config'

/** What `npm run mutants:deep` tries each mutant with: the tests of one part alone, named by `tests/mutants.ts`. */
export default defineConfig({
  test: {
    include: process.env['MUTANTS_TESTS']?.split(',') ?? [],
    setupFiles: ['tests/support/patience.ts'],
    restoreMocks: true,
    // A test that a busy machine cut short would count as one that noticed; one that waits for ever takes as long each time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
