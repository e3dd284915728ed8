import { afterEach, expect, test, vi } from 'vitest'
import { tryInPlace } from './in-place.ts'

const samples = 'tests/support/mutants/samples'
const tryWith = (sample: string) => {
  vi.stubEnv('MUTANTS_TESTS', `${samples}/${sample}.sample.ts`)
  return tryInPlace([`${samples}/late.ts`], true)
}

afterEach(() => vi.unstubAllEnvs())

test('what one mutant left running is not counted for the one that is tried next', async () => {
  const tried = await tryWith('late')
  const conditions = tried.filter(({ mutatorName }) => mutatorName === 'ConditionalExpression')
  expect(conditions.map(({ replacement, status }) => [replacement, status])).toEqual([
    ['true', 'Survived'],
    ['false', 'Survived'],
  ])
})

test.each([
  ['failing', 'something is counted: does not pass as it is'],
  ['unloaded', 'unloaded.sample.ts: does not pass as it is'],
  ['missing', 'all files: was not gone through'],
])('nothing is counted by tests that are %s', async (sample, fault) => {
  await expect(tryWith(sample)).rejects.toThrow(fault)
})
