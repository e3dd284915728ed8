import { useEffect, useState } from 'react'

/** Pause until another code can be requested, in seconds. */
export const RESEND_PAUSE_S = 30

/** Counts down the seconds of a pause, from mount and from each call of `begin`. */
export function useResendCountdown(seconds: number): { left: number; begin: () => void } {
  const [endTime, setEndTime] = useState(() => Date.now() + seconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  useEffect(() => {
    const count = () => {
      const remaining = Math.max(0, Math.ceil((endTime - Date.now()) / 1000))
      setSecondsLeft(remaining)
      if (remaining === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 1000)
    count()
    return () => clearInterval(timer)
  }, [endTime])
  return { left: secondsLeft, begin: () => setEndTime(Date.now() + seconds * 1000) }
}

/** Formats seconds as a clock: "0:24". */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
