import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListPage } from '../../src/api/contract/list.ts'
import type { ListEvent } from '../../src/machines/rules/listing.ts'
import { sortingOf } from '../../src/machines/rules/order.ts'
import type { PagesWanted } from '../../src/machines/rules/paging.ts'
import type { Move } from '../../src/machines/rules/reorder.ts'
import { loaded, whereabouts } from '../support/loaded-list.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails } from '../support/walk.ts'
import { heldOf, input, list, listModels, pageOf, query, type Thing, turned, typed } from './list.model.ts'

followsRecord('list', listModels)

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
