import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect } from 'react'
import { remoteChangesMachine } from '../../../machines/list/remote-changes.machine.ts'
import { countRemoteChanges, type ShownRows } from '../../../machines/list/remote-changes.ts'
import { useAtelier } from '../../context.ts'
import { useMachineActor } from '../../use-machine-actor.ts'

interface RemoteChangesOptions extends ShownRows {
  /** Ids of the rows that the user is changing now. */
  own: ReadonlySet<string>
  isBusy: boolean
}

/**
 * Returns the number of changes by other users since the last request for rows. A gap in the event stream counts as one change.
 * Each request resets the count, because its response includes earlier changes.
 */
export function useRemoteChangeCount({ rows, removed, own, isBusy }: RemoteChangesOptions, isWanted: boolean): number {
  const { listenToEvents } = useAtelier()
  const actor = useMachineActor(remoteChangesMachine, { id: 'rows' })
  // Selects a number, so that an event that does not change the number causes no render.
  const count = useSelector(actor, ({ context: { shown, knownVersions } }) =>
    Math.max(countRemoteChanges(shown.events, knownVersions, own), shown.hasGap ? 1 : 0),
  )
  // Runs before paint. Otherwise the user's own change would be counted as remote for a moment.
  useLayoutEffect(() => actor.send({ type: 'rows.shown', rows, removed }), [actor, rows, removed])
  useEffect(() => {
    if (listenToEvents && isWanted)
      return listenToEvents((event) => actor.send({ type: 'remoteChange.received', change: event }))
  }, [actor, listenToEvents, isWanted])
  useEffect(() => {
    if (isBusy) actor.send({ type: 'rows.requested' })
  }, [actor, isBusy])
  return isBusy ? 0 : count
}
