import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import type { ListPage } from '../../src/api/contract/list.ts'
import type { ListEvent, ListInput } from '../../src/machines/rules/listing.ts'
import { sortingOf } from '../../src/machines/rules/order.ts'
import type { PagesWanted } from '../../src/machines/rules/paging.ts'
import type { Move } from '../../src/machines/rules/reorder.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { heldOf, input, list, listModels, pageOf, query, starts, type Thing, turned, typed } from './list.model.ts'

followsRecord('list', listModels)

/** The state without what is within uninitialized, loading, success and error. */
const whereabouts = ({ value }: SnapshotFrom<typeof list>) => ({
  ...value,
  load: typeof value.load === 'string' ? value.load : Object.keys(value.load)[0],
})

/** A list whose first page has come. */
function loaded(change: Partial<ListInput> = {}, first = pageOf('ab')) {
  const walk = startWalk(list, { input: input(change) })
  walk.happens(starts)
  walk.happens(answers('loadPage', first))
  const ids = () =>
    walk.actor
      .getSnapshot()
      .context.rows.map((row) => row.id)
      .join('')
  const queries = () =>
    walk.emitted.flatMap((told) => (told.type === 'query.changed' ? [[told.entry, told.query]] : []))
  const where = () => whereabouts(walk.actor.getSnapshot())
  return { ...walk, ids, queries, where, context: () => walk.actor.getSnapshot().context }
}

test('the first question is asked at once, later ones after 250 ms without another change', () => {
  const clock = new SimulatedClock()
  const asked: unknown[] = []
  const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(({ input: { query } }) => {
    asked.push(query.filter)
    return new Promise(() => {})
  })
  const actor = createActor(list.provide({ actors: { loadPage } }), { input: input(), clock }).start()
  clock.increment(0)
  expect(asked).toEqual([{}])
  actor.send({ type: 'filter.changed', field: 'search', value: 'h' })
  clock.increment(200)
  actor.send({ type: 'filter.changed', field: 'search', value: 'ha' })
  clock.increment(249)
  expect(asked).toEqual([{}])
  clock.increment(1)
  expect(asked).toEqual([{}, { search: 'ha' }])
})

test('a press is asked for at once; what follows within 250 ms is asked for once, when no more comes', () => {
  const clock = new SimulatedClock()
  const asked: unknown[] = []
  const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(({ input: { query } }) => {
    asked.push([query.page, query.order])
    return new Promise(() => {})
  })
  const snapshot = loaded().actor.getPersistedSnapshot()
  const actor = createActor(list.provide({ actors: { loadPage } }), { snapshot, input: input(), clock }).start()
  const entries: string[] = []
  actor.on('query.changed', ({ entry }) => entries.push(entry))
  const press = (event: ListEvent, then: number) => {
    actor.send(event)
    clock.increment(then)
  }
  press({ type: 'order.toggled', field: 'name' }, 0)
  const first = [1, { name: 'desc' }]
  expect(asked).toEqual([first])
  press({ type: 'order.toggled', field: 'name' }, 100)
  press({ type: 'order.toggled', field: 'type' }, 249)
  expect(asked).toEqual([first])
  clock.increment(1)
  expect(asked).toEqual([first, [1, { type: 'desc' }]])
  press({ type: 'page.requested', page: 2 }, 0)
  expect(asked.slice(2)).toEqual([[2, { type: 'desc' }]])
  // Back leads past the order that was only passed through.
  expect(entries).toEqual(['push', 'replace', 'replace', 'push'])
})

test('a page whose rows are held stands at once, and is asked for once no more presses come', () => {
  const { happens, actor, ids } = loaded({ heldOf })
  happens({ type: 'page.requested', page: 2 })
  expect([ids(), actor.getSnapshot().value.load]).toEqual(['cd', { success: 'waiting' }])
  happens(turned)
  expect(actor.getSnapshot().value.load).toEqual({ loading: 'asking' })
})

test('a load that is under way is aborted by whatever asks for something else, a save is not', () => {
  const clock = new SimulatedClock()
  const loads: AbortSignal[] = []
  const saves: AbortSignal[] = []
  const never = () => new Promise<never>(() => {})
  const actors = {
    loadPage: fromPromise<ListPage<Thing>, PagesWanted>(({ signal }) => {
      loads.push(signal)
      return never()
    }),
    saveOrder: fromPromise<Thing | undefined, Move>(({ signal }) => {
      saves.push(signal)
      return never()
    }),
  }
  const snapshot = loaded().actor.getPersistedSnapshot()
  const actor = createActor(list.provide({ actors }), { snapshot, clock, input: input() }).start()
  actor.send({ type: 'row.moved', id: 'a', position: 2 })
  const changes: ListEvent[] = [
    { type: 'refresh.requested' },
    { type: 'refresh.requested' },
    { type: 'filter.changed', field: 'search', value: 'hat' },
    { type: 'order.toggled', field: 'name' },
    { type: 'page.requested', page: 2 },
    { type: 'limit.chosen', limit: 50 },
    { type: 'query.restored', query },
  ]
  for (const change of changes) {
    actor.send(change)
    clock.increment(250)
  }
  expect(loads.map(({ aborted }) => aborted)).toEqual([true, true, true, true, true, true, false])
  expect(saves.map(({ aborted }) => aborted)).toEqual([false])
  actor.stop()
  expect([...loads, ...saves].every(({ aborted }) => aborted)).toBe(true)
})

test('filters, order and page size lead back to the first page', () => {
  const changes: ListEvent[] = [
    { type: 'filter.changed', field: 'search', value: 'hat' },
    { type: 'filters.applied', filter: { type: ['top'] } },
    { type: 'order.toggled', field: 'name' },
    { type: 'limit.chosen', limit: 25 },
  ]
  for (const change of changes) {
    const { happens, context } = loaded({ query: { ...query, page: 3 } }, pageOf('ef', 3))
    expect(context().query.page).toBe(3)
    happens(change)
    expect(context().query.page, change.type).toBe(1)
  }
})

test('typing opens one history entry and replaces it until the list settles', () => {
  const { happens, queries } = loaded()
  happens({ type: 'filter.changed', field: 'search', value: 'h' })
  happens({ type: 'filter.changed', field: 'search', value: 'ha' })
  happens({ type: 'order.toggled', field: 'name' })
  happens(typed)
  happens({ type: 'filter.changed', field: 'search', value: 'hat' })
  happens({ type: 'page.requested', page: 2 })
  happens({ type: 'page.requested', page: 3 })
  const filter = (search: string) => ({ ...query, filter: { search } })
  const sorted = { ...query, filter: { search: 'ha' }, order: { name: 'desc' as const } }
  const last = { ...sorted, filter: { search: 'hat' } }
  expect(queries()).toEqual([
    ['push', filter('h')],
    ['replace', filter('ha')],
    ['replace', sorted],
    ['push', last],
    ['push', { ...last, page: 2 }],
    ['push', { ...last, page: 3 }],
  ])
})

test('a query from outside is taken over without telling it back; an equal one changes nothing', () => {
  const { actor, happens, emitted, context } = loaded()
  const settled = actor.getSnapshot()
  happens({ type: 'query.restored', query: { ...query, filter: { search: '' } } })
  expect(actor.getSnapshot()).toBe(settled)
  happens({ type: 'query.restored', query: { ...query, page: 2, filter: { search: 'hat' } } })
  expect(whereabouts(actor.getSnapshot())).toEqual({ load: 'loading', pace: 'paging', order: 'settled' })
  expect(context().query).toEqual({ ...query, page: 2, filter: { search: 'hat' } })
  expect(emitted).toEqual([])
})

test('rows stay while the list is asked again, and when that fails', () => {
  const { actor, happens, ids } = loaded()
  happens({ type: 'refresh.requested' })
  expect([whereabouts(actor.getSnapshot()).load, ids()]).toEqual(['loading', 'ab'])
  happens(fails('loadPage', new Error('gone')))
  expect([whereabouts(actor.getSnapshot()).load, ids()]).toEqual(['error', 'ab'])
  happens({ type: 'refresh.requested' })
  happens(answers('loadPage', pageOf('abc')))
  expect([actor.getSnapshot().hasTag('failed'), ids()]).toEqual([false, 'abc'])
})

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

test('preselected filters stand from the start and come back when the filters are cleared', () => {
  const { happens, context } = loaded({ preselected: { scope: 'mine' } })
  expect(context().query.filter).toEqual({ scope: 'mine' })
  happens({ type: 'filters.applied', filter: { scope: 'all', search: 'hat' } })
  expect(context().query.filter).toEqual({ scope: 'all', search: 'hat' })
  happens({ type: 'filters.cleared' })
  expect(context().query.filter).toEqual({ scope: 'mine' })
})

test('a list that opens on another order by its filter takes that order while nobody chose one', () => {
  const sorting = sortingOf({
    sortable: ({ app }) => (app ? ['name', 'position'] : ['name']),
    order: ({ app }) => (app ? { position: 'asc' } : { name: 'asc' }),
  })
  const { happens, context } = loaded({ sorting, query: { ...query, order: { name: 'asc' } } })
  const orders = [
    { type: 'filter.changed', field: 'app', value: 'x' } as const,
    { type: 'order.toggled', field: 'position' } as const,
    { type: 'filters.cleared' } as const,
    { type: 'order.toggled', field: 'name' } as const,
    { type: 'filter.changed', field: 'app', value: 'x' } as const,
  ].map((event) => {
    happens(event)
    return context().query.order
  })
  expect(orders).toEqual([
    { position: 'asc' },
    { position: 'desc' },
    { name: 'asc' },
    { name: 'desc' },
    { name: 'desc' },
  ])
})

test('a preselection that comes later fills what is empty and leaves what was chosen', () => {
  const { happens, context, where } = loaded({ query: { ...query, filter: { search: 'hat' } } })
  happens({ type: 'preselection.changed', preselected: { scope: 'mine' } })
  expect([context().query.filter, where().load]).toEqual([{ search: 'hat', scope: 'mine' }, 'loading'])
  happens(answers('loadPage', pageOf('ab')))
  happens({ type: 'filter.changed', field: 'scope', value: 'all' })
  happens({ type: 'preselection.changed', preselected: { scope: 'none' } })
  expect(context().query.filter).toEqual({ search: 'hat', scope: 'all' })
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
  expect(emitted).toEqual([{ type: 'row.returned', id: 'b', position: 1 }])
})

test('what was changed here stands in its place, and nothing is asked for', () => {
  const { happens, context, where } = loaded()
  const changed = { id: 'b', name: 'new' }
  happens({ type: 'rows.changed', rows: [changed, { id: 'z' }] })
  expect(context().rows).toEqual([{ id: 'a' }, changed])
  expect(context().saved).toEqual([{ id: 'a' }, changed])
  expect(where()).toMatchObject({ load: 'success' })
})

test('a moved row stands as its answer says', () => {
  const { happens, context } = loaded()
  happens({ type: 'row.moved', id: 'a', position: 2 })
  happens(answers('saveOrder', { id: 'a', name: 'moved' }))
  expect(context().rows).toEqual([{ id: 'b' }, { id: 'a', name: 'moved' }])
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

const happening = fc.oneof(
  fc.integer({ min: -2, max: 12 }).map((page): ListEvent => ({ type: 'page.requested', page })),
  fc.constantFrom('name', 'type').map((field): ListEvent => ({ type: 'order.toggled', field })),
  fc.constantFrom('', 'a', 'b').map((value): ListEvent => ({ type: 'filter.changed', field: 'search', value })),
  fc.constant<ListEvent>({ type: 'filters.cleared' }),
  fc.constant<ListEvent>({ type: 'refresh.requested' }),
  fc.integer({ min: 1, max: 4 }).map((page): ListEvent => ({ type: 'query.restored', query: { ...query, page } })),
  fc.constantFrom('250 ms pass', 'the oldest answer comes', 'the newest answer comes', 'the newest fails'),
)

test('whatever happens in whatever order, the rows that stand are those of the last question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (story) => {
      const clock = new SimulatedClock()
      const waiting: { answer: () => void; fail: () => void }[] = []
      const loadPage = fromPromise<ListPage<Thing>, PagesWanted>(
        ({ input: { query: wanted } }) =>
          new Promise((resolve, reject) => {
            const id = JSON.stringify([wanted.page, wanted.order, wanted.filter])
            const page = { data: [{ id }], pagination: pageOf('', Math.min(wanted.page, 8), 8).pagination }
            waiting.push({ answer: () => resolve(page), fail: () => reject(new Error('gone')) })
          }),
      )
      const actor = createActor(list.provide({ actors: { loadPage } }), { input: input(), clock }).start()
      let mirrored = query
      actor.on('query.changed', (event) => {
        mirrored = event.query
      })
      const settle = async () => {
        for (let turn = 0; turn < 4; turn++) await Promise.resolve()
      }
      for (const step of story) {
        if (typeof step === 'object') {
          if (step.type === 'query.restored') mirrored = step.query
          actor.send(step)
        } else if (step === '250 ms pass') clock.increment(250)
        else if (step === 'the oldest answer comes') waiting.shift()?.answer()
        else if (step === 'the newest answer comes') waiting.pop()?.answer()
        else waiting.pop()?.fail()
        await settle()
        const { query: own, totalPages } = actor.getSnapshot().context
        expect(own).toEqual(mirrored)
        expect(own.page >= 1 && (totalPages === 0 || own.page <= Math.max(totalPages, 8))).toBe(true)
      }
      actor.send({ type: 'refresh.requested' })
      for (let turn = 0; turn < 4; turn++) {
        clock.increment(250)
        while (waiting.length) waiting.shift()?.answer()
        await settle()
      }
      const { context } = actor.getSnapshot()
      const { page, order, filter } = context.query
      expect(whereabouts(actor.getSnapshot())).toEqual({ load: 'success', pace: 'calm', order: 'settled' })
      expect(context.rows).toEqual([{ id: JSON.stringify([page, order, filter]) }])
      actor.stop()
    }),
    { numRuns: 1000, seed: 4 },
  )
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
