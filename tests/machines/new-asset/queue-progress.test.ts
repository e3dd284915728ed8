import { expect, test } from 'vitest'
import { EMPTY_QUEUE_PROGRESS, updateQueueProgress } from '../../../src/machines/new-asset/queue-progress.ts'

test('counts jobs that are no longer in the queue as done, and adds new jobs to the total', () => {
  const first = updateQueueProgress(EMPTY_QUEUE_PROGRESS, ['a', 'b', 'c'], 3)
  expect(first).toEqual({ alive: ['a', 'b', 'c'], done: 0, total: 3 })
  const second = updateQueueProgress(first, ['b', 'c', 'd'], 3)
  expect(second).toEqual({ alive: ['b', 'c', 'd'], done: 1, total: 4 })
  expect(updateQueueProgress(second, ['d'], 1)).toEqual({ alive: ['d'], done: 3, total: 4 })
})

test('counts unlisted jobs of a long queue as waiting', () => {
  const first = updateQueueProgress(EMPTY_QUEUE_PROGRESS, ['a', 'b'], 250)
  expect(updateQueueProgress(first, ['b', 'c'], 249)).toEqual({ alive: ['b', 'c'], done: 1, total: 250 })
})

test('resets all counts when the queue is empty', () => {
  const before = updateQueueProgress(updateQueueProgress(EMPTY_QUEUE_PROGRESS, ['a', 'b'], 2), ['b'], 1)
  expect(updateQueueProgress(before, [], 0)).toEqual(EMPTY_QUEUE_PROGRESS)
  expect(updateQueueProgress(updateQueueProgress(before, [], 0), ['c'], 1)).toEqual({ alive: ['c'], done: 0, total: 1 })
})
