import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { cover, goalsIn, shownOn } from './cover.ts'
import { explore } from './explore.ts'
import { model } from './model.ts'

/** Rooms with doors between them; the garden has no way back. */
const house = model({
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
  happenings: [{ type: 'out' }, { type: 'up' }, { type: 'down' }, { type: 'back' }, { type: 'dig' }],
  sees: () => null,
})

const told = (paths: readonly (readonly number[])[]) =>
  paths.map((path) => path.map((step) => house.happenings[step]!.type).join(' '))

test('what cannot be gone back from waits until all before it is shown', () => {
  const explored = explore(house)
  const [only, ...more] = cover(explored)
  expect(more).toEqual([])
  expect(shownOn(only!, explored).states.at(-1)).toBe('garden')
  expect([...goalsIn(explored)].filter((goal) => !shownOn(only!, explored).goals.has(goal))).toEqual([])
})

test('a tour ends where it would grow too long, and another begins at the start', () => {
  const paths = cover(explore(house), { longest: 5 })
  expect(paths.length).toBeGreaterThan(1)
  expect(paths.every((path) => path.length <= 5)).toBe(true)
  expect(told(paths).join(' ')).toContain('dig')
})

test('every pair of branches is shown, by whichever way a situation is come to', () => {
  const explored = explore(house)
  const paths = cover(explored, { pairs: true })
  const shown = new Set(paths.flatMap((path) => [...shownOn(path, explored, { pairs: true }).goals]))
  const pairs = [...goalsIn(explored, { pairs: true })].filter((goal) => goal.includes(' > '))
  // Into the hall from two rooms and on by three doors, out of it into three rooms and on: 2 × 3 + 2 + 1, and digging twice.
  expect(pairs).toHaveLength(10)
  expect(pairs.filter((pair) => !shown.has(pair))).toEqual([])
})

test('the approved records of all machines are no more than 120 paths', () => {
  const folder = 'tests/machines/approved'
  const records = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  expect(records.join('\n').match(/^path \d+$/gm)!.length).toBeLessThanOrEqual(120)
})
