import { useEffect, useEffectEvent } from 'react'

/** Milliseconds between two looks at work of the server that is under way. */
const PACE_MS = 2000

/** Looks again and again while `isOn` and the page is seen, each `pace` milliseconds: at what others had begun, or what is not told as it goes on. */
export function usePoll(isOn: boolean, look: () => void, pace = PACE_MS): void {
  const again = useEffectEvent(look)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), pace)
    return () => clearInterval(timer)
  }, [isOn, pace])
}
