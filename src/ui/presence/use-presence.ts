import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { PRESENCE_HEARTBEAT_MS } from '../../api/contract/presence.ts'
import { isVerifiedAccount } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { useIsPageVisible } from '../use-is-page-visible.ts'
import { usePoll } from '../use-poll.ts'
import { useQuery } from '../use-query.ts'
import type { PresentUsers } from './PresenceAvatars.tsx'

export interface PresenceCalls {
  /** Reports that the user has the asset open. Resolves with the other users who have the asset open. */
  announcePresence: (activity: 'looking' | 'editing', signal: AbortSignal) => Promise<PresentUsers>
  /** Reports that the user has left the asset. Also works while the page unloads. */
  announceLeave: () => Promise<unknown>
}

/**
 * While the page is visible, reports to the server that the user has the asset open. Returns the other users who have the asset
 * open. Returns undefined for guests, for unverified users, and after a failed request. Failures are silent.
 */
export function usePresence(
  id: string,
  { announcePresence, announceLeave }: PresenceCalls,
  isEditing: boolean,
): PresentUsers | undefined {
  const { session, listenToEvents } = useAtelier()
  const isVisible = useIsPageVisible()
  const isAllowed = useSelector(session, ({ context }) => isVerifiedAccount(context.data))
  const isPresent = isVisible && isAllowed
  const { latestData, error, isBusy, refetch } = useQuery<PresentUsers>({
    inspectorLabel: 'presence',
    queryKey: isPresent ? (isEditing ? 'editing' : 'looking') : null,
    queryFn: (activity, signal) => announcePresence(activity as 'looking' | 'editing', signal),
  })
  usePoll(isPresent, refetch, PRESENCE_HEARTBEAT_MS)
  const hasMissedEvent = useRef(false)
  const refetchOrDefer = useEffectEvent(() => {
    // The pending response may be older than the event.
    hasMissedEvent.current = isBusy
    if (!isBusy) refetch()
  })
  const refetchIfMissed = useEffectEvent(() => hasMissedEvent.current && refetchOrDefer())
  useEffect(() => {
    if (!isBusy) refetchIfMissed()
  }, [isBusy])
  const announceOwnLeave = useEffectEvent(() => {
    // Signing out has already ended the presence.
    if (session.getSnapshot().context.data) announceLeave().catch(() => {})
  })
  useEffect(() => {
    if (!isPresent) return
    const unsubscribe = listenToEvents?.(
      () => {},
      (assetId) => assetId === id && refetchOrDefer(),
    )
    const onPageHide = () => announceOwnLeave()
    addEventListener('pagehide', onPageHide)
    return () => {
      unsubscribe?.()
      removeEventListener('pagehide', onPageHide)
      onPageHide()
    }
  }, [isPresent, id, listenToEvents])
  return isPresent && !error ? latestData : undefined
}
