import { useEffect, useEffectEvent } from 'react'

const POLL_INTERVAL_MS = 2000

/**
 * Polls every `intervalMs` milliseconds while `isOn` and the page is visible. For server work that sends no progress events, or
 * that other users started.
 */
export function usePoll(isOn: boolean, poll: () => void, intervalMs = POLL_INTERVAL_MS): void {
  const onTick = useEffectEvent(poll)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && onTick(), intervalMs)
    return () => clearInterval(timer)
  }, [isOn, intervalMs])
}
