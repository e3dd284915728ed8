import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { ListPage } from '../../../src/api/contract/list.ts'
import type { PageRange } from '../../../src/machines/list/paging.ts'
import type { RowMove } from '../../../src/machines/list/reorder.ts'
import { startLoadedList, topLevelState } from '../../support/loaded-list.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { cachedSecondPage, input, listMachine, pageOf, query, type Thing } from './list.model.ts'

test('moves a row immediately and moves it back when saving fails', () => {
  const { actor, trigger, ids } = startLoadedList({}, pageOf('abcd', 1, 2))
  trigger({ type: 'row.moved', id: 'a', position: 3 })
  expect([topLevelState(actor.getSnapshot()), ids()]).toEqual([
    { load: 'success', pace: 'idle', order: 'reordering' },
    'bcad',
  ])
  trigger(actorFailed('saveOrder', new Error('no')))
  expect([topLevelState(actor.getSnapshot()), ids()]).toEqual([
    { load: 'success', pace: 'idle', order: 'settled' },
    'abcd',
  ])
  trigger({ type: 'row.moved', id: 'a', position: 3 })
  trigger(actorDone('saveOrder'))
  expect(ids()).toBe('bcad')
})

test('saves the position of a moved row in the whole list, not in its page', async () => {
  const emittedEvents: unknown[] = []
  const loadPage = fromPromise<ListPage<Thing>, PageRange>(() => Promise.resolve(pageOf('cd', 2)))
  const saveOrder = fromPromise<Thing | undefined, RowMove>(async ({ input: move }) => {
    emittedEvents.push(move)
    return undefined
  })
  const second = { ...query, page: 2 }
  const actor = createActor(listMachine.provide({ actors: { loadPage, saveOrder } }), {
    input: input({ query: second }),
  }).start()
  await waitFor(actor, (snapshot) => snapshot.matches({ load: 'success' }))
  actor.send({ type: 'row.moved', id: 'c', position: 4 })
  expect(emittedEvents).toEqual([{ id: 'c', position: 4, query: second }])
})

test('reloads the page once a move to a position outside the page is saved', () => {
  const { actor, trigger } = startLoadedList()
  trigger({ type: 'row.moved', id: 'a', position: 0 })
  expect(actor.getSnapshot().context.moves).toEqual([{ id: 'a', position: 6, query }])
  trigger(actorDone('saveOrder'))
  expect([topLevelState(actor.getSnapshot()), actor.getSnapshot().context.moves]).toEqual([
    { load: 'loading', pace: 'idle', order: 'settled' },
    [],
  ])
})

test('applies an unsaved move to the cached rows of a page that is shown again', () => {
  const second = { ...query, page: 2 }
  const { trigger, ids } = startLoadedList({ getCachedPage: cachedSecondPage, query: second }, pageOf('cd', 2))
  trigger({ type: 'row.moved', id: 'c', position: 4 })
  trigger({ type: 'page.requested', page: 1 })
  trigger({ type: 'page.requested', page: 2 })
  expect(ids()).toBe('dc')
})

test('saves several moves one after another, and reverts only the refused move', () => {
  const { trigger, ids, where, emitted } = startLoadedList({}, pageOf('abcd', 1, 2))
  trigger({ type: 'row.moved', id: 'a', position: 4 })
  trigger({ type: 'row.moved', id: 'b', position: 3 })
  trigger({ type: 'row.moved', id: 'd', position: 1 })
  expect(ids()).toBe('dcba')
  trigger(actorDone('saveOrder'))
  trigger(actorFailed('saveOrder', new Error('no')))
  expect([ids(), where().order]).toEqual(['dbca', 'reordering'])
  trigger(actorDone('saveOrder'))
  expect([ids(), where().order]).toEqual(['dbca', 'settled'])
  const rowsTouched = { type: 'rows.updated' }
  expect(emitted).toEqual([rowsTouched, { type: 'move.reverted', id: 'b', position: 1 }, rowsTouched])
})

test('updates changed rows in place, without a request', () => {
  const { trigger, context, where, emitted } = startLoadedList()
  const changed = { id: 'b', name: 'new' }
  trigger({ type: 'rows.changed', rows: [changed, { id: 'z' }] })
  expect(context().rows).toEqual([{ id: 'a' }, changed])
  expect(context().saved).toEqual([{ id: 'a' }, changed])
  expect(where()).toMatchObject({ load: 'success' })
  // The cached responses of other queries are outdated now.
  expect(emitted).toEqual([{ type: 'rows.updated' }])
})

test('updates a moved row with the data of the save response', () => {
  const { trigger, context, emitted } = startLoadedList()
  trigger({ type: 'row.moved', id: 'a', position: 2 })
  trigger(actorDone('saveOrder', { id: 'a', name: 'moved' }))
  expect(context().rows).toEqual([{ id: 'b' }, { id: 'a', name: 'moved' }])
  expect(emitted).toEqual([{ type: 'rows.updated' }])
})

test('hides a deleted row until a reload succeeds', () => {
  const { trigger, context, where } = startLoadedList()
  const ids = () => context().removed.map(({ id }) => id)
  trigger({ type: 'rows.removed', ids: ['a', 'b'] })
  trigger({ type: 'rows.restored', ids: ['b'] })
  expect([ids(), where()]).toEqual([['a'], expect.objectContaining({ load: 'success' })])
  trigger({ type: 'rows.deleted', ids: ['a'] })
  expect([ids(), where()]).toEqual([['a'], expect.objectContaining({ load: 'loading' })])
  trigger(actorFailed('loadPage', new Error('gone')))
  trigger({ type: 'retry.requested' })
  expect(ids()).toEqual(['a'])
  trigger(actorDone('loadPage', pageOf('bc')))
  expect(ids()).toEqual([])
})

test('keeps an unsaved move when a reload completes', () => {
  const { trigger, ids } = startLoadedList({}, pageOf('abcd', 1, 2))
  trigger({ type: 'row.moved', id: 'a', position: 3 })
  trigger({ type: 'refresh.requested' })
  trigger(actorDone('loadPage', pageOf('abcd', 1, 2)))
  expect(ids()).toBe('bcad')
  trigger(actorDone('saveOrder'))
  expect(ids()).toBe('bcad')
})

test('continues to save a move while another page is loaded', () => {
  const { trigger, where, ids } = startLoadedList()
  trigger({ type: 'row.moved', id: 'a', position: 2 })
  trigger({ type: 'page.requested', page: 2 })
  expect([where().load, where().order]).toEqual(['loading', 'reordering'])
  trigger(actorDone('loadPage', pageOf('cd', 2)))
  trigger(actorDone('saveOrder'))
  expect([ids(), where().load, where().order]).toEqual(['cd', 'loading', 'settled'])
})

test("shows the server's order after 500 moves, 30% of which were refused", async () => {
  const drag = fc.record({
    row: fc.nat(7),
    position: fc.integer({ min: -1, max: 10 }),
    isRefused: fc.integer({ min: 0, max: 9 }).map((throw_) => throw_ < 3),
    /** Whether the save completes before the next drag starts. */
    isQuick: fc.boolean(),
  })
  const [dragSequence] = fc.sample(fc.array(drag, { minLength: 500, maxLength: 500 }), { numRuns: 1, seed: 44 })
  let server = [...'abcdefgh']
  const waiting: (() => void)[] = []
  const plans: boolean[] = []
  const loadPage = fromPromise<ListPage<Thing>, PageRange>(() =>
    Promise.resolve({
      data: server.map((id) => ({ id })),
      pagination: { page: 1, limit: 10, totalPages: 1, totalDocs: 8, hasNextPage: false },
    }),
  )
  const saveOrder = fromPromise<Thing | undefined, RowMove>(
    ({ input: { id, position } }) =>
      new Promise((resolve, reject) => {
        const isRefused = plans.shift()
        waiting.push(() => {
          if (isRefused) return reject(new Error('no'))
          server = server.filter((other) => other !== id)
          server.splice(position - 1, 0, id)
          resolve(undefined)
        })
      }),
  )
  const initialQuery = { ...query, limit: 10 }
  const actor = createActor(listMachine.provide({ actors: { loadPage, saveOrder } }), {
    input: input({ query: initialQuery }),
  }).start()
  const flushMicrotasks = async () => {
    for (let tick = 0; tick < 6; tick++) await Promise.resolve()
  }
  await waitFor(actor, (snapshot) => snapshot.matches({ load: 'success' }))
  let refusedCount = 0
  for (const { row, position, isRefused, isQuick } of dragSequence!) {
    plans.push(isRefused)
    refusedCount += Number(isRefused)
    actor.send({ type: 'row.moved', id: actor.getSnapshot().context.rows[row]!.id, position })
    if (isQuick) waiting.shift()?.()
    await flushMicrotasks()
  }
  while (actor.getSnapshot().hasTag('saving')) {
    waiting.shift()?.()
    await flushMicrotasks()
  }
  expect(refusedCount).toBeGreaterThan(120)
  expect(actor.getSnapshot().context.rows.map(({ id }) => id)).toEqual(server)
  actor.stop()
})

test('restarts a running load when rows change, because its response may predate the change', () => {
  const walk = startLoadedList()
  walk.trigger({ type: 'refresh.requested' })
  const before = walk.actor.getSnapshot().children['loadPage']
  walk.trigger({ type: 'rows.changed', rows: [{ id: 'a' }] })
  expect(walk.actor.getSnapshot().children['loadPage']).not.toBe(before)
})
