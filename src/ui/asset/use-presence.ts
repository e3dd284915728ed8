import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { PRESENT_EVERY_MS } from '../../api/contract/presence.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { useAsking } from '../use-asking.ts'
import { useInSight } from '../use-in-sight.ts'
import { usePoll } from '../use-poll.ts'
import type { AssetWork, Present } from './asset-work.ts'

/**
 * Who else is at the asset, for as long as its page is in sight, which is said meanwhile; undefined for guests, and where it
 * cannot be asked. What nobody could tell is nothing to be troubled with.
 */
export function usePresence(
  id: string,
  { beHere, beGone }: Pick<AssetWork, 'beHere' | 'beGone'>,
  isEditing: boolean,
): Present | undefined {
  const { session, listen } = useAtelier()
  const isInSight = useInSight()
  const isGuest = useSelector(session, ({ context: { data } }) => !data || isAnonymous(data))
  const isHere = isInSight && !isGuest
  const { latest, error, isBusy, askAgain } = useAsking<Present>({
    about: 'presence',
    question: isHere ? (isEditing ? 'editing' : 'looking') : null,
    ask: (is, signal) => beHere(is as 'looking' | 'editing', signal),
  })
  usePoll(isHere, askAgain, PRESENT_EVERY_MS)
  const missed = useRef(false)
  const again = useEffectEvent(() => {
    // The answer that is on its way may be older than the news.
    missed.current = isBusy
    if (!isBusy) askAgain()
  })
  const catchUp = useEffectEvent(() => missed.current && again())
  useEffect(() => {
    if (!isBusy) catchUp()
  }, [isBusy])
  const leave = useEffectEvent(() => {
    // Who signed out has left already.
    if (session.getSnapshot().context.data) beGone().catch(() => {})
  })
  useEffect(() => {
    if (!isHere) return
    const stop = listen?.(
      () => {},
      (assetId) => assetId === id && again(),
    )
    const go = () => leave()
    addEventListener('pagehide', go)
    return () => {
      stop?.()
      removeEventListener('pagehide', go)
      go()
    }
  }, [isHere, id, listen])
  return isHere && !error ? latest : undefined
}
