import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { MUTATION_TARGETS, type MutationTarget } from './support/mutants/mutation-targets.ts'
import { runMutants } from './support/mutants/run-mutants.ts'

/** A mutant and its result, as Stryker and {@link runMutants} report it. */
interface Mutant {
  fileName: string
  mutatorName: string
  replacement?: string | undefined
  location: { start: { line: number; column: number } }
  status: string
}

/** Runs Stryker with its own process for each mutant, which is slow. */
const runStryker = (name: string, files: readonly string[]): Promise<Mutant[]> =>
  new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // The target names its tests. Searching all tests for those that import a file takes longer than running the tests.
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    // This file does not exist. Stryker would rewrite the real file with an API that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    // Mutates code that runs at load time too, such as constants of a module.
    ignoreStatic: false,
    concurrency: Number(process.env['MUTANTS_AT_ONCE'] ?? 2),
    reporters: ['progress-append-only'],
    // A slow machine must not count as a killed mutant. The hit limit stops endless loops.
    timeoutMS: 90_000,
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ['/artifacts', '/dist', '/.data*', '/demo/models'],
    tempDirName: `artifacts/mutants-${name}`,
    warnings: false,
  }).runMutationTest()

/**
 * Runs `npm run mutants:deep`: applies every Stryker mutation to a target, one at a time, and lists mutants that no test kills.
 * Arguments after `--`: a target, then optional files of the target (`-- rules src/machines/filters/filters.ts`), then optional
 * test files that replace the target's tests. Without arguments, runs all targets. `--apart` gives each mutant its own process.
 */
async function run(
  name: string,
  target: MutationTarget,
  fileNames: readonly string[],
  isIsolated: boolean,
): Promise<boolean> {
  const { minScorePercent, minScorePercentByFile = {}, skipsLoadTimeMutants = false, skippedTests } = target
  const files = fileNames.filter((file) => !file.startsWith('tests/'))
  const testFiles = fileNames.filter((file) => file.startsWith('tests/'))
  const tests = testFiles.length > 0 ? testFiles : target.tests
  const mutated = files.length > 0 ? files : target.mutate
  // Read by `vitest.mutants.config.ts`, also in the processes that Stryker starts.
  process.env['MUTANTS_TESTS'] = tests.join(' ')
  process.env['MUTANTS_SKIPPED_TESTS'] = skippedTests?.source ?? ''
  // Disables the machine tests' own mutants, which do not test this target.
  process.env['MUTANTS'] = 'none'
  const mutants: Mutant[] = isIsolated
    ? await runStryker(name, mutated)
    : await runMutants(mutated, skipsLoadTimeMutants)

  for (const { fileName, location, mutatorName, replacement } of mutants.filter(isMissed)) {
    // Stryker counts lines and columns from 1 in its results and from 0 in its plan.
    const [line, column] = [location.start.line + (isIsolated ? 0 : 1), location.start.column + (isIsolated ? 0 : 1)]
    console.log(`${relativeName(fileName)}:${line}:${column} ${mutatorName} → ${replacement?.replace(/\s+/g, ' ')}`)
  }
  const names = [...new Set(mutants.map(({ fileName }) => relativeName(fileName)))].sort()
  let reachesMinimum = true
  const reportScore = (title: string, group: readonly Mutant[], minPercent: number | undefined) => {
    const counted = group.filter(isTried)
    const missedCount = counted.filter(isMissed).length
    const share =
      counted.length === 0 ? (group.length === 0 ? 100 : 0) : ((counted.length - missedCount) / counted.length) * 100
    const isLow = minPercent !== undefined && share < minPercent
    if (isLow) reachesMinimum = false
    const killedText = `${counted.length - missedCount} of ${counted.length}`
    const untriedText = group.length > counted.length ? `, ${group.length - counted.length} not tried` : ''
    console.log(
      `${title}: ${share.toFixed(1)} % (${killedText}${untriedText})${isLow ? `; the minimum is ${minPercent} %` : ''}`,
    )
  }
  for (const file of names) {
    reportScore(
      file,
      mutants.filter(({ fileName }) => relativeName(fileName) === file),
      minScorePercentByFile[file],
    )
  }
  reportScore(name, mutants, fileNames.length > 0 ? undefined : minScorePercent)
  return reachesMinimum
}

const relativeName = (file: string) => relative(process.cwd(), file)
const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
const isTried = (mutant: Mutant) => isMissed(mutant) || mutant.status === 'Killed' || mutant.status === 'Timeout'

const runsIsolated = process.argv.includes('--apart')
const [targetName, ...files] = process.argv.slice(2).filter((argument) => argument !== '--apart')
const targets = Object.entries(MUTATION_TARGETS).filter(([name]) => targetName === undefined || name === targetName)
if (targets.length === 0)
  throw new Error(
    `There is no target named ${targetName}. Available targets: ${Object.keys(MUTATION_TARGETS).join(', ')}.`,
  )
for (const [name, target] of targets) if (!(await run(name, target, files, runsIsolated))) process.exitCode = 1
