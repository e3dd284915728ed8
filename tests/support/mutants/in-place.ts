import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedMutant } from './instrumented.ts'
import type { Found } from './runner.ts'

/** What became of a mutant, in Stryker's words; `Pending` was not tried. */
export interface TriedMutant extends PlannedMutant {
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Pending'
}

/** Tries every mutant of the files with the tests named by `MUTANTS_TESTS`, all in one process (`runner.ts`). */
export async function tryInPlace(files: readonly string[], skipsLoading: boolean): Promise<TriedMutant[]> {
  const folder = join('artifacts', `mutants-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [plan, found] = [join(folder, 'plan.json'), join(folder, 'found.jsonl')]
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const run = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.mutants.config.ts', '--maxWorkers=1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      MUTANTS_FILES: files.join(' '),
      MUTANTS_PLAN: plan,
      MUTANTS_FOUND: found,
      ...(skipsLoading && { MUTANTS_SKIP_LOADING: '1' }),
    },
  })
  await once(run, 'exit')
  const lines = readFileSync(found, 'utf8').trim().split('\n')
  const told = lines.map((line) => JSON.parse(line) as Found)
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
