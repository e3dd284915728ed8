import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planStages, runStages } from './run-plan.ts'

/** Runs a plan whose steps end on request. `finishStep` ends a started step. */
function startPlan(stages: readonly (readonly (readonly { name: string }[])[])[], keepGoing = false) {
  const startedSteps: string[] = []
  const ends = new Map<string, (succeeded: boolean) => void>()
  const finished = runStages(stages, {
    keepGoing,
    run: ({ name }) => {
      startedSteps.push(name)
      return new Promise<boolean>((end) => ends.set(name, end))
    },
  })
  const finishStep = async (name: string, succeeded = true) => {
    ends.get(name)!(succeeded)
    await new Promise(setImmediate)
  }
  return { startedSteps, finishStep, finished }
}

test('runs the lanes of a stage in parallel, the steps of a lane in order, and the stages in order', async () => {
  const { startedSteps, finishStep, finished } = startPlan([
    [[{ name: 'a1' }, { name: 'a2' }], [{ name: 'b1' }]],
    [[{ name: 'c1' }]],
  ])
  expect(startedSteps).toEqual(['a1', 'b1'])
  await finishStep('a1')
  expect(startedSteps).toEqual(['a1', 'b1', 'a2'])
  await finishStep('a2')
  expect(startedSteps).not.toContain('c1')
  await finishStep('b1')
  expect(startedSteps).toEqual(['a1', 'b1', 'a2', 'c1'])
  await finishStep('c1')
  expect(await finished).toEqual([])
})

const TWO_STAGES = [[[{ name: 'a1' }, { name: 'a2' }], [{ name: 'b1' }]], [[{ name: 'c1' }, { name: 'c2' }]]]

test('finishes the stage of a failed step, and returns the steps of the later stages, which do not run', async () => {
  const { startedSteps, finishStep, finished } = startPlan(TWO_STAGES)
  await finishStep('a1', false)
  await finishStep('a2')
  await finishStep('b1')
  expect(startedSteps).toEqual(['a1', 'b1', 'a2'])
  expect(await finished).toEqual([{ name: 'c1' }, { name: 'c2' }])
})

test('runs all stages in spite of a failed step if requested', async () => {
  const { startedSteps, finishStep, finished } = startPlan(TWO_STAGES, true)
  await finishStep('a1')
  await finishStep('a2', false)
  await finishStep('b1')
  await finishStep('c1', false)
  await finishStep('c2')
  expect(startedSteps).toEqual(['a1', 'b1', 'a2', 'c1', 'c2'])
  expect(await finished).toEqual([])
})

test('checks types only after the build has written the route tree that the type check reads', async () => {
  const { startedSteps, finishStep } = startPlan(planStages({}))
  expect(startedSteps).toEqual(['build', 'style'])
  await finishStep('style')
  await finishStep('plain English')
  expect(startedSteps).not.toContain('types')
  await finishStep('build')
  expect(startedSteps).toContain('types')
})

const stepsOf = (...args: Parameters<typeof planStages>) => planStages(...args).flat(2)
const DATA = { units: ['tests/a.test.ts'], journeys: ['tests/journeys/b.test.ts'] }

test('hides external data from the ordinary steps, which do not change if a machine has these data', () => {
  const [ordinarySteps, withData] = [stepsOf({}), stepsOf({ shared: DATA })]
  const plain = ({ name, command, env }: (typeof ordinarySteps)[number]) => ({ name, command, env })
  expect(withData.slice(0, ordinarySteps.length).map(plain)).toEqual(ordinarySteps.map(plain))
  for (const step of ordinarySteps.filter(({ name }) => /units|journeys/.test(name)))
    expect(existsSync(step.env!['SHARED_DIR']!)).toBe(false)
})

test('checks the minimum coverage only if requested', () => {
  const unitCommand = (...args: Parameters<typeof planStages>) =>
    stepsOf(...args).find(({ name }) => name === 'units')!.command
  expect(unitCommand({})).not.toContain('--coverage')
  expect(unitCommand({ checksCoverage: true })).toEqual([...unitCommand({}), '--coverage'])
})

test('tries the mutants of one target only if requested, after all other steps', () => {
  expect(stepsOf({}).map(({ name }) => name)).not.toContainEqual(expect.stringContaining('mutants'))
  const otherNode = { folder: '/other/bin', commits: 6 }
  expect(stepsOf({ otherNode, mutationTarget: 'tags' }).at(-1)!.command).toEqual(['tsx', 'tests/mutants.ts', 'tags'])
})

test('adds separate steps for test files that use external data, if the data is available', () => {
  const added = stepsOf({ shared: DATA }).slice(stepsOf({}).length)
  expect(added.map(({ name, command }) => [name, command.at(-1)])).toEqual([
    ['units with external data', 'tests/a.test.ts'],
    ['journeys with external data', 'tests/journeys/b.test.ts'],
  ])
  for (const { env } of added) expect(env ?? {}).not.toHaveProperty('SHARED_DIR')
})

test('runs either server tests or all other tests on another Node version, alternating by commit', () => {
  const halves = [6, 7].map((commits) => stepsOf({ otherNode: { folder: '/other/bin', commits } }).at(-1)!)
  expect(halves.map(({ command }) => command.at(-1))).toEqual(['tests/server/', '--exclude=tests/server/**'])
  for (const { env } of halves) expect(env!['PATH']).toMatch(/^\/other\/bin:/)
})
