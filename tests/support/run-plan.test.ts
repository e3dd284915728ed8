import { expect, test } from 'vitest'
import { runInTurn, STAGES } from './run-plan.ts'

/** Goes through a plan on steps that end when they are told to; `ended` ends one that has begun. */
function walk(stages: readonly (readonly (readonly { name: string }[])[])[]) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const whole = runInTurn(stages, ({ name }) => {
    begun.push(name)
    return new Promise<void>((end) => ends.set(name, end))
  })
  const ended = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { begun, ended, whole }
}

test('lanes go side by side, steps of a lane one after the other, and a stage waits for the one before', async () => {
  const { begun, ended, whole } = walk([[[{ name: 'a1' }, { name: 'a2' }], [{ name: 'b1' }]], [[{ name: 'c1' }]]])
  expect(begun).toEqual(['a1', 'b1'])
  await ended('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await ended('a2')
  expect(begun).not.toContain('c1')
  await ended('b1')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  await ended('c1')
  await whole
})

test('types are checked once the build has written the tree of routes, which they read', async () => {
  const { begun, ended } = walk(STAGES)
  expect(begun).toEqual(['build', 'style'])
  await ended('style')
  expect(begun).not.toContain('types')
  await ended('build')
  expect(begun).toContain('types')
})
