import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect } from 'react'
import { newsMachine } from '../../machines/news.machine.ts'
import { countNews, type ShownRows } from '../../machines/rules/news.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'

/** What the list shows, and what this person did to it. */
interface Shown extends ShownRows {
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
  // A number: rows that are shown draw nothing again by being known.
  const count = useSelector(actor, ({ context: { told, known } }) =>
    Math.max(countNews(told.events, known, own), told.hasGap ? 1 : 0),
  )
  // Before they are seen, else a change of one's own would be news for a moment.
  useLayoutEffect(() => actor.send({ type: 'rows.shown', rows, removed }), [actor, rows, removed])
  useEffect(() => {
    if (listen && isWanted) return listen((news) => actor.send({ type: 'change.heard', news }))
  }, [actor, listen, isWanted])
  useEffect(() => {
    if (isBusy) actor.send({ type: 'rows.requested' })
  }, [actor, isBusy])
  return isBusy ? 0 : count
}
