import { useEffect, useEffectEvent } from 'react'

/** Default polling interval in milliseconds. */
const POLL_INTERVAL_MS = 2000

/**
 * Polls every `intervalMs` milliseconds while `isOn` and the page is visible, for server work without progress events or started
 * by other users.
 */
export function usePoll(isOn: boolean, poll: () => void, intervalMs = POLL_INTERVAL_MS): void {
  const onTick = useEffectEvent(poll)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && onTick(), intervalMs)
    return () => clearInterval(timer)
  }, [isOn, intervalMs])
}
