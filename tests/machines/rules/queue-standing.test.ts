import { expect, test } from 'vitest'
import { NO_QUEUE, queueStanding } from '../../../src/machines/rules/queue-standing.ts'

test('jobs that were alive and are no more are done, and new ones join the whole', () => {
  const first = queueStanding(NO_QUEUE, ['a', 'b', 'c'], 3)
  expect(first).toEqual({ alive: ['a', 'b', 'c'], done: 0, total: 3 })
  const second = queueStanding(first, ['b', 'c', 'd'], 3)
  expect(second).toEqual({ alive: ['b', 'c', 'd'], done: 1, total: 4 })
  expect(queueStanding(second, ['d'], 1)).toEqual({ alive: ['d'], done: 3, total: 4 })
})

test('of a long queue those that were not listed count as waiting', () => {
  const first = queueStanding(NO_QUEUE, ['a', 'b'], 250)
  expect(queueStanding(first, ['b', 'c'], 249)).toEqual({ alive: ['b', 'c'], done: 1, total: 250 })
})

test('an empty queue begins anew', () => {
  const before = queueStanding(queueStanding(NO_QUEUE, ['a', 'b'], 2), ['b'], 1)
  expect(queueStanding(before, [], 0)).toEqual(NO_QUEUE)
  expect(queueStanding(queueStanding(before, [], 0), ['c'], 1)).toEqual({ alive: ['c'], done: 0, total: 1 })
})
