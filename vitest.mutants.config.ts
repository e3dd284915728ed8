import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const list = (name: string) => process.env[name]?.split(' ') ?? []
const inPlace = process.env['MUTANTS_FILES'] !== undefined

/** What `npm run mutants:deep` tries each mutant with: the tests of one part alone, named by `tests/mutants.ts`. */
export default defineConfig(async () => ({
  plugins: inPlace ? [await planned()] : [],
  test: {
    include: list('MUTANTS_TESTS'),
    setupFiles: ['tests/support/patience.ts'],
    restoreMocks: true,
    // Each mutant has a process of its own, or all share one: files need none besides.
    isolate: false,
    // A test that a busy machine cut short would count as one that noticed; one that waits for ever takes as long each time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The runner's own patience ends each try; one of Vitest's would end all of a test at once.
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
  const { instrument, instrumentedFiles } = await import('./tests/support/mutants/instrumented.ts')
  const { files, mutants } = await instrument(list('MUTANTS_FILES'))
  writeFileSync(process.env['MUTANTS_PLAN']!, JSON.stringify(mutants))
  return instrumentedFiles(files)
}

/** As the part names them; of those that a pattern found, deeper folders come first, for they hold the smaller tests. */
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
