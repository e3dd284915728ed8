import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { remoteChangesMachine } from '../../machines/list/remote-changes.machine.ts'
import { NO_REMOTE_CHANGES } from '../../machines/list/remote-changes.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { type QueryResult, useQuery } from '../use-query.ts'
import type { DashboardCalls } from './dashboard-calls.ts'

type DashboardData<N extends keyof DashboardCalls> = Awaited<ReturnType<DashboardCalls[N]>>

export interface DashboardQueryOptions<A> {
  isLive?: boolean
  /** Returns the time until the next refresh in milliseconds, for the current response. */
  staleAfterMs?: (data: A) => number
}

/** Runs a query of the dashboard. Refreshes it on changes and when the browser is online again. */
export function useDashboardQuery<N extends keyof DashboardCalls>(
  calls: DashboardCalls,
  name: N,
  { isLive = false, staleAfterMs }: DashboardQueryOptions<DashboardData<N>> = {},
): QueryResult<DashboardData<N>> {
  const query = useQuery<DashboardData<N>>({
    inspectorLabel: name,
    queryKey: name,
    queryFn: (_, signal) => calls[name](signal) as Promise<DashboardData<N>>,
    cacheName: 'dashboard',
  })
  const { data, error, isBusy, refetch } = query
  const onTimer = useEffectEvent(refetch)
  const hasFailed = Boolean(error)
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => onTimer()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed])
  const staleDelay = data !== undefined && !hasFailed ? staleAfterMs?.(data) : undefined
  useEffect(() => {
    if (isBusy || staleDelay === undefined) return
    const timer = setTimeout(() => onTimer(), staleDelay)
    return () => clearTimeout(timer)
  }, [isBusy, staleDelay])
  useRefetchOnChanges(name, isLive, isBusy, refetch)
  return query
}

/**
 * Refreshes a query when other users change assets. Waits for a pending response first, so that no change is missed. `machineId`
 * is the machine's name in the inspector.
 */
export function useRefetchOnChanges(machineId: string, isLive: boolean, isBusy: boolean, refetch: () => void): void {
  const { listenToEvents } = useAtelier()
  const actor = useMachineActor(remoteChangesMachine, { id: machineId })
  const hasRemoteChanges = useSelector(actor, ({ context }) => context.shown !== NO_REMOTE_CHANGES)
  const onRefetch = useEffectEvent(refetch)
  useEffect(() => {
    if (listenToEvents && isLive)
      return listenToEvents((event) => actor.send({ type: 'remoteChange.received', change: event }))
  }, [actor, listenToEvents, isLive])
  useEffect(() => {
    if (!hasRemoteChanges || isBusy) return
    actor.send({ type: 'rows.requested' })
    onRefetch()
  }, [actor, hasRemoteChanges, isBusy])
}
