import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { ExercisedNames } from './record-coverage.ts'
import { checkCoverage, checkExercisedNames, type MeasuredCoverage } from './whole-run-checks.ts'

/** Output file of a whole run: one finding a line, added to the report of the run. */
export const WHOLE_RUN_FAULTS_PATH = 'artifacts/whole-run.txt'

/** Tests with random calls. Another commit may sample other calls, so their calls do not count. */
const SAMPLED_TESTS = /^tests\/soak\//

/** Subset of istanbul's coverage map. */
interface CoverageMap {
  files(): string[]
  fileCoverageFor(file: string): {
    toSummary(): { data: Record<'lines' | 'branches', { pct: number; total: number; covered: number }> }
  }
}

/**
 * Reports files below their minimum coverage, endpoints without a successful call, and machines without an approved record.
 * Use only in a whole run of the unit tests.
 */
export class WholeRunReporter implements Reporter {
  onCoverage(coverage: unknown): void {
    const map = coverage as CoverageMap
    const measuredFiles = map.files().map((file): [string, MeasuredCoverage] => {
      const { lines, branches } = map.fileCoverageFor(file).toSummary().data
      return [
        relative(process.cwd(), file),
        { lines: lines.pct, branches: branches.pct, missed: branches.total - branches.covered },
      ]
    })
    reportFaults(checkCoverage(Object.fromEntries(measuredFiles), existsSync))
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const machines = readdirSync('src/machines').flatMap((file) => /^(.*)\.machine\.ts$/.exec(file)?.[1] ?? [])
    const exercised = modules.flatMap((module): ExercisedNames[] => {
      const names = module.meta().seen
      if (!names) return []
      return [
        SAMPLED_TESTS.test(module.relativeModuleId) || module.project.name === 'postgres'
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
