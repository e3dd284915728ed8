import { expect, test } from 'vitest'
import { createQueryCache } from '../../../../src/api/query-cache.ts'
import { queueListAction, takeQueuedListAction } from '../../../../src/ui/list/state/queued-action.ts'

const queuedAction = { action: 'delete', rows: [{ id: 'a' }] }

test('runs a queued action once, and only in the list for which it was queued', () => {
  const cache = createQueryCache()
  expect(takeQueuedListAction(cache, 'things')).toBeUndefined()
  expect(queueListAction(cache, 'things', queuedAction)).toBe(true)
  expect(takeQueuedListAction(cache, 'others')).toBeUndefined()
  expect(takeQueuedListAction(cache, 'things')).toBe(queuedAction)
  expect(takeQueuedListAction(cache, 'things')).toBeUndefined()
})

test('queues nothing without a cache, and reports that', () => {
  expect(queueListAction(undefined, 'things', queuedAction)).toBe(false)
  expect(takeQueuedListAction(undefined, 'things')).toBeUndefined()
})
