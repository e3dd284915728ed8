import { existsSync, readFileSync } from 'node:fs'
import { readJourneys, readUnits, type StepReport } from './run-report.ts'
import { WHOLE_RUN_FAULTS } from './whole-run.ts'

/** What a plan says of a step. */
export interface Planned {
  readonly name: string
  /** Another step, of this stage or an earlier one, that makes what this one reads. */
  readonly after?: string
}

/** A step: a program of `node_modules/.bin`, and how its report is read. */
export interface Step extends Planned {
  readonly command: [program: string, ...options: string[]]
  readonly report?: () => StepReport
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/**
 * What `npm test` runs, one stage after the other: style and types beside the builds, which leave much of a second core free;
 * units; and journeys in a real browser. The lanes of a stage go side by side, the steps of a lane one after the other.
 */
export const STAGES: readonly (readonly (readonly Step[])[])[] = [
  [
    [
      { name: 'build', command: ['vite', 'build', '--logLevel=warn'] },
      { name: 'viewer', command: ['vite', 'build', '--mode=viewer', '--logLevel=error'] },
      { name: 'viewer types', command: ['tsx', 'viewer/types.ts'] },
    ],
    [
      { name: 'style', command: ['biome', 'check', '.'] },
      // The build writes the tree of routes, which is in no checkout: read beside it, it is missing, or that of another day.
      { name: 'types', command: ['tsc', '--noEmit'], after: 'build' },
    ],
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
 * Goes through the stages one after the other: their lanes side by side, the steps of a lane one after the other, each once what it
 * comes `after` has ended. `run` is told whether the step is of the only lane. Throws where a step comes after one that is not there.
 */
export async function runInTurn<S extends Planned>(
  stages: readonly (readonly (readonly S[])[])[],
  run: (step: S, alone: boolean) => Promise<void>,
): Promise<void> {
  const ends = new Map<string, { over: Promise<void>; end: () => void }>()
  for (const { name } of stages.flat(2)) {
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    ends.set(name, { over, end })
  }
  for (const lanes of stages)
    await Promise.all(
      lanes.map(async (steps) => {
        for (const step of steps) {
          if (step.after !== undefined) {
            const before = ends.get(step.after)
            if (!before) throw new Error(`There is no step ${step.after}.`)
            await before.over
          }
          await run(step, lanes.length === 1).finally(() => ends.get(step.name)?.end())
        }
      }),
    )
}
