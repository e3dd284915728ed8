import { expect, test } from 'vitest'
import { toJourneyStepReport, toStepReport, toUnitStepReport } from './run-report.ts'

test('lists failed unit tests by file, title and message, and files that failed to load', () => {
  const report = toUnitStepReport({
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
    failures: [
      'tests/house.test.ts › a room is named › AssertionError: expected 1',
      'tests/app.test.ts › SyntaxError: no such export',
    ],
  })
})

test('counts flaky browser tests as failed, at any depth of nested suites', () => {
  const failing = (status: string) => ({
    title: `is ${status}`,
    file: 'lists.test.ts',
    tests: [{ status, results: [{}, { error: { message: 'Timed out\nlater' } }] }],
  })
  const report = toJourneyStepReport({
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      { specs: [failing('unexpected'), failing('expected')], suites: [{ suites: [{ specs: [failing('flaky')] }] }] },
    ],
  })
  expect(report).toEqual({
    passed: 5,
    failed: 2,
    skipped: 0,
    failures: ['lists.test.ts › is unexpected › Timed out', 'lists.test.ts › is flaky › Timed out'],
  })
})

const reportOf = { passed: 3, failed: 0, skipped: 1, failures: [] }

test.each([
  [
    'succeeds without a test report counts as one passed test',
    { status: 0, errors: '' },
    { passed: 1, failed: 0, failures: [] },
  ],
  [
    'fails without a test report counts as one failed test',
    { status: 2, errors: 'bad' },
    { passed: 0, failed: 1, failures: ['build exited with 2: bad'] },
  ],
  [
    'succeeds, but writes a warning to stderr, counts as failed',
    { status: 0, errors: '\n\u001b[33m(node:1) ExperimentalWarning\u001b[0m\n at x' },
    { passed: 0, failed: 1, failures: ['build wrote to stderr: (node:1) ExperimentalWarning'] },
  ],
  [
    'writes to stderr adds one failure to the counts of its test runner',
    { status: 0, errors: 'a warning', report: reportOf },
    { ...reportOf, failed: 1, failures: ['build wrote to stderr: a warning'] },
  ],
  [
    'fails although no test failed adds one failure to the counts of its test runner',
    { status: 1, errors: '', report: reportOf },
    { ...reportOf, failed: 1, failures: ['build exited with 1'] },
  ],
  [
    'fails because of a failed test adds no further failure to the counts',
    { status: 1, errors: 'its faults', report: { ...reportOf, failed: 1, failures: ['a fault'] } },
    { ...reportOf, failed: 1, failures: ['a fault'] },
  ],
])('a step that %s', (_, end, expected) => {
  expect(toStepReport('build', end)).toMatchObject(expected)
})
