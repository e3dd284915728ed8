import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import { createListMachine } from '../../machines/list.machine.ts'
import { preselectedOf, withoutEmpties } from '../../machines/rules/filters.ts'
import { sortingOf } from '../../machines/rules/order.ts'
import { joinPages, type PagesWanted, type Row } from '../../machines/rules/paging.ts'
import type { Move } from '../../machines/rules/reorder.ts'
import { useAtelier } from '../context.ts'
import { painted } from '../kit/painted.ts'
import { savesData } from '../kit/saves-data.ts'
import { useMachineActor } from '../machine.ts'
import { useMoment } from '../moment.ts'
import { isRow } from './bulk.ts'
import type { ListDefinition } from './definition.ts'
import { askNear, forgetRows, heldRows, holdOnceThere, takeAhead } from './held-rows.ts'
import type { ListActor } from './list-actor.ts'
import { type ListSearch, toQuery, toSearch } from './search.ts'
import { useKeptRows } from './use-kept-rows.ts'

/** Writes the list's address: a new history entry, or the current one replaced. */
export type WriteSearch = (search: ListSearch, options: { replace: boolean }) => void

/**
 * Runs a list and makes the address its mirror: what the list asks for is written to the address, and an address that
 * somebody else wrote (Back, a link) is handed to the list. `pageOf` tells how far an infinite list had been loaded when
 * its entry of the history was left. A list that failed tries again once the browser is online.
 */
export function useList<R extends Row>(
  list: ListDefinition<R>,
  search: ListSearch,
  write: WriteSearch,
  pageOf: () => number = () => 1,
): ListActor<R> {
  const { kept } = useAtelier()
  // The definition is made anew whenever something in it changes; what runs by then asks the newest.
  const loadPage = useEffectEvent(list.loadPage)
  const saveOrder = useEffectEvent(async (move: Move, signal: AbortSignal) => list.saveOrder?.(move, signal))
  const [machine] = useState(() =>
    createListMachine<R>().provide({
      actors: {
        loadPage: fromPromise<ListPage<R>, PagesWanted>(({ input, signal }) =>
          loadPages((query) => takeAhead<R>(kept, list.id, query) ?? loadPage(query, signal), input),
        ),
        loadAhead: fromPromise<void, { query: ListQuery }>(async ({ input: { query }, signal }) => {
          if (savesData()) return
          const page = loadPage(query, signal)
          if (kept) await holdOnceThere(kept, list.id, query, page)
        }),
        saveOrder: fromPromise<Row | undefined, Move>(async ({ input, signal }) => {
          const saved = await saveOrder(input, signal)
          return isRow(saved) ? saved : undefined
        }),
      },
    }),
  )
  const isInUrl = list.inUrl ?? true
  const [first] = useState(() => atPage(firstQuery(list, isInUrl ? search : {}), list, pageOf))
  const actor = useMachineActor(machine, {
    id: list.id,
    input: {
      query: first,
      heldOf: kept && ((query) => heldRows(kept, list.id, query)),
      staleAfter: list.staleAfter as ((rows: readonly Row[]) => number) | undefined,
      paging: list.paging ?? 'pager',
      preselected: preselectedOf(list.filters),
      sorting: sortingOf(list),
    },
  }) as ListActor<R>

  useKeptRows(kept, list.id, actor)

  useEffect(() => {
    if (!kept) return
    const near = actor.on('query.neared', ({ query }) => {
      if (!savesData()) askNear(kept, list.id, query, loadPage)
    })
    const touched = actor.on('rows.touched', () => forgetRows(kept, list.id))
    return () => {
      near.unsubscribe()
      touched.unsubscribe()
    }
  }, [kept, list.id, actor])

  useEffect(() => {
    const retry = () => actor.getSnapshot().hasTag('failed') && actor.send({ type: 'retry.requested' })
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [actor])

  const preselected = JSON.stringify(preselectedOf(list.filters))
  useEffect(() => {
    // What it was begun with is no change, which would draw the whole view anew.
    if (JSON.stringify(actor.getSnapshot().context.preselected) !== preselected)
      actor.send({ type: 'preselection.changed', preselected: JSON.parse(preselected) })
  }, [actor, preselected])

  const shown = JSON.stringify(search)
  const mirror = useRef({ text: shown, seen: shown, written: [] as string[] })
  const waiting = useRef<() => void>(undefined)
  const writeWaiting = () => {
    waiting.current?.()
    waiting.current = undefined
  }
  const mirrorQuery = useEffectEvent((query: ListQuery, replace: boolean) => {
    const next = toSearch(query, list)
    const text = JSON.stringify(next)
    if (!isInUrl || text === mirror.current.text) return
    writeWaiting()
    mirror.current.text = text
    const put = () => {
      mirror.current.written.push(text)
      write(next, { replace })
    }
    if (replace) return put()
    // Whoever pressed waits for rows: a new entry of the history, and what follows an address, comes after they are on the screen.
    waiting.current = put
    painted().then(() => waiting.current === put && writeWaiting())
  })
  const restore = useEffectEvent((written: string) => {
    const { limit } = actor.getSnapshot().context.query
    actor.send({ type: 'query.restored', query: atPage(toQuery(JSON.parse(written), list, limit), list, pageOf) })
  })
  useEffect(() => {
    const subscription = actor.on('query.changed', ({ query, entry }) => mirrorQuery(query, entry === 'replace'))
    // What filters start with is told too, as if the address had said it.
    mirrorQuery(actor.getSnapshot().context.query, true)
    return () => {
      subscription.unsubscribe()
      // Who has left meanwhile stays where they went.
      waiting.current = undefined
    }
  }, [actor])
  useEffect(() => {
    const { written, text, seen } = mirror.current
    if (shown === seen) return
    mirror.current.seen = shown
    // The address follows what the list wrote, a moment later and perhaps not every step of it.
    const own = written.indexOf(shown)
    written.splice(0, own < 0 ? written.length : own + 1)
    // Somebody else led elsewhere: what waited to be written is of the page that was left.
    if (own < 0) waiting.current = undefined
    if (!isInUrl || own >= 0 || shown === text) return
    mirror.current.text = shown
    restore(shown)
  }, [isInUrl, shown])
  return useMoment(actor)
}

/** The query a list opens with: the address's, or with what its filters start with where the address names no filter. */
function firstQuery<R extends Row>(list: ListDefinition<R>, search: ListSearch): ListQuery {
  const started = withoutEmpties(Object.fromEntries(list.filters.map(({ field, value }) => [field, value])))
  return toQuery(search.filter ? search : { ...search, filter: started }, list)
}

const atPage = <R extends Row>(query: ListQuery, list: ListDefinition<R>, pageOf: () => number): ListQuery =>
  list.paging === 'infinite' ? { ...query, page: pageOf() } : query

/** The pages `firstPage` to `query.page` as one, loaded side by side. */
async function loadPages<R extends Row>(
  load: (query: ListQuery) => Promise<ListPage<R>>,
  { query, firstPage }: PagesWanted,
): Promise<ListPage<R>> {
  const pages = Array.from({ length: query.page - firstPage + 1 }, (_, index) => firstPage + index)
  return joinPages(await Promise.all(pages.map((page) => load({ ...query, page }))))
}
