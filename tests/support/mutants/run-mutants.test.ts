import { afterEach, expect, test, vi } from 'vitest'
import { runMutants } from './run-mutants.ts'

const samples = 'tests/support/mutants/samples'
const runSample = (...names: string[]) => {
  vi.stubEnv('MUTANTS_TESTS', names.map((name) => `${samples}/${name}.sample.ts`).join(' '))
  return runMutants([`${samples}/late.ts`], true)
}

afterEach(() => vi.unstubAllEnvs())

test('does not count a mutant as killed by work that an earlier mutant left running', async () => {
  const findings = await runSample('late')
  const conditions = findings.filter(({ mutatorName }) => mutatorName === 'ConditionalExpression')
  expect(conditions.map(({ replacement, status }) => [replacement, status])).toEqual([
    ['true', 'Survived'],
    ['false', 'Survived'],
  ])
})

test('does not pass a global that a mutant left stubbed to the next test file', async () => {
  const findings = await runSample('stubbing', 'unstubbed')
  const last = findings.find(({ mutatorName }) => mutatorName === 'AssignmentOperator')
  expect(last?.status).toBe('Killed')
})

test.each([
  ['failing', 'something is counted: fails without a mutant'],
  ['unloaded', 'unloaded.sample.ts: fails without a mutant'],
  ['missing', 'all files: was not run'],
])('rejects a run whose test file is %s, and names the failed test or file', async (sample, expectedError) => {
  await expect(runSample(sample)).rejects.toThrow(expectedError)
})
