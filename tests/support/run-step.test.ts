import { expect, test, vi } from 'vitest'
import { expectOutput } from './output.ts'
import { runStep } from './run-step.ts'

const passedReport = { passed: 2, failed: 0, skipped: 0, failures: [] }

/** Returns a step that executes `script` and whose runner reports two passed tests. */
const step = (script: string) => ({
  name: 'journeys',
  command: ['tsx', '-e', script] as [string, string, string],
  report: () => passedReport,
})

const noisy = step("process.stderr.write('a warning\\n')")
const failedReport = { ...passedReport, failed: 1, failures: ['journeys wrote to stderr: a warning'] }

test('a step that runs alone and writes to stderr shows that output and counts as failed', async () => {
  expectOutput('a warning')
  expect(await runStep(noisy, process.env, true)).toEqual(failedReport)
})

test('a step that runs in parallel and writes to stderr shows that output at its end and counts as failed', async () => {
  const stdoutWrite = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await runStep(noisy, process.env, false)).toEqual(failedReport)
  expect(stdoutWrite.mock.calls.join('')).toBe('a warning\n')
})

test('a step without output returns the report of its test runner unchanged', async () => {
  expect(await runStep(step('0'), process.env, true)).toEqual(passedReport)
})
