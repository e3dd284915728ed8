import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListPage } from '../../../src/api/contract/list.ts'
import type { ListEvent } from '../../../src/machines/list/list-state.ts'
import { resolveSorting } from '../../../src/machines/list/order.ts'
import type { PageRange } from '../../../src/machines/list/paging.ts'
import type { RowMove } from '../../../src/machines/list/reorder.ts'
import { startLoadedList, topLevelState } from '../../support/loaded-list.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import {
  cachedSecondPage,
  input,
  listMachine,
  listModels,
  pageOf,
  pagingDebounced,
  query,
  type Thing,
  typingDebounced,
} from './list.model.ts'

describeMachine('list', listModels)

test('sends the initial request immediately, and a request for typed text after 250 ms without input', () => {
  const clock = new SimulatedClock()
  const requests: unknown[] = []
  const loadPage = fromPromise<ListPage<Thing>, PageRange>(({ input: { query } }) => {
    requests.push(query.filter)
    return new Promise(() => {})
  })
  const actor = createActor(listMachine.provide({ actors: { loadPage } }), { input: input(), clock }).start()
  clock.increment(0)
  expect(requests).toEqual([{}])
  actor.send({ type: 'filter.changed', field: 'search', value: 'h' })
  clock.increment(200)
  actor.send({ type: 'filter.changed', field: 'search', value: 'ha' })
  clock.increment(249)
  expect(requests).toEqual([{}])
  clock.increment(1)
  expect(requests).toEqual([{}, { search: 'ha' }])
})

test('requests a new order or page immediately, and merges changes of the next 250 ms into one request', () => {
  const clock = new SimulatedClock()
  const requests: unknown[] = []
  const loadPage = fromPromise<ListPage<Thing>, PageRange>(({ input: { query } }) => {
    requests.push([query.page, query.order])
    return new Promise(() => {})
  })
  const snapshot = startLoadedList().actor.getPersistedSnapshot()
  const actor = createActor(listMachine.provide({ actors: { loadPage } }), { snapshot, input: input(), clock }).start()
  const entries: string[] = []
  actor.on('query.changed', ({ entry }) => entries.push(entry))
  const press = (event: ListEvent, then: number) => {
    actor.send(event)
    clock.increment(then)
  }
  press({ type: 'order.toggled', field: 'name' }, 0)
  const first = [1, { name: 'desc' }]
  expect(requests).toEqual([first])
  press({ type: 'order.toggled', field: 'name' }, 100)
  press({ type: 'order.toggled', field: 'type' }, 249)
  expect(requests).toEqual([first])
  clock.increment(1)
  expect(requests).toEqual([first, [1, { type: 'desc' }]])
  press({ type: 'page.requested', page: 2 }, 0)
  expect(requests.slice(2)).toEqual([[2, { type: 'desc' }]])
  // Back skips the intermediate order.
  expect(entries).toEqual(['push', 'replace', 'replace', 'push'])
})

test('shows a cached page immediately, and reloads it after a pause without further clicks', () => {
  const { trigger, actor, ids } = startLoadedList({ getCachedPage: cachedSecondPage })
  trigger({ type: 'page.requested', page: 2 })
  expect([ids(), actor.getSnapshot().value.load]).toEqual(['cd', { success: 'debouncing' }])
  trigger(pagingDebounced)
  expect(actor.getSnapshot().value.load).toEqual({ loading: 'fetching' })
})

test('aborts a running load when the query changes or is refreshed, but never the saving of a moved row', () => {
  const clock = new SimulatedClock()
  const loads: AbortSignal[] = []
  const saves: AbortSignal[] = []
  const neverSettles = () => new Promise<never>(() => {})
  const actors = {
    loadPage: fromPromise<ListPage<Thing>, PageRange>(({ signal }) => {
      loads.push(signal)
      return neverSettles()
    }),
    saveOrder: fromPromise<Thing | undefined, RowMove>(({ signal }) => {
      saves.push(signal)
      return neverSettles()
    }),
  }
  const snapshot = startLoadedList().actor.getPersistedSnapshot()
  const actor = createActor(listMachine.provide({ actors }), { snapshot, clock, input: input() }).start()
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

test('returns to the first page on a change of filters, order or page size', () => {
  const changes: ListEvent[] = [
    { type: 'filter.changed', field: 'search', value: 'hat' },
    { type: 'filters.applied', filter: { type: ['top'] } },
    { type: 'order.toggled', field: 'name' },
    { type: 'limit.chosen', limit: 25 },
  ]
  for (const change of changes) {
    const { trigger, context } = startLoadedList({ query: { ...query, page: 3 } }, pageOf('ef', 3))
    expect(context().query.page).toBe(3)
    trigger(change)
    expect(context().query.page, change.type).toBe(1)
  }
})

test('replaces the last history entry during continued input, and adds one after a pause or for a page', () => {
  const { trigger, queries } = startLoadedList()
  trigger({ type: 'filter.changed', field: 'search', value: 'h' })
  trigger({ type: 'filter.changed', field: 'search', value: 'ha' })
  trigger({ type: 'order.toggled', field: 'name' })
  trigger(typingDebounced)
  trigger({ type: 'filter.changed', field: 'search', value: 'hat' })
  trigger({ type: 'page.requested', page: 2 })
  trigger({ type: 'page.requested', page: 3 })
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

test('accepts an external query without emitting it, and ignores an equal one', () => {
  const { actor, trigger, emitted, context } = startLoadedList()
  const settledSnapshot = actor.getSnapshot()
  trigger({ type: 'query.restored', query: { ...query, filter: { search: '' } } })
  expect(actor.getSnapshot()).toBe(settledSnapshot)
  trigger({ type: 'query.restored', query: { ...query, page: 2, filter: { search: 'hat' } } })
  expect(topLevelState(actor.getSnapshot())).toEqual({ load: 'loading', pace: 'paging', order: 'settled' })
  expect(context().query).toEqual({ ...query, page: 2, filter: { search: 'hat' } })
  expect(emitted).toEqual([])
})

test('keeps its rows during a reload, and after a failed reload', () => {
  const { actor, trigger, ids } = startLoadedList()
  trigger({ type: 'refresh.requested' })
  expect([topLevelState(actor.getSnapshot()).load, ids()]).toEqual(['loading', 'ab'])
  trigger(actorFailed('loadPage', new Error('gone')))
  expect([topLevelState(actor.getSnapshot()).load, ids()]).toEqual(['error', 'ab'])
  trigger({ type: 'refresh.requested' })
  trigger(actorDone('loadPage', pageOf('abc')))
  expect([actor.getSnapshot().hasTag('failed'), ids()]).toEqual([false, 'abc'])
})

test('applies preselected filters initially and restores them when filters are cleared', () => {
  const { trigger, context } = startLoadedList({ preselected: { scope: 'mine' } })
  expect(context().query.filter).toEqual({ scope: 'mine' })
  trigger({ type: 'filters.applied', filter: { scope: 'all', search: 'hat' } })
  expect(context().query.filter).toEqual({ scope: 'all', search: 'hat' })
  trigger({ type: 'filters.cleared' })
  expect(context().query.filter).toEqual({ scope: 'mine' })
})

test('sorts by the default order of the current filter until the user chooses an order', () => {
  const sorting = resolveSorting({
    sortable: ({ app }) => (app ? ['name', 'position'] : ['name']),
    order: ({ app }) => (app ? { position: 'asc' } : { name: 'asc' }),
  })
  const { trigger, context } = startLoadedList({ sorting, query: { ...query, order: { name: 'asc' } } })
  const orders = [
    { type: 'filter.changed', field: 'app', value: 'x' } as const,
    { type: 'order.toggled', field: 'position' } as const,
    { type: 'filters.cleared' } as const,
    { type: 'order.toggled', field: 'name' } as const,
    { type: 'filter.changed', field: 'app', value: 'x' } as const,
  ].map((event) => {
    trigger(event)
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

test('applies a preselection that is loaded later to empty filters only, and keeps chosen values', () => {
  const { trigger, context, where } = startLoadedList({ query: { ...query, filter: { search: 'hat' } } })
  trigger({ type: 'preselection.changed', preselected: { scope: 'mine' } })
  expect([context().query.filter, where().load]).toEqual([{ search: 'hat', scope: 'mine' }, 'loading'])
  trigger(actorDone('loadPage', pageOf('ab')))
  trigger({ type: 'filter.changed', field: 'scope', value: 'all' })
  trigger({ type: 'preselection.changed', preselected: { scope: 'none' } })
  expect(context().query.filter).toEqual({ search: 'hat', scope: 'all' })
})

const eventArbitrary = fc.oneof(
  fc.integer({ min: -2, max: 12 }).map((page): ListEvent => ({ type: 'page.requested', page })),
  fc.constantFrom('name', 'type').map((field): ListEvent => ({ type: 'order.toggled', field })),
  fc.constantFrom('', 'a', 'b').map((value): ListEvent => ({ type: 'filter.changed', field: 'search', value })),
  fc.constant<ListEvent>({ type: 'filters.cleared' }),
  fc.constant<ListEvent>({ type: 'refresh.requested' }),
  fc.integer({ min: 1, max: 4 }).map((page): ListEvent => ({ type: 'query.restored', query: { ...query, page } })),
  fc.constantFrom('250 ms pass', 'the oldest answer comes', 'the newest answer comes', 'the newest fails'),
)

test('shows the rows of the last query, whatever the order of events and responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(eventArbitrary, { maxLength: 40 }), async (events) => {
      const clock = new SimulatedClock()
      const waiting: { answer: () => void; fail: () => void }[] = []
      const loadPage = fromPromise<ListPage<Thing>, PageRange>(
        ({ input: { query: requestedQuery } }) =>
          new Promise((resolve, reject) => {
            const id = JSON.stringify([requestedQuery.page, requestedQuery.order, requestedQuery.filter])
            const page = { data: [{ id }], pagination: pageOf('', Math.min(requestedQuery.page, 8), 8).pagination }
            waiting.push({ answer: () => resolve(page), fail: () => reject(new Error('gone')) })
          }),
      )
      const actor = createActor(listMachine.provide({ actors: { loadPage } }), { input: input(), clock }).start()
      let mirrored = query
      actor.on('query.changed', (event) => {
        mirrored = event.query
      })
      const flushMicrotasks = async () => {
        for (let tick = 0; tick < 4; tick++) await Promise.resolve()
      }
      for (const step of events) {
        if (typeof step === 'object') {
          if (step.type === 'query.restored') mirrored = step.query
          actor.send(step)
        } else if (step === '250 ms pass') clock.increment(250)
        else if (step === 'the oldest answer comes') waiting.shift()?.answer()
        else if (step === 'the newest answer comes') waiting.pop()?.answer()
        else waiting.pop()?.fail()
        await flushMicrotasks()
        const { query: currentQuery, totalPages } = actor.getSnapshot().context
        expect(currentQuery).toEqual(mirrored)
        expect(currentQuery.page >= 1 && (totalPages === 0 || currentQuery.page <= Math.max(totalPages, 8))).toBe(true)
      }
      actor.send({ type: 'refresh.requested' })
      for (let tick = 0; tick < 4; tick++) {
        clock.increment(250)
        while (waiting.length) waiting.shift()?.answer()
        await flushMicrotasks()
      }
      const { context } = actor.getSnapshot()
      const { page, order, filter } = context.query
      expect(topLevelState(actor.getSnapshot())).toEqual({ load: 'success', pace: 'idle', order: 'settled' })
      expect(context.rows).toEqual([{ id: JSON.stringify([page, order, filter]) }])
      actor.stop()
    }),
    { numRuns: 1000, seed: 4 },
  )
})
