import { defineConfig, mergeConfig } from 'vitest/config'
import { COVERAGE_THRESHOLDS } from './tests/support/coverage-thresholds.ts'
import { WholeRunReporter } from './tests/support/whole-run-reporter.ts'
import units from './vitest.config.ts'

/**
 * Configuration of the units in `npm test`: runs all of them, and reports endpoints and machines that no test exercised. With
 * `--coverage`, also checks the minimum coverage of each folder.
 */
export default mergeConfig(
  units,
  defineConfig({
    test: {
      coverage: {
        include: ['src/**/*.{ts,tsx}', 'server/**/*.ts'],
        thresholds: COVERAGE_THRESHOLDS,
        reporter: ['json-summary'],
        reportsDirectory: 'artifacts/coverage',
      },
      reporters: ['default', ['json', { outputFile: 'artifacts/units.json' }], new WholeRunReporter()],
    },
  }),
)
