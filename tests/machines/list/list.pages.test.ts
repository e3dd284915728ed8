import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListPage } from '../../../src/api/contract/list.ts'
import type { PageRange } from '../../../src/machines/list/paging.ts'
import { startLoadedList, topLevelState } from '../../support/loaded-list.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { cachedDescendingPage, input, listMachine, pageOf, query, type Thing, typingDebounced } from './list.model.ts'

test('replaces a page beyond the end by the last page, also in the URL', () => {
  const { actor, trigger, emitted, context } = startLoadedList({ query: { ...query, page: 9 } }, pageOf('', 9, 3))
  expect(topLevelState(actor.getSnapshot()).load).toBe('loading')
  expect(emitted).toEqual([{ type: 'query.changed', query: { ...query, page: 3 }, entry: 'replace' }])
  trigger(actorDone('loadPage', pageOf('ef', 3)))
  expect([context().query.page, context().rows.length]).toEqual([3, 2])
})

test('keeps the known totals after an empty response', () => {
  const { trigger, context } = startLoadedList()
  trigger({ type: 'filter.changed', field: 'search', value: 'nothing' })
  trigger(typingDebounced)
  trigger(actorDone('loadPage', pageOf('', 1, 0)))
  expect([context().rows, context().totalPages, context().totalDocs]).toEqual([[], 3, 6])
})

test('appends the next page to an infinite list, and starts at page 1 again for another filter', () => {
  const { trigger, ids, context } = startLoadedList({ paging: 'infinite' })
  trigger({ type: 'page.requested', page: 2 })
  trigger(actorDone('loadPage', pageOf('cd', 2)))
  expect(ids()).toBe('abcd')
  trigger({ type: 'refresh.requested' })
  trigger(actorDone('loadPage', pageOf('abcd', 2)))
  expect(ids()).toBe('abcd')
  trigger({ type: 'filter.changed', field: 'search', value: 'x' })
  trigger(typingDebounced)
  trigger(actorDone('loadPage', pageOf('x', 1, 1)))
  expect([ids(), context().query.page]).toEqual(['x', 1])
})

test('requests only the missing pages of an infinite list, but all of its pages on a refresh', () => {
  const clock = new SimulatedClock()
  const requestedRanges: number[][] = []
  const loadPage = fromPromise<ListPage<Thing>, PageRange>(({ input: range }) => {
    requestedRanges.push([range.firstPage, range.query.page])
    return new Promise(() => {})
  })
  const snapshot = startLoadedList({ paging: 'infinite' }).actor.getPersistedSnapshot()
  const actor = createActor(listMachine.provide({ actors: { loadPage } }), { snapshot, clock, input: input() }).start()
  for (const page of [2, 3]) actor.send({ type: 'page.requested', page })
  clock.increment(250)
  actor.send({ type: 'refresh.requested' })
  expect(requestedRanges).toEqual([
    [2, 2],
    [2, 3],
    [1, 3],
  ])
})

test('retries only the failed page of an infinite list', () => {
  const clock = new SimulatedClock()
  const requestedRanges: number[][] = []
  const loadPage = fromPromise<ListPage<Thing>, PageRange>(({ input: range }) => {
    requestedRanges.push([range.firstPage, range.query.page])
    return new Promise(() => {})
  })
  const { actor: before, trigger } = startLoadedList({ paging: 'infinite' })
  trigger({ type: 'page.requested', page: 2 })
  trigger(actorFailed('loadPage', new Error('gone')))
  const actor = createActor(listMachine.provide({ actors: { loadPage } }), {
    snapshot: before.getPersistedSnapshot(),
    clock,
    input: input(),
  }).start()
  actor.send({ type: 'retry.requested' })
  expect(requestedRanges).toEqual([[2, 2]])
})

test('shows the cached rows of a new order immediately, and reloads them after a pause', () => {
  const { trigger, ids, where, context, actor } = startLoadedList({ getCachedPage: cachedDescendingPage })
  trigger({ type: 'order.toggled', field: 'name' })
  expect([ids(), context().shown.order, actor.getSnapshot().hasTag('busy')]).toEqual(['ba', { name: 'desc' }, true])
  expect(actor.getSnapshot().children['loadPage']).toBeUndefined()
  trigger(typingDebounced)
  expect(where().load).toBe('loading')
  trigger(actorDone('loadPage', pageOf('cb')))
  expect([ids(), where().load]).toEqual(['cb', 'success'])
})

test('requests a prefetch for a hovered sort order, unless its first page is cached or caching is off', () => {
  const { trigger, emitted } = startLoadedList(
    { getCachedPage: cachedDescendingPage, query: { ...query, page: 2 } },
    pageOf('cd', 2),
  )
  const anticipated = () => emitted.filter(({ type }) => type === 'query.anticipated')
  trigger({ type: 'order.anticipated', field: 'name' })
  expect(anticipated()).toEqual([])
  trigger({ type: 'order.anticipated', field: 'type' })
  expect(anticipated()).toEqual([{ type: 'query.anticipated', query: { ...query, order: { type: 'desc' } } }])
  const plain = startLoadedList()
  plain.trigger({ type: 'order.anticipated', field: 'type' })
  expect(plain.emitted).toEqual([])
})
