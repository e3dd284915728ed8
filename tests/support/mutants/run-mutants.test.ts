import { afterEach, expect, test, vi } from 'vitest'
import { runMutants } from './run-mutants.ts'

const samples = 'tests/support/mutants/samples'
const runSample = (names: string | string[], file = 'late') => {
  vi.stubEnv(
    'MUTANTS_TESTS',
    [names]
      .flat()
      .map((name) => `${samples}/${name}.sample.ts`)
      .join(' '),
  )
  return runMutants([`${samples}/${file}.ts`], true)
}

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['does not count a mutant as killed', 'late'],
  ['does not count the next test as failed', 'leftover'],
])('%s by work that an earlier mutant left running', async (_, sample) => {
  const findings = await runSample(sample)
  const conditions = findings.filter(({ mutatorName }) => mutatorName === 'ConditionalExpression')
  expect(conditions.map(({ replacement, status }) => [replacement, status])).toEqual([
    ['true', 'Survived'],
    ['false', 'Survived'],
  ])
})

test('counts a mutant as killed if a loop after it is endless', async () => {
  const findings = await runSample('endless', 'endless')
  const defaults = findings.filter(({ mutatorName }) => mutatorName === 'LogicalOperator')
  expect(defaults.map(({ replacement, status }) => [replacement, status])).toEqual([['size && 1', 'Killed']])
})

test('does not pass a global that a mutant left stubbed to the next test file', async () => {
  const findings = await runSample(['stubbing', 'unstubbed'])
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
