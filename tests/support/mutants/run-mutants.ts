import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedMutant } from './instrument-files.ts'
import type { TestFindings } from './runner.ts'

/** Result of a mutant in Stryker's terms. `Pending` means that the mutant was not tried. */
export interface TestedMutant extends PlannedMutant {
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Pending'
}

/**
 * Tries every mutant of the files with the tests named by `MUTANTS_TESTS`, all in one process (`runner.ts`). Throws if the tests
 * fail without a mutant or a test file was not run, because the results would be meaningless.
 */
export async function runMutants(files: readonly string[], skipsLoading: boolean): Promise<TestedMutant[]> {
  const folder = join('artifacts', `mutants-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [plan, order, findingsFile, log] = ['plan.json', 'order.json', 'found.jsonl', 'vitest.log'].map((it) =>
    join(folder, it),
  ) as [string, string, string, string]
  const logFile = openSync(log, 'w')
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.mutants.config.ts', '--maxWorkers=1'], {
    stdio: ['ignore', logFile, logFile],
    env: {
      ...process.env,
      MUTANTS_FILES: files.join(' '),
      MUTANTS_PLAN: plan,
      MUTANTS_ORDER: order,
      MUTANTS_FOUND: findingsFile,
      ...(skipsLoading && { MUTANTS_SKIP_LOADING: '1' }),
    },
  })
  await once(child, 'exit')
  const lines = existsSync(findingsFile) ? readFileSync(findingsFile, 'utf8').trim().split('\n') : []
  const findings = lines.map((line) => JSON.parse(line) as TestFindings)
  const finishedFiles = new Set(findings.flatMap(({ test, failed }) => (failed ? [test] : [])))
  const expectedFiles = existsSync(order) ? (JSON.parse(readFileSync(order, 'utf8')) as string[]) : ['all files']
  const failed = findings.flatMap(({ failed = [] }) => failed.map((name) => `${name}: fails without a mutant`))
  const skippedFiles = expectedFiles.filter((file) => !finishedFiles.has(file)).map((file) => `${file}: was not run`)
  if (failed.length + skippedFiles.length > 0)
    throw new Error(`The results are not valid, see ${log}.\n${[...failed, ...skippedFiles].join('\n')}`)
  const collectIds = (select: (it: TestFindings) => readonly string[]) => new Set(findings.flatMap(select))
  const [killedIds, coveredIds, skippedIds] = [
    collectIds((it) => it.killed),
    collectIds((it) => it.covered),
    collectIds((it) => it.skipped),
  ]
  const statusOf = (id: string) => {
    if (killedIds.has(id)) return 'Killed'
    if (coveredIds.has(id)) return 'Survived'
    return skippedIds.has(id) ? 'Pending' : 'NoCoverage'
  }
  const planned = JSON.parse(readFileSync(plan, 'utf8')) as PlannedMutant[]
  return planned.map((mutant) => ({ ...mutant, status: statusOf(mutant.id) }))
}
