import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureChromium } from './support/chromium.ts'
import { installEngines, reportMissingEngines } from './support/engines/find-engines.ts'
import { selectMutationTarget } from './support/mutants/mutation-targets.ts'
import { type OptionalResources, planStages, type RunStep, runStages } from './support/run-plan.ts'
import type { StepReport } from './support/run-report.ts'
import { runStep } from './support/run-step.ts'
import { RUN_NUMBER, SAMPLE_ONE_IN } from './support/sampling.ts'
import { findSharedDataTests } from './support/shared-data-tests.ts'
import { findSharedFolder } from './support/shared-folder.ts'

const env = { ...process.env, CHROMIUM_PATH: ensureChromium() }

/** Returns resources that not every checkout has: third-party data, and a Node installation named by `UNITS_NODE`. */
function findOptionalResources(): OptionalResources {
  const folder = process.env['UNITS_NODE']
  return {
    ...(findSharedFolder('data') && { shared: findSharedDataTests() }),
    ...(folder && { otherNode: { folder: resolve(folder), commits: RUN_NUMBER } }),
  }
}

/**
 * Runs the steps, by default up to the first stage with a failure, and returns the sum of their reports. A step without a report
 * counts as one test.
 */
async function runAll(): Promise<StepReport> {
  const total: StepReport = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const options = {
    ...findOptionalResources(),
    checksCoverage: process.argv.includes('--coverage'),
    ...(process.argv.includes('--mutants') && { mutationTarget: selectMutationTarget(RUN_NUMBER) }),
  }
  const skippedTests = await runStages(planStages(options), {
    keepGoing: process.argv.includes('--keep-going'),
    run: async (step, isAlone) => {
      const report = await run(step, isAlone)
      addReport(total, report)
      return report.failed === 0
    },
  })
  if (skippedTests.length > 0)
    console.log(
      `Not run after this failure: ${skippedTests.map(({ name }) => name).join(', ')}. npm test -- --keep-going runs all.`,
    )
  return total
}

function addReport(total: StepReport, { passed, failed, skipped, failures }: StepReport): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.failures.push(...failures)
}

async function run(step: RunStep, isAlone: boolean): Promise<StepReport> {
  const startTime = Date.now()
  const report = await runStep(step, env, isAlone)
  const seconds = Math.round((Date.now() - startTime) / 1000)
  console.log(`${step.name}: ${report.failed === 0 ? 'ok' : 'failed'} in ${seconds} s`)
  return report
}

rmSync('artifacts', { recursive: true, force: true })
mkdirSync('artifacts', { recursive: true })
if (process.env['INSTALL'] || process.env['CI']) installEngines()
reportMissingEngines()
console.log(
  SAMPLE_ONE_IN === 1
    ? 'Runs all slow tests.'
    : `Runs part ${(RUN_NUMBER % SAMPLE_ONE_IN) + 1} of ${SAMPLE_ONE_IN} of the slow tests. The part changes with each commit. ` +
        `DRAW=${RUN_NUMBER} repeats this part, DRAW=${RUN_NUMBER + 1} runs the next commit’s part, SAMPLE=1 runs all.`,
)
const { passed, failed, skipped, failures } = await runAll()
// Repeated at the end, because messages in the middle of a long run are easily missed.
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
