import { existsSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { type StepReport, toJourneyStepReport, toUnitStepReport } from './run-report.ts'
import { WHOLE_RUN_FAULTS_PATH } from './whole-run-reporter.ts'

/** Step of a run: a program of `node_modules/.bin`, additional environment variables, and a reader for its report. */
export interface RunStep {
  readonly name: string
  readonly command: [program: string, ...options: string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly report?: () => StepReport
}

/** Lanes of a stage run in parallel, the steps of a lane in order. */
type RunStage = readonly (readonly RunStep[])[]

/** Resources of this run that not every checkout has. */
export interface OptionalResources {
  /** Test files that read external data, if this machine has those data. */
  readonly shared?: { units: readonly string[]; journeys: readonly string[] }
  /** Folder of another Node's binaries, and the number of commits, which selects the half of the units to run on it. */
  readonly otherNode?: { folder: string; commits: number }
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Hides the external data: the result of a run must not depend on whether a machine has them. */
const NO_SHARED_DATA_ENV = { SHARED_DIR: '/nonexistent' }

const readUnitsOf = (file: string) => () => toUnitStepReport(readJson(file))
const readJourneysOf = (file: string) => () => toJourneyStepReport(readJson(file))

/**
 * Returns the stages of `npm test` in order. Style and types each run alongside a build, which leaves much of a second core free.
 * Units and journeys in a real browser follow, both without external data. Then the tests that read those data run with them, and
 * part of the units on another Node.
 */
export const planStages = ({ shared, otherNode }: OptionalResources): readonly RunStage[] => [
  [
    [{ name: 'build', command: ['vite', 'build', '--logLevel=warn'] }],
    // The default reporter writes its summary to stderr, which fails a step.
    [
      { name: 'style', command: ['biome', 'check', '--reporter=summary', '.'] },
      { name: 'plain English', command: ['tsx', 'tests/prose.ts'] },
    ],
  ],
  [
    [
      { name: 'viewer', command: ['vite', 'build', '--mode=viewer', '--logLevel=error'] },
      { name: 'viewer types', command: ['tsx', 'viewer/types.ts'] },
    ],
    // The build writes the route tree, which is not in Git. Checked in parallel, it would be missing or outdated.
    [{ name: 'types', command: ['tsc', '--noEmit'] }],
  ],
  singleStepStage({
    name: 'units',
    command: ['vitest', 'run', '--config=vitest.whole.config.ts'],
    env: NO_SHARED_DATA_ENV,
    report: () => addFindings(toUnitStepReport(readJson('artifacts/units.json')), WHOLE_RUN_FAULTS_PATH),
  }),
  singleStepStage({
    name: 'journeys',
    command: ['playwright', 'test'],
    env: NO_SHARED_DATA_ENV,
    report: readJourneysOf('artifacts/journeys.json'),
  }),
  ...(shared ? sharedStages(shared) : []),
  ...(otherNode ? [otherNodeStage(otherNode)] : []),
]

const singleStepStage = (step: RunStep): RunStage => [[step]]

const unitsInto = (file: string) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]

const sharedStages = ({ units, journeys }: NonNullable<OptionalResources['shared']>): RunStage[] => [
  singleStepStage({
    name: 'units with other people’s data',
    command: [
      'vitest',
      'run',
      '--project=apart',
      '--project=together',
      ...unitsInto('artifacts/shared-units.json'),
      ...units,
    ],
    report: readUnitsOf('artifacts/shared-units.json'),
  }),
  singleStepStage({
    name: 'journeys with other people’s data',
    command: ['playwright', 'test', '--output=artifacts/shared-journeys', ...journeys],
    env: { JOURNEYS_REPORT: 'artifacts/shared-journeys.json' },
    report: readJourneysOf('artifacts/shared-journeys.json'),
  }),
]

/** Runs the server's units on even commits, and all others on odd ones. */
function otherNodeStage({ folder, commits }: NonNullable<OptionalResources['otherNode']>): RunStage {
  const half = commits % 2 === 0 ? ['tests/server/'] : ['--exclude=tests/server/**']
  return singleStepStage({
    name: `units on another Node, ${commits % 2 === 0 ? 'those of the server' : 'all but those of the server'}`,
    command: [
      'vitest',
      'run',
      '--project=apart',
      '--project=together',
      ...unitsInto('artifacts/other-node.json'),
      ...half,
    ],
    env: { ...NO_SHARED_DATA_ENV, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    report: readUnitsOf('artifacts/other-node.json'),
  })
}

/** Adds findings outside the tests to a report, one for each line of the file. */
function addFindings(report: StepReport, file: string): StepReport {
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { ...report, failed: report.failed + found.length, failures: [...report.failures, ...found] }
}

/** Runs the stages in order. Passes `run` whether its stage has only one lane. */
export async function runStages<S>(
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
