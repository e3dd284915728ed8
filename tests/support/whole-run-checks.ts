import { contract } from '../../src/api/contract/index.ts'
import { COVERAGE_THRESHOLDS, type CoverageThreshold, THRESHOLD_EXCEPTIONS } from './coverage-thresholds.ts'
import type { ExercisedNames } from './record-coverage.ts'

/** Coverage of a file's lines and branches, in percent, and the number of missed branches. */
export interface MeasuredCoverage extends CoverageThreshold {
  missed: number
}

/**
 * Maximum number of missed branches that is always accepted. In a file with four branches, one branch that only the types
 * require (`?? ''`) is a quarter of them.
 */
const MAX_MISSED_BRANCHES = 3

/**
 * Percentage points above a folder's minimum that make an exception unnecessary. Coverage varies from run to run, because some
 * code runs only if a test takes long enough.
 */
const EXCEPTION_MARGIN = 5

const meetsThreshold = ({ lines, branches, missed }: MeasuredCoverage, threshold: CoverageThreshold) =>
  lines >= threshold.lines && (branches >= threshold.branches || missed <= MAX_MISSED_BRANCHES)

const exceedsThreshold = (measured: MeasuredCoverage, { lines, branches }: CoverageThreshold) =>
  meetsThreshold(measured, {
    lines: Math.min(lines + EXCEPTION_MARGIN, 100),
    branches: Math.min(branches + EXCEPTION_MARGIN, 100),
  })

/** Returns messages about the coverage of a whole run: files below their minimum, and unnecessary exceptions. */
export function checkCoverage(
  coverage: Readonly<Record<string, MeasuredCoverage>>,
  fileExists: (file: string) => boolean,
  thresholds = COVERAGE_THRESHOLDS,
  exceptions = THRESHOLD_EXCEPTIONS,
): string[] {
  const belowThreshold = Object.entries(coverage).flatMap(([file, measured]) => {
    const threshold = exceptions[file] ?? thresholds.find(([pattern]) => pattern.test(file))?.[1]
    if (!threshold || meetsThreshold(measured, threshold)) return []
    return [`${file}: covers ${formatShares(measured)}; the minimum is ${formatShares(threshold)}`]
  })
  const needless = Object.keys(exceptions).flatMap((file) => {
    if (!fileExists(file)) return [`${file}: has an exception but does not exist`]
    const matchingThreshold = thresholds.find(([pattern]) => pattern.test(file))?.[1]
    const measured = coverage[file]
    return matchingThreshold && measured && exceedsThreshold(measured, matchingThreshold)
      ? [`${file}: exceeds the minimum of its folder, and needs no exception`]
      : []
  })
  return [...belowThreshold, ...needless]
}

const formatShares = ({ lines, branches }: CoverageThreshold) => `${lines} % of lines and ${branches} % of branches`

/** Returns messages about endpoints and machines that a whole run did not cover. */
export function checkExercisedNames(exercised: readonly ExercisedNames[], machines: readonly string[]): string[] {
  const calls = new Set(exercised.flatMap((names) => names.calls))
  const exercisedMachines = new Set(exercised.flatMap((names) => names.machines))
  const endpoints = Object.entries(contract).flatMap(([service, them]) =>
    Object.keys(them).map((name) => `${service}.${name}`),
  )
  return [
    ...endpoints.filter((name) => !calls.has(name)).map((name) => `${name}: no test had it answered by the server`),
    ...machines
      .filter((name) => !exercisedMachines.has(name))
      .map((name) => `${name}: no test followed its approved record`),
  ]
}
