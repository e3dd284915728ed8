import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedMutant } from './instrumented.ts'
import type { Found } from './runner.ts'

/** What became of a mutant, in Stryker's words; `Pending` was not tried. */
export interface TriedMutant extends PlannedMutant {
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Pending'
}

/**
 * Tries every mutant of the files with the tests named by `MUTANTS_TESTS`, all in one process (`runner.ts`). Throws where the
 * tests do not pass as they are, or one of their files was not gone through: what was found then says nothing.
 */
export async function tryInPlace(files: readonly string[], skipsLoading: boolean): Promise<TriedMutant[]> {
  const folder = join('artifacts', `mutants-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [plan, order, found, log] = ['plan.json', 'order.json', 'found.jsonl', 'vitest.log'].map((it) =>
    join(folder, it),
  ) as [string, string, string, string]
  const written = openSync(log, 'w')
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const run = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.mutants.config.ts', '--maxWorkers=1'], {
    stdio: ['ignore', written, written],
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
  const told = lines.map((line) => JSON.parse(line) as Found)
  const ended = new Set(told.flatMap(({ test, failed }) => (failed ? [test] : [])))
  const due = existsSync(order) ? (JSON.parse(readFileSync(order, 'utf8')) as string[]) : ['all files']
  const failed = told.flatMap(({ failed = [] }) => failed.map((name) => `${name}: does not pass as it is`))
  const cut = due.filter((file) => !ended.has(file)).map((file) => `${file}: was not gone through`)
  if (failed.length + cut.length > 0)
    throw new Error(`Nothing is counted, see ${log}.\n${[...failed, ...cut].join('\n')}`)
  const all = (of: (it: Found) => readonly string[]) => new Set(told.flatMap(of))
  const [noticed, reached, untried] = [all((it) => it.noticed), all((it) => it.reached), all((it) => it.untried)]
  const statusOf = (id: string) => {
    if (noticed.has(id)) return 'Killed'
    if (reached.has(id)) return 'Survived'
    return untried.has(id) ? 'Pending' : 'NoCoverage'
  }
  const planned = JSON.parse(readFileSync(plan, 'utf8')) as PlannedMutant[]
  return planned.map((mutant) => ({ ...mutant, status: statusOf(mutant.id) }))
}
