/** What a step of `npm test` counted, and the name and first line of fault of each test that failed. */
export interface StepReport {
  passed: number
  failed: number
  skipped: number
  faults: string[]
}

/** Vitest's JSON report, as far as we read it. */
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

/** Playwright's JSON report, as far as we read it. */
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

/** A file that could not be run at all has no test that failed: its own message is told. */
export function readUnits(report: UnitReport): StepReport {
  const faults = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((it) => it.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [fault(name, '', message)] : []
    return failed.map((it) => fault(name, it.fullName, it.failureMessages?.[0]))
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    faults,
  }
}

/** A flaky journey is a fault of the product or of the test: it counts as failed. */
export function readJourneys({ stats, suites }: JourneyReport): StepReport {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    faults: suites.flatMap(faultsOf),
  }
}

const faultsOf = ({ specs = [], suites = [] }: JourneySuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => fault(file, title, results.find(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap(faultsOf),
]

const fault = (file: string, title: string, message = '') =>
  [file.slice(Math.max(0, file.lastIndexOf('/tests/') + 1)), title, firstLine(message)].filter(Boolean).join(' › ')

/** The first line that says something, without the codes of colours. */
const firstLine = (message: string) =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape starts each colour
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .find((line) => line.trim())
    ?.trim() ?? ''
