import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { selectPostgresSuites } from './tests/support/postgres-suites.ts'
import { TestSequencer } from './tests/support/test-sequencer.ts'

// Dates in tests are those of one time zone. Set `TZ` to try another.
process.env.TZ ??= 'UTC'

const SETUP = [
  'tests/support/fail-on-output.ts',
  'tests/support/reset-page.ts',
  'tests/support/fail-on-leaks.ts',
  'tests/support/restore-after-tests.ts',
  'tests/support/wait-timeouts.ts',
  'tests/support/record-coverage.ts',
]

/** Tests that run twice: on PGlite in memory and on a real PostgreSQL server. */
const TWICE = selectPostgresSuites()

/**
 * Tests without side effects on later ones. One process runs many of them. It reuses loaded modules and the database of the
 * previous test (`tests/support/memory-store.ts`).
 */
const TOGETHER = [
  // Tests that replace the device's storage need their own process, because it is opened at first use. The test of the custom
  // element draws a stage and waits for its frames.
  'tests/{ui,machines,files}/**/!(device-storage|draft|use-saved-views|element).test.{ts,tsx}',
  'tests/api/contract/**/*.test.ts',
  'tests/server/{assets,auth,client,handlers,jobs,mail,model-work,render,textures,webhooks}/**/*.test.ts',
  // The test of the listener stops processes.
  'tests/server/http/**/!(listen).test.ts',
  // Tests of hostile archives measure memory and run alone.
  'tests/server/{files,transfer}/**/!(hostile-archives).test.ts',
  'tests/server/{authorisation,concurrency,deleted-references,every-call,headers,hosts,secrets,text-fields}.test.ts',
  'tests/server/boot/{app,maintenance}.test.ts',
]

export default defineConfig({
  // The package name resolves to the CommonJS build in Node. That build requires three's CommonJS build, which is deprecated and
  // prints a warning.
  resolve: {
    alias: { '@react-three/fiber': resolve('node_modules/@react-three/fiber/dist/react-three-fiber.esm.js') },
  },
  test: {
    setupFiles: SETUP,
    restoreMocks: true,
    server: { deps: { inline: [/node_modules\/@react-three\//] } },
    // By default Vitest leaves one core free, which is half of a small machine.
    maxWorkers: '100%',
    sequence: { sequencer: TestSequencer },
    // Timeouts end tests that hang, not slow ones: other processes may use most of a small machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/journeys/**', ...TOGETHER],
        },
      },
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
      ...(TWICE.length > 0
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: TWICE,
                globalSetup: 'tests/support/postgres-suites.ts',
                setupFiles: ['tests/support/assign-postgres-urls.ts'],
              },
            },
          ]
        : []),
    ],
  },
})
