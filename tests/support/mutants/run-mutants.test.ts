import { afterEach, expect, test, vi } from 'vitest'
import { runMutants } from './run-mutants.ts'

const samples = 'tests/support/mutants/samples'
const tryWith = (sample: string) => {
  vi.stubEnv('MUTANTS_TESTS', `${samples}/${sample}.sample.ts`)
  return runMutants([`${samples}/late.ts`], true)
}

afterEach(() => vi.unstubAllEnvs())

test('does not count a mutant as killed by work that the previous mutant left running', async () => {
  const findings = await tryWith('late')
  const conditions = findings.filter(({ mutatorName }) => mutatorName === 'ConditionalExpression')
  expect(conditions.map(({ replacement, status }) => [replacement, status])).toEqual([
    ['true', 'Survived'],
    ['false', 'Survived'],
  ])
})

test.each([
  ['failing', 'something is counted: does not pass as it is'],
  ['unloaded', 'unloaded.sample.ts: does not pass as it is'],
  ['missing', 'all files: was not gone through'],
])('rejects a run whose test file is %s, and names what failed', async (sample, expectedError) => {
  await expect(tryWith(sample)).rejects.toThrow(expectedError)
})
