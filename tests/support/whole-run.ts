import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Seen } from './seen.ts'
import { type Covered, faultsOfCoverage, faultsOfSeen } from './whole-run-faults.ts'

/** Where what a whole run finds is kept, a line each, for whoever sums up the run. */
export const WHOLE_RUN_FAULTS = 'artifacts/whole-run.txt'

/** Tests that draw what they do: another commit may draw other calls, so that theirs hold nothing. */
const DRAWN = /^tests\/soak\//

/** As much of istanbul's map of coverage as is read here. */
interface CoverageMap {
  files(): string[]
  fileCoverageFor(file: string): {
    toSummary(): { data: Record<'lines' | 'branches', { pct: number; total: number; covered: number }> }
  }
}

/**
 * Judges what a whole run of the units went through, by what its processes told: files below their floor, calls that no test
 * made, machines that followed no approved record. With a part of the tests it would find all of these.
 */
export class WholeRun implements Reporter {
  onCoverage(coverage: unknown): void {
    const map = coverage as CoverageMap
    const covered = map.files().map((file): [string, Covered] => {
      const { lines, branches } = map.fileCoverageFor(file).toSummary().data
      return [
        relative(process.cwd(), file),
        { lines: lines.pct, branches: branches.pct, missed: branches.total - branches.covered },
      ]
    })
    tell(faultsOfCoverage(Object.fromEntries(covered), existsSync))
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const machines = readdirSync('src/machines').flatMap((file) => /^(.*)\.machine\.ts$/.exec(file)?.[1] ?? [])
    const seen = modules.flatMap((module): Seen[] => {
      const it = module.meta().seen
      if (!it) return []
      return [DRAWN.test(module.relativeModuleId) || module.project.name === 'postgres' ? { ...it, calls: [] } : it]
    })
    tell(faultsOfSeen(seen, machines))
  }
}

function tell(faults: readonly string[]): void {
  if (faults.length === 0) return
  for (const fault of faults) console.error(fault)
  mkdirSync(dirname(WHOLE_RUN_FAULTS), { recursive: true })
  appendFileSync(WHOLE_RUN_FAULTS, faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = 1
}
