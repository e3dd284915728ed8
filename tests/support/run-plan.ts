import { existsSync, readFileSync } from 'node:fs'
import { readJourneys, readUnits, type StepReport } from './run-report.ts'
import { WHOLE_RUN_FAULTS } from './whole-run.ts'

/** A step: a program of `node_modules/.bin`, and how its report is read. */
export interface Step {
  readonly name: string
  readonly command: [program: string, ...options: string[]]
  readonly report?: () => StepReport
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/**
 * What `npm test` runs, one stage after the other: style and types each beside a build, which leaves much of a second core
 * free; units; and journeys in a real browser. The lanes of a stage go side by side, the steps of a lane one after the other.
 */
export const STAGES: readonly (readonly (readonly Step[])[])[] = [
  [
    [{ name: 'build', command: ['vite', 'build', '--logLevel=warn'] }],
    [{ name: 'style', command: ['biome', 'check', '.'] }],
  ],
  [
    [
      { name: 'viewer', command: ['vite', 'build', '--mode=viewer', '--logLevel=error'] },
      { name: 'viewer types', command: ['tsx', 'viewer/types.ts'] },
    ],
    // The build writes the tree of routes, which is in no checkout: read beside it, it is missing, or that of another day.
    [{ name: 'types', command: ['tsc', '--noEmit'] }],
  ],
  [
    [
      {
        name: 'units',
        command: ['vitest', 'run', '--config=vitest.whole.config.ts'],
        report: () => withFound(readUnits(read('artifacts/units.json')), WHOLE_RUN_FAULTS),
      },
    ],
  ],
  [
    [
      {
        name: 'journeys',
        command: ['playwright', 'test'],
        report: () => readJourneys(read('artifacts/journeys.json')),
      },
    ],
  ],
]

/** A report with what was found beside the tests, a line of the file each. */
function withFound(report: StepReport, file: string): StepReport {
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { ...report, failed: report.failed + found.length, faults: [...report.faults, ...found] }
}

/**
 * Goes through the stages one after the other: their lanes side by side, the steps of a lane one after the other. `run` is told
 * whether the step is of the only lane.
 */
export async function runInTurn<S>(
  stages: readonly (readonly (readonly S[])[])[],
  run: (step: S, alone: boolean) => Promise<void>,
): Promise<void> {
  for (const lanes of stages)
    await Promise.all(
      lanes.map(async (steps) => {
        for (const step of steps) await run(step, lanes.length === 1)
      }),
    )
}
