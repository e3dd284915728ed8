import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { coverPaths, listGoals, tracePath } from './cover-paths.ts'
import { exploreStates } from './explore.ts'
import { defineModel } from './model.ts'

/** Machine whose states are rooms of a house. No transition leaves the state `garden`. */
const houseModel = defineModel({
  machine: createMachine({
    id: 'house',
    initial: 'hall',
    states: {
      hall: { on: { out: 'garden', up: 'attic', down: 'cellar' } },
      attic: { on: { back: 'hall' } },
      cellar: { on: { back: 'hall' } },
      garden: { on: { dig: {} } },
    },
  }),
  events: [{ type: 'out' }, { type: 'up' }, { type: 'down' }, { type: 'back' }, { type: 'dig' }],
  contextKey: () => null,
})

const describePaths = (paths: readonly (readonly number[])[]) =>
  paths.map((path) => path.map((step) => houseModel.events[step]!.type).join(' '))

test('takes an irreversible step only after all goals that precede the step are covered', () => {
  const explored = exploreStates(houseModel)
  const [path, ...otherPaths] = coverPaths(explored)
  expect(otherPaths).toEqual([])
  expect(tracePath(path!, explored).states.at(-1)).toBe('garden')
  expect([...listGoals(explored)].filter((goal) => !tracePath(path!, explored).goals.has(goal))).toEqual([])
})

test('ends a path at the maximum length and starts another path', () => {
  const paths = coverPaths(exploreStates(houseModel), { maxSteps: 5 })
  expect(paths.length).toBeGreaterThan(1)
  expect(paths.every((path) => path.length <= 5)).toBe(true)
  expect(describePaths(paths).join(' ')).toContain('dig')
})

test('covers every pair of consecutive branches if coverage of pairs is requested', () => {
  const explored = exploreStates(houseModel)
  const paths = coverPaths(explored, { coversPairs: true })
  const coveredGoals = new Set(paths.flatMap((path) => [...tracePath(path, explored, { coversPairs: true }).goals]))
  const pairs = [...listGoals(explored, { coversPairs: true })].filter((goal) => goal.includes(' > '))
  // Two events enter the hall and three leave the hall (2 × 3). Attic, cellar and garden add one pair each, and two consecutive
  // `dig` events add one.
  expect(pairs).toHaveLength(10)
  expect(pairs.filter((pair) => !coveredGoals.has(pair))).toEqual([])
})

test('the approved records of all machines contain at most 125 paths', () => {
  const folder = 'tests/machines/approved'
  const records = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  expect(records.join('\n').match(/^path \d+$/gm)!.length).toBeLessThanOrEqual(125)
})
