import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Dates in tests are those of one time zone, as in `vitest.config.ts`.
process.env.TZ ??= 'UTC'

const list = (name: string) => process.env[name]?.split(' ') ?? []
const inPlace = process.env['MUTANTS_FILES'] !== undefined

/** Configuration of `npm run mutants:deep`: runs only the tests of one group, named by `tests/mutants.ts`. */
export default defineConfig(async () => ({
  plugins: inPlace ? [await planned()] : [],
  resolve: {
    // The same build as in `vitest.config.ts`.
    alias: { '@react-three/fiber': resolve('node_modules/@react-three/fiber/dist/react-three-fiber.esm.js') },
  },
  test: {
    include: list('MUTANTS_TESTS'),
    setupFiles: ['reset-page', 'restore-after-tests', 'wait-timeouts'].map((name) => `tests/support/${name}.ts`),
    ...(process.env['MUTANTS_SKIPPED_TESTS'] && {
      testNamePattern: `^(?!.*(${process.env['MUTANTS_SKIPPED_TESTS']}))`,
    }),
    restoreMocks: true,
    server: { deps: { inline: [/node_modules\/@react-three\//] } },
    // Each mutant has its own process, or all share one: test files need no further isolation.
    isolate: false,
    // A test that times out on a busy machine would count as having noticed the mutant. A longer timeout costs as much for each
    // mutant that hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The runner limits each try itself. Vitest's timeout would end all tries of a test.
    ...(inPlace && {
      testTimeout: 0,
      hookTimeout: 0,
      runner: 'tests/support/mutants/runner.ts',
      fileParallelism: false,
      sequence: { sequencer: CheapFirst },
    }),
  },
}))

async function planned() {
  const { instrumentFiles, instrumentedFilesPlugin } = await import('./tests/support/mutants/instrument-files.ts')
  const { files, mutants } = await instrumentFiles(list('MUTANTS_FILES'))
  writeFileSync(process.env['MUTANTS_PLAN']!, JSON.stringify(mutants))
  return instrumentedFilesPlugin(files)
}

/**
 * Sorts files as the group names them. Among files that match one pattern, deeper folders come first: they have the smaller
 * tests.
 */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const names = files.map(({ moduleId }) => relative(process.cwd(), moduleId))
    writeFileSync(process.env['MUTANTS_ORDER']!, JSON.stringify(names))
    const order = list('MUTANTS_TESTS')
    const depth = ({ moduleId }: TestSpecification) => moduleId.split('/').length
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(process.cwd(), moduleId))
    return files.sort((a, b) => place(a) - place(b) || depth(b) - depth(a) || a.moduleId.localeCompare(b.moduleId))
  }
}
