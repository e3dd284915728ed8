import { useEffect, useState } from 'react'

/** Seconds after which another code may be asked for. */
export const RESEND_PAUSE = 30

/** Counts down the seconds left of a pause that begins now, and anew with `begin`. */
export function usePause(seconds: number): { left: number; begin: () => void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const count = () => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 1000)
    count()
    return () => clearInterval(timer)
  }, [until])
  return { left, begin: () => setUntil(Date.now() + seconds * 1000) }
}

/** Seconds as a clock shows them: "0:24". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
