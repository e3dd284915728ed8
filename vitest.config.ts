import { defineConfig } from 'vitest/config'
import { AlikeInARow } from './tests/support/alike-in-a-row.ts'
import { suitesOverPostgres } from './tests/support/over-postgres.ts'

const SETUP = ['tests/support/fresh-page.ts', 'tests/support/patience.ts', 'tests/support/seen.ts']

/** Tests that are gone through twice: over PGlite in memory, and over a real PostgreSQL server. */
const TWICE = suitesOverPostgres()

/**
 * Tests that keep nothing for the next: one process goes through many of them, with the modules it has loaded, and with the
 * database that the last one gave back (`tests/support/memory-store.ts`).
 */
const TOGETHER = [
  // Of the device, its store is opened at first use: a process of their own for tests that stand in for it. An element brings a stage
  // that is drawn, and waits for its frames.
  'tests/{ui,machines,files}/**/!(on-device|use-views|element).test.{ts,tsx}',
  'tests/api/contract/**/*.test.ts',
  'tests/server/{assets,auth,client,handlers,http,jobs,mail,render,textures,webhooks}/**/*.test.ts',
  // Of archives, memory is measured.
  'tests/server/{files,transfer}/**/!(hostile-archives).test.ts',
  'tests/server/{app,at-once,authorisation,every-call,gone-meanwhile,headers,hosts,input,secrets,sweep,text-fields}.test.ts',
]

export default defineConfig({
  test: {
    setupFiles: SETUP,
    restoreMocks: true,
    // By itself it leaves a core free, which is half of a small machine.
    maxWorkers: '100%',
    sequence: { sequencer: AlikeInARow },
    // What hangs is ended, and nothing that is only slow: of a small machine others may want most.
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
                globalSetup: 'tests/support/over-postgres.ts',
                setupFiles: ['tests/support/in-postgres.ts'],
              },
            },
          ]
        : []),
    ],
  },
})
