import { expect, test } from 'vitest'
import { readJourneys, readUnits } from './run-report.ts'

test('a report of units tells each failed test by file, title and fault, and a file that could not be run', () => {
  const report = readUnits({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: '/somewhere/tests/house.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'stands', failureMessages: null },
          {
            status: 'failed',
            fullName: 'a room is named',
            failureMessages: ['\n\u001b[31mAssertionError\u001b[39m: expected 1\n at x'],
          },
        ],
      },
      {
        name: '/somewhere/tests/app.test.ts',
        status: 'failed',
        message: 'SyntaxError: no such export',
        assertionResults: [],
      },
      { name: '/somewhere/tests/fine.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(report).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
    faults: [
      'tests/house.test.ts › a room is named › AssertionError: expected 1',
      'tests/app.test.ts › SyntaxError: no such export',
    ],
  })
})

test('a report of journeys counts the flaky as failed, and finds them in groups of any depth', () => {
  const failing = (status: string) => ({
    title: `is ${status}`,
    file: 'lists.test.ts',
    tests: [{ status, results: [{}, { error: { message: 'Timed out\nlater' } }] }],
  })
  const report = readJourneys({
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      { specs: [failing('unexpected'), failing('expected')], suites: [{ suites: [{ specs: [failing('flaky')] }] }] },
    ],
  })
  expect(report).toEqual({
    passed: 5,
    failed: 2,
    skipped: 0,
    faults: ['lists.test.ts › is unexpected › Timed out', 'lists.test.ts › is flaky › Timed out'],
  })
})
