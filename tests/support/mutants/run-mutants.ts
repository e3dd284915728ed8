import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedMutant } from './instrument-files.ts'
import type { TestFindings } from './runner.ts'

/** Result of a mutant in Stryker's terms; `Pending`: the mutant was not tried. */
export interface TestedMutant extends PlannedMutant {
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Pending'
}

/**
 * Tries every mutant of the files with the tests named by `MUTANTS_TESTS`, all in one process (`runner.ts`). Throws if the tests
 * fail without a mutant or one of the files was not run, because the results would be meaningless.
 */
export async function runMutants(files: readonly string[], skipsLoading: boolean): Promise<TestedMutant[]> {
  const folder = join('artifacts', `mutants-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [plan, order, found, log] = ['plan.json', 'order.json', 'found.jsonl', 'vitest.log'].map((it) =>
    join(folder, it),
  ) as [string, string, string, string]
  const logFile = openSync(log, 'w')
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const run = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.mutants.config.ts', '--maxWorkers=1'], {
    stdio: ['ignore', logFile, logFile],
    env: {
      ...process.env,
      MUTANTS_FILES: files.join(' '),
      MUTANTS_PLAN: plan,
      MUTANTS_ORDER: order,
      MUTANTS_FOUND: found,
      ...(skipsLoading && { MUTANTS_SKIP_LOADING: '1' }),
    },
  })
  await once(run, 'exit')
  const lines = existsSync(found) ? readFileSync(found, 'utf8').trim().split('\n') : []
  const findings = lines.map((line) => JSON.parse(line) as TestFindings)
  const finishedFiles = new Set(findings.flatMap(({ test, failed }) => (failed ? [test] : [])))
  const expectedFiles = existsSync(order) ? (JSON.parse(readFileSync(order, 'utf8')) as string[]) : ['all files']
  const failed = findings.flatMap(({ failed = [] }) => failed.map((name) => `${name}: does not pass as it is`))
  const skippedFiles = expectedFiles
    .filter((file) => !finishedFiles.has(file))
    .map((file) => `${file}: was not gone through`)
  if (failed.length + skippedFiles.length > 0)
    throw new Error(`Nothing is counted, see ${log}.\n${[...failed, ...skippedFiles].join('\n')}`)
  const all = (of: (it: TestFindings) => readonly string[]) => new Set(findings.flatMap(of))
  const [killedIds, coveredIds, untried] = [all((it) => it.killed), all((it) => it.covered), all((it) => it.skipped)]
  const statusOf = (id: string) => {
    if (killedIds.has(id)) return 'Killed'
    if (coveredIds.has(id)) return 'Survived'
    return untried.has(id) ? 'Pending' : 'NoCoverage'
  }
  const planned = JSON.parse(readFileSync(plan, 'utf8')) as PlannedMutant[]
  return planned.map((mutant) => ({ ...mutant, status: statusOf(mutant.id) }))
}
