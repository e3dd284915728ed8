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

/** Lanes that run in parallel. The steps of a lane run in order. */
type RunStage = readonly (readonly RunStep[])[]

export interface OptionalResources {
  /** Test files that read external data, if this machine has the data. */
  readonly shared?: { units: readonly string[]; journeys: readonly string[] }
  /** Folder of another Node version's binaries. The number of commits selects the half of the unit tests for that version. */
  readonly otherNode?: { folder: string; commits: number }
}

export interface PlanOptions extends OptionalResources {
  /** Whether to check the minimum coverage of each folder, which makes the unit tests a sixth slower. */
  readonly checksCoverage?: boolean
  /** Target of `tests/support/mutants/mutation-targets.ts` whose score is compared with its minimum. */
  readonly mutationTarget?: string
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Hides the external data, because the result of a run must not depend on whether a machine has these data. */
const NO_SHARED_DATA_ENV = { SHARED_DIR: '/nonexistent' }

const readUnitReport = (file: string) => () => toUnitStepReport(readJson(file))
const readJourneyReport = (file: string) => () => toJourneyStepReport(readJson(file))

/**
 * Returns the stages of `npm test` in order. Style and type checks each run in parallel with a build, which leaves much of a
 * second core free. Unit tests and browser tests follow, without external data. Then the tests that use external data run with
 * the data, and half of the unit tests run on another Node version.
 */
export const planStages = ({
  shared,
  otherNode,
  checksCoverage = false,
  mutationTarget,
}: PlanOptions): readonly RunStage[] => [
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
    // Runs after the build that writes the route tree. The route tree is not in Git, and the type check needs it.
    [{ name: 'types', command: ['tsc', '--noEmit'] }],
  ],
  singleStepStage({
    name: 'units',
    command: ['vitest', 'run', '--config=vitest.whole.config.ts', ...(checksCoverage ? ['--coverage'] : [])],
    env: NO_SHARED_DATA_ENV,
    report: () => addFindings(toUnitStepReport(readJson('artifacts/units.json')), WHOLE_RUN_FAULTS_PATH),
  }),
  singleStepStage({
    name: 'journeys',
    command: ['playwright', 'test'],
    env: NO_SHARED_DATA_ENV,
    report: readJourneyReport('artifacts/journeys.json'),
  }),
  ...(shared ? planSharedStages(shared) : []),
  ...(otherNode ? [planOtherNodeStage(otherNode)] : []),
  ...(mutationTarget
    ? [singleStepStage({ name: `mutants of ${mutationTarget}`, command: ['tsx', 'tests/mutants.ts', mutationTarget] })]
    : []),
]

const singleStepStage = (step: RunStep): RunStage => [[step]]

const reportUnitsTo = (file: string) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]

const planSharedStages = ({ units, journeys }: NonNullable<OptionalResources['shared']>): RunStage[] => [
  singleStepStage({
    name: 'units with external data',
    command: [
      'vitest',
      'run',
      '--project=apart',
      '--project=together',
      ...reportUnitsTo('artifacts/shared-units.json'),
      ...units,
    ],
    report: readUnitReport('artifacts/shared-units.json'),
  }),
  singleStepStage({
    name: 'journeys with external data',
    command: ['playwright', 'test', '--output=artifacts/shared-journeys', ...journeys],
    env: { JOURNEYS_REPORT: 'artifacts/shared-journeys.json' },
    report: readJourneyReport('artifacts/shared-journeys.json'),
  }),
]

/** Runs the server's unit tests on even commits, and all other unit tests on odd commits. */
function planOtherNodeStage({ folder, commits }: NonNullable<OptionalResources['otherNode']>): RunStage {
  const half = commits % 2 === 0 ? ['tests/server/'] : ['--exclude=tests/server/**']
  return singleStepStage({
    name: `units on another Node version, ${commits % 2 === 0 ? 'only server tests' : 'without server tests'}`,
    command: [
      'vitest',
      'run',
      '--project=apart',
      '--project=together',
      ...reportUnitsTo('artifacts/other-node.json'),
      ...half,
    ],
    env: { ...NO_SHARED_DATA_ENV, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    report: readUnitReport('artifacts/other-node.json'),
  })
}

/** Adds findings outside the tests to a report, one for each line of the file. */
function addFindings(report: StepReport, file: string): StepReport {
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { ...report, failed: report.failed + found.length, failures: [...report.failures, ...found] }
}

export interface RunStagesOptions<S> {
  /** Runs a step and resolves to whether it succeeded. `isAlone` is whether the stage has only one lane. */
  run: (step: S, isAlone: boolean) => Promise<boolean>
  /** Whether later stages run although a step failed. */
  keepGoing: boolean
}

/** Runs the stages in order, up to the first stage with a failed step. Returns the steps that did not run. */
export async function runStages<S>(
  stages: readonly (readonly (readonly S[])[])[],
  { run, keepGoing }: RunStagesOptions<S>,
): Promise<S[]> {
  for (const [index, lanes] of stages.entries()) {
    const results = await Promise.all(
      lanes.map(async (steps) => {
        let succeeded = true
        for (const step of steps) succeeded = (await run(step, lanes.length === 1)) && succeeded
        return succeeded
      }),
    )
    if (!keepGoing && results.includes(false)) return stages.slice(index + 1).flat(2)
  }
  return []
}
