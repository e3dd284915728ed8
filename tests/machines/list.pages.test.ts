import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListPage } from '../../src/api/contract/list.ts'
import type { PagesWanted } from '../../src/machines/rules/paging.ts'
import { loaded, whereabouts } from '../support/loaded-list.ts'
import { answers, fails } from '../support/walk.ts'
import { heldInOrder, input, list, pageOf, query, type Thing, typed } from './list.model.ts'

test('a page behind the last one becomes the last one, in the address too', () => {
  const { actor, happens, emitted, context } = loaded({ query: { ...query, page: 9 } }, pageOf('', 9, 3))
  expect(whereabouts(actor.getSnapshot()).load).toBe('loading')
  expect(emitted).toEqual([{ type: 'query.changed', query: { ...query, page: 3 }, entry: 'replace' }])
  happens(answers('loadPage', pageOf('ef', 3)))
  expect([context().query.page, context().rows.length]).toEqual([3, 2])
})

test('an empty answer keeps the totals that were known', () => {
  const { happens, context } = loaded()
  happens({ type: 'filter.changed', field: 'search', value: 'nothing' })
  happens(typed)
  happens(answers('loadPage', pageOf('', 1, 0)))
  expect([context().rows, context().totalPages, context().totalDocs]).toEqual([[], 3, 6])
})

test('an infinite list puts the next page behind the rows it has, and starts over for another filter', () => {
  const { happens, ids, context } = loaded({ paging: 'infinite' })
  happens({ type: 'page.requested', page: 2 })
  happens(answers('loadPage', pageOf('cd', 2)))
  expect(ids()).toBe('abcd')
  happens({ type: 'refresh.requested' })
  happens(answers('loadPage', pageOf('abcd', 2)))
  expect(ids()).toBe('abcd')
  happens({ type: 'filter.changed', field: 'search', value: 'x' })
  happens(typed)
  happens(answers('loadPage', pageOf('x', 1, 1)))
  expect([ids(), context().query.page]).toEqual(['x', 1])
})

test('an infinite list asks for the pages it lacks, and for all of them once it starts over', () => {
  const clock = new SimulatedClock()
  const asked: number[][] = []
  const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(({ input: wanted }) => {
    asked.push([wanted.firstPage, wanted.query.page])
    return new Promise(() => {})
  })
  const snapshot = loaded({ paging: 'infinite' }).actor.getPersistedSnapshot()
  const actor = createActor(list.provide({ actors: { loadPage } }), { snapshot, clock, input: input() }).start()
  for (const page of [2, 3]) actor.send({ type: 'page.requested', page })
  clock.increment(250)
  actor.send({ type: 'refresh.requested' })
  expect(asked).toEqual([
    [2, 2],
    [2, 3],
    [1, 3],
  ])
})

test('a page that did not come is asked for again behind the rows that stand', () => {
  const clock = new SimulatedClock()
  const asked: number[][] = []
  const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(({ input: wanted }) => {
    asked.push([wanted.firstPage, wanted.query.page])
    return new Promise(() => {})
  })
  const { actor: before, happens } = loaded({ paging: 'infinite' })
  happens({ type: 'page.requested', page: 2 })
  happens(fails('loadPage', new Error('gone')))
  const actor = createActor(list.provide({ actors: { loadPage } }), {
    snapshot: before.getPersistedSnapshot(),
    clock,
    input: input(),
  }).start()
  actor.send({ type: 'retry.requested' })
  expect(asked).toEqual([[2, 2]])
})

test('an order that is held stands at once, and is asked for once no more changes come', () => {
  const { happens, ids, where, context, actor } = loaded({ heldOf: heldInOrder })
  happens({ type: 'order.toggled', field: 'name' })
  expect([ids(), context().shown.order, actor.getSnapshot().hasTag('busy')]).toEqual(['ba', { name: 'desc' }, true])
  expect(actor.getSnapshot().children['loadPage']).toBeUndefined()
  happens(typed)
  expect(where().load).toBe('loading')
  happens(answers('loadPage', pageOf('cb')))
  expect([ids(), where().load]).toEqual(['cb', 'success'])
})

test('an order that somebody is about to choose is told of, from its first page, unless it is held or nothing can be', () => {
  const { happens, emitted } = loaded({ heldOf: heldInOrder, query: { ...query, page: 2 } }, pageOf('cd', 2))
  const neared = () => emitted.filter(({ type }) => type === 'query.neared')
  happens({ type: 'order.neared', field: 'name' })
  expect(neared()).toEqual([])
  happens({ type: 'order.neared', field: 'type' })
  expect(neared()).toEqual([{ type: 'query.neared', query: { ...query, order: { type: 'desc' } } }])
  const plain = loaded()
  plain.happens({ type: 'order.neared', field: 'type' })
  expect(plain.emitted).toEqual([])
})
