import { useEffect, useRef, useState } from 'react'
import type { AssetEvent } from '../../api/contract/events.ts'
import { countNews, DELETED, type Known } from '../../machines/rules/news.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Removal } from '../../machines/rules/removals.ts'
import { useAtelier } from '../context.ts'

/** So long news are gathered before they are told, in milliseconds: one's own change is in the rows by then. */
const GATHER_MS = 1000

/** How many events are remembered; more than that is many, whatever the number. */
const MOST_EVENTS = 500

interface News {
  events: readonly AssetEvent[]
  /** Some may have been missed. */
  hasGap: boolean
}

const NONE: News = { events: [], hasGap: false }

/** What the list shows, and what this person did to it. */
interface Shown {
  /** Without those that are removed. */
  rows: readonly (Row & { updatedAt?: unknown })[]
  removed: readonly Removal[]
  /** The rows this person is just changing. */
  own: ReadonlySet<string>
  isBusy: boolean
}

/**
 * What others changed since these rows were asked for: the number of things, or 0. A gap in the events counts as one. It
 * begins anew with every load, because what was told before it began is in its answer.
 */
export function useNews({ rows, removed, own, isBusy }: Shown, isWanted: boolean): number {
  const { listen } = useAtelier()
  const [news, setNews] = useState(NONE)
  const waiting = useRef(NONE)
  const known = useKnown(rows, removed)

  useEffect(() => {
    if (!listen || !isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen((it) => {
      const { events, hasGap } = waiting.current
      waiting.current =
        it === 'gap' ? { events, hasGap: true } : { events: [...events, it].slice(-MOST_EVENTS), hasGap }
      timer ??= setTimeout(() => {
        timer = undefined
        setNews(waiting.current)
      }, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [listen, isWanted])

  useEffect(() => {
    if (!isBusy) return
    waiting.current = NONE
    setNews(NONE)
  }, [isBusy])
  return isBusy ? 0 : Math.max(countNews(news.events, known, own), news.hasGap ? 1 : 0)
}

/** What is known of every row this list has shown since it is there: another page forgets nothing. */
function useKnown(rows: Shown['rows'], removed: Shown['removed']): Known {
  const [known] = useState(() => new Map<string, string | typeof DELETED>())
  for (const { id, updatedAt } of rows) known.set(id, String(updatedAt ?? ''))
  for (const { id, isGone } of removed) if (isGone) known.set(id, DELETED)
  return known
}
