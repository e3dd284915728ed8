import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { newsMachine } from '../../machines/news.machine.ts'
import { countNews, DELETED, type Known } from '../../machines/rules/news.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Removal } from '../../machines/rules/removals.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'

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
  const actor = useMachineActor(newsMachine, { id: 'rows' })
  const { events, hasGap } = useSelector(actor, ({ context }) => context.told)
  const known = useKnown(rows, removed)
  useEffect(() => {
    if (listen && isWanted) return listen((news) => actor.send({ type: 'change.heard', news }))
  }, [actor, listen, isWanted])
  useEffect(() => {
    if (isBusy) actor.send({ type: 'rows.requested' })
  }, [actor, isBusy])
  return isBusy ? 0 : Math.max(countNews(events, known, own), hasGap ? 1 : 0)
}

/** What is known of every row this list has shown since it is there: another page forgets nothing. */
function useKnown(rows: Shown['rows'], removed: Shown['removed']): Known {
  const [known] = useState(() => new Map<string, string | typeof DELETED>())
  for (const { id, updatedAt } of rows) known.set(id, String(updatedAt ?? ''))
  for (const { id, isGone } of removed) if (isGone) known.set(id, DELETED)
  return known
}
