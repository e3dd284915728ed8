import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/journeys/**'],
    setupFiles: ['tests/support/patience.ts', 'tests/support/seen.ts'],
    restoreMocks: true,
    // By itself it leaves a core free, which is half of a small machine.
    maxWorkers: '100%',
    // The first database of a run is made from scratch, which takes long on a small machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
