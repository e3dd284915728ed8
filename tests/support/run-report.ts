/** Counts of a step of `npm test`, and the name and first error line of each failed test. */
export interface StepReport {
  passed: number
  failed: number
  skipped: number
  failures: string[]
}

/** Vitest's JSON report, reduced to the fields in use. */
export interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Playwright's JSON report, reduced to the fields in use. */
export interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: JourneySuite[]
}
interface JourneySuite {
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: JourneySuite[]
}

/** Result of a step: its exit status, its stderr, and its runner's report, if any. */
interface StepResult {
  status: number | null
  errors: string
  report?: StepReport | undefined
}

/**
 * Returns the report of a step. Without a runner's report, the step counts as one test. A step also fails without a failed test
 * if its runner fails (a crash, an error outside a test) or writes to stderr.
 */
export function toStepReport(name: string, { status, errors, report }: StepResult): StepReport {
  const isSuccess = status === 0
  const stepReport = report
    ? { ...report, failures: [...report.failures] }
    : { passed: 0, failed: 0, skipped: 0, failures: [] }
  const fail = (reason: string) => {
    stepReport.failed += 1
    stepReport.failures.push(`${name} ${reason}`)
  }
  if (!isSuccess && stepReport.failed === 0)
    fail([`exited with ${status}`, firstLine(errors)].filter(Boolean).join(': '))
  if (isSuccess && errors.trim()) fail(`wrote to stderr: ${firstLine(errors)}`)
  if (!report && stepReport.failed === 0) stepReport.passed = 1
  return stepReport
}

/** Reads a report of unit tests. Reports the message of a file that failed to load, because such a file has no failed test. */
export function toUnitStepReport(report: UnitReport): StepReport {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failedAssertions = assertionResults.filter((result) => result.status === 'failed')
    if (failedAssertions.length === 0) return status === 'failed' ? [describeFailure(name, '', message)] : []
    return failedAssertions.map((result) => describeFailure(name, result.fullName, result.failureMessages?.[0]))
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures,
  }
}

/** Reads a report of browser tests. A flaky test counts as failed, because the product or the test has a fault. */
export function toJourneyStepReport({ stats, suites }: JourneyReport): StepReport {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(listFailures),
  }
}

const listFailures = ({ specs = [], suites = [] }: JourneySuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => describeFailure(file, title, results.find(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap(listFailures),
]

const describeFailure = (file: string, title: string, message = '') =>
  [file.slice(Math.max(0, file.lastIndexOf('/tests/') + 1)), title, firstLine(message)].filter(Boolean).join(' › ')

/** Returns the first non-empty line without colour codes. */
const firstLine = (message: string) =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape starts each colour
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .find((line) => line.trim())
    ?.trim() ?? ''
