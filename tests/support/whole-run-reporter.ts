import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { findMachineFiles } from '../../vite/machine-files.ts'
import type { ExercisedNames } from './record-coverage.ts'
import { checkExercisedNames } from './whole-run-checks.ts'

/** Output file of a whole run, with one finding per line. The report of the run includes these findings. */
export const WHOLE_RUN_FAULTS_PATH = 'artifacts/whole-run.txt'

/** Tests with random calls. Another commit may sample other calls, so their calls do not count. */
const RANDOM_TESTS = /^tests\/soak\//

/**
 * Reports endpoints that no test called successfully, and machines whose approved record (`tests/machines/approved`) no test
 * replayed. Use only in a whole run of the unit tests.
 */
export class WholeRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const machines = [...findMachineFiles().keys()]
    const exercised = modules.flatMap((module): ExercisedNames[] => {
      const names = module.meta().exercised
      if (!names) return []
      return [
        RANDOM_TESTS.test(module.relativeModuleId) || module.project.name === 'postgres'
          ? { ...names, calls: [] }
          : names,
      ]
    })
    reportFaults(checkExercisedNames(exercised, machines))
  }
}

function reportFaults(faults: readonly string[]): void {
  if (faults.length === 0) return
  for (const fault of faults) console.error(fault)
  mkdirSync(dirname(WHOLE_RUN_FAULTS_PATH), { recursive: true })
  appendFileSync(WHOLE_RUN_FAULTS_PATH, faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = 1
}
