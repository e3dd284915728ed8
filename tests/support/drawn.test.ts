import { expect, test } from 'vitest'
import { drawn, drawnNumber, isDrawn } from './drawn.ts'

const ALL = ['a', 'b', 'c', 'd', 'e', 'f'] as const

test('a draw is the same each time in a run, in the order given, and other things draw otherwise', () => {
  const some = drawn('letters', ALL, 3)
  expect(drawn('letters', ALL, 3)).toEqual(some)
  expect(some.length).toBe(process.env.SOAK ? 6 : 3)
  expect(some.toSorted()).toEqual(some)
  const others = Array.from({ length: 20 }, (_, i) => drawn(`letters ${i}`, ALL, 3).join())
  if (!process.env.SOAK) expect(new Set(others).size).toBeGreaterThan(5)
  // Nothing is left out for ever.
  expect(new Set(others.flatMap((it) => it.split(',')))).toEqual(new Set(ALL))
})

test('all are drawn where there are no more than are wanted', () => {
  expect(drawn('letters', ALL, 6)).toEqual(ALL)
})

test('a drawn number is below its limit, and each can be drawn', () => {
  const seen = new Set(Array.from({ length: 200 }, (_, i) => drawnNumber(`it ${i}`, 5)))
  expect([...seen].toSorted()).toEqual([0, 1, 2, 3, 4])
})

test('of many that are tried in one run of two some are and some are not, and a soak tries all', () => {
  const tried = Array.from({ length: 200 }, (_, i) => isDrawn(`it ${i}`, 2)).filter(Boolean).length
  if (process.env.SOAK) expect(tried).toBe(200)
  else expect(Math.abs(tried - 100)).toBeLessThan(50)
})
