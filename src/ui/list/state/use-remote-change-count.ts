import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect } from 'react'
import { remoteChangesMachine } from '../../../machines/remote-changes.machine.ts'
import { countRemoteChanges, type ShownRows } from '../../../machines/rules/remote-changes.ts'
import { useAtelier } from '../../context.ts'
import { useMachineActor } from '../../use-machine-actor.ts'

/** Rows of the list, and the user's own changes. */
interface RemoteChangesOptions extends ShownRows {
  /** Ids of the rows that the user is changing now. */
  own: ReadonlySet<string>
  isBusy: boolean
}

/**
 * Returns the number of changes by other users since the rows were requested. A gap in the event stream counts as one. Each load
 * resets it, because the response includes earlier changes.
 */
export function useRemoteChangeCount({ rows, removed, own, isBusy }: RemoteChangesOptions, isWanted: boolean): number {
  const { listenToEvents } = useAtelier()
  const actor = useMachineActor(remoteChangesMachine, { id: 'rows' })
  // Selects a number, so that events about known rows do not render anything.
  const count = useSelector(actor, ({ context: { told, known } }) =>
    Math.max(countRemoteChanges(told.events, known, own), told.hasGap ? 1 : 0),
  )
  // Runs before paint, otherwise the user's own change would be counted as a remote one for a moment.
  useLayoutEffect(() => actor.send({ type: 'rows.shown', rows, removed }), [actor, rows, removed])
  useEffect(() => {
    if (listenToEvents && isWanted) return listenToEvents((event) => actor.send({ type: 'change.heard', news: event }))
  }, [actor, listenToEvents, isWanted])
  useEffect(() => {
    if (isBusy) actor.send({ type: 'rows.requested' })
  }, [actor, isBusy])
  return isBusy ? 0 : count
}
