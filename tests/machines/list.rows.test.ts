import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { ListPage } from '../../src/api/contract/list.ts'
import type { PagesWanted } from '../../src/machines/rules/paging.ts'
import type { Move } from '../../src/machines/rules/reorder.ts'
import { loaded, whereabouts } from '../support/loaded-list.ts'
import { answers, fails } from '../support/walk.ts'
import { input, list, pageOf, query, type Thing } from './list.model.ts'

test('a moved row stands in its new place at once, and goes back when that cannot be saved', () => {
  const { actor, happens, ids } = loaded({}, pageOf('abcd', 1, 2))
  happens({ type: 'row.moved', id: 'a', position: 3 })
  expect([whereabouts(actor.getSnapshot()), ids()]).toEqual([
    { load: 'success', pace: 'calm', order: 'reordering' },
    'bcad',
  ])
  happens(fails('saveOrder', new Error('no')))
  expect([whereabouts(actor.getSnapshot()), ids()]).toEqual([
    { load: 'success', pace: 'calm', order: 'settled' },
    'abcd',
  ])
  happens({ type: 'row.moved', id: 'a', position: 3 })
  happens(answers('saveOrder'))
  expect(ids()).toBe('bcad')
})

test('what is saved is the place in the whole list, not in the page', async () => {
  const told: unknown[] = []
  const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(() => Promise.resolve(pageOf('cd', 2)))
  const saveOrder = fromPromise<Thing | undefined, Move>(async ({ input: wanted }) => {
    told.push(wanted)
    return undefined
  })
  const second = { ...query, page: 2 }
  const actor = createActor(list.provide({ actors: { loadPage, saveOrder } }), {
    input: input({ query: second }),
  }).start()
  await waitFor(actor, (snapshot) => snapshot.matches({ load: 'success' }))
  actor.send({ type: 'row.moved', id: 'c', position: 4 })
  expect(told).toEqual([{ id: 'c', position: 4, query: second }])
})

test('a move out of sight asks for the page again once it is saved', () => {
  const { actor, happens } = loaded()
  happens({ type: 'row.moved', id: 'a', position: 0 })
  expect(actor.getSnapshot().context.moves).toEqual([{ id: 'a', position: 6, query }])
  happens(answers('saveOrder'))
  expect([whereabouts(actor.getSnapshot()), actor.getSnapshot().context.moves]).toEqual([
    { load: 'loading', pace: 'calm', order: 'settled' },
    [],
  ])
})

test('several moves wait for each other, and one that is refused goes back alone', () => {
  const { happens, ids, where, emitted } = loaded({}, pageOf('abcd', 1, 2))
  happens({ type: 'row.moved', id: 'a', position: 4 })
  happens({ type: 'row.moved', id: 'b', position: 3 })
  happens({ type: 'row.moved', id: 'd', position: 1 })
  expect(ids()).toBe('dcba')
  happens(answers('saveOrder'))
  happens(fails('saveOrder', new Error('no')))
  expect([ids(), where().order]).toEqual(['dbca', 'reordering'])
  happens(answers('saveOrder'))
  expect([ids(), where().order]).toEqual(['dbca', 'settled'])
  const saved = { type: 'rows.touched' }
  expect(emitted).toEqual([saved, { type: 'row.returned', id: 'b', position: 1 }, saved])
})

test('what was changed here stands in its place, and nothing is asked for', () => {
  const { happens, context, where, emitted } = loaded()
  const changed = { id: 'b', name: 'new' }
  happens({ type: 'rows.changed', rows: [changed, { id: 'z' }] })
  expect(context().rows).toEqual([{ id: 'a' }, changed])
  expect(context().saved).toEqual([{ id: 'a' }, changed])
  expect(where()).toMatchObject({ load: 'success' })
  // What other queries were answered with is older.
  expect(emitted).toEqual([{ type: 'rows.touched' }])
})

test('a moved row stands as its answer says', () => {
  const { happens, context, emitted } = loaded()
  happens({ type: 'row.moved', id: 'a', position: 2 })
  happens(answers('saveOrder', { id: 'a', name: 'moved' }))
  expect(context().rows).toEqual([{ id: 'b' }, { id: 'a', name: 'moved' }])
  expect(emitted).toEqual([{ type: 'rows.touched' }])
})

test('what was deleted here is asked about again, and is removed until there is an answer', () => {
  const { happens, context, where } = loaded()
  const ids = () => context().removed.map(({ id }) => id)
  happens({ type: 'rows.removed', ids: ['a', 'b'] })
  happens({ type: 'rows.restored', ids: ['b'] })
  expect([ids(), where()]).toEqual([['a'], expect.objectContaining({ load: 'success' })])
  happens({ type: 'rows.deleted', ids: ['a'] })
  expect([ids(), where()]).toEqual([['a'], expect.objectContaining({ load: 'loading' })])
  happens(fails('loadPage', new Error('gone')))
  happens({ type: 'retry.requested' })
  expect(ids()).toEqual(['a'])
  happens(answers('loadPage', pageOf('bc')))
  expect(ids()).toEqual([])
})

test('an answer that comes while a move is being saved keeps the move', () => {
  const { happens, ids } = loaded({}, pageOf('abcd', 1, 2))
  happens({ type: 'row.moved', id: 'a', position: 3 })
  happens({ type: 'refresh.requested' })
  happens(answers('loadPage', pageOf('abcd', 1, 2)))
  expect(ids()).toBe('bcad')
  happens(answers('saveOrder'))
  expect(ids()).toBe('bcad')
})

test('a move goes on being saved while another page is asked for', () => {
  const { happens, where, ids } = loaded()
  happens({ type: 'row.moved', id: 'a', position: 2 })
  happens({ type: 'page.requested', page: 2 })
  expect([where().load, where().order]).toEqual(['loading', 'reordering'])
  happens(answers('loadPage', pageOf('cd', 2)))
  happens(answers('saveOrder'))
  expect([ids(), where().load, where().order]).toEqual(['cd', 'loading', 'settled'])
})

test('after 500 drags of which three in ten are not saved the screen is what the server has', async () => {
  const drag = fc.record({
    row: fc.nat(7),
    position: fc.integer({ min: -1, max: 10 }),
    isRefused: fc.integer({ min: 0, max: 9 }).map((throw_) => throw_ < 3),
    /** Whether the save is answered before the next drag. */
    isQuick: fc.boolean(),
  })
  const [story] = fc.sample(fc.array(drag, { minLength: 500, maxLength: 500 }), { numRuns: 1, seed: 44 })
  let server = [...'abcdefgh']
  const waiting: (() => void)[] = []
  const plans: boolean[] = []
  const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(() =>
    Promise.resolve({
      data: server.map((id) => ({ id })),
      pagination: { page: 1, limit: 10, totalPages: 1, totalDocs: 8, hasNextPage: false },
    }),
  )
  const saveOrder = fromPromise<Thing | undefined, Move>(
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
  const whole = { ...query, limit: 10 }
  const actor = createActor(list.provide({ actors: { loadPage, saveOrder } }), {
    input: input({ query: whole }),
  }).start()
  const settle = async () => {
    for (let turn = 0; turn < 6; turn++) await Promise.resolve()
  }
  await waitFor(actor, (snapshot) => snapshot.matches({ load: 'success' }))
  let refused = 0
  for (const { row, position, isRefused, isQuick } of story!) {
    plans.push(isRefused)
    refused += Number(isRefused)
    actor.send({ type: 'row.moved', id: actor.getSnapshot().context.rows[row]!.id, position })
    if (isQuick) waiting.shift()?.()
    await settle()
  }
  while (actor.getSnapshot().hasTag('saving')) {
    waiting.shift()?.()
    await settle()
  }
  expect(refused).toBeGreaterThan(120)
  expect(actor.getSnapshot().context.rows.map(({ id }) => id)).toEqual(server)
  actor.stop()
})

test('a load that is under way while rows change is begun anew: its answer may be older than they', () => {
  const walk = loaded()
  walk.happens({ type: 'refresh.requested' })
  const before = walk.actor.getSnapshot().children['loadPage']
  walk.happens({ type: 'rows.changed', rows: [{ id: 'a' }] })
  expect(walk.actor.getSnapshot().children['loadPage']).not.toBe(before)
})
