import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../api/contract/errors.ts'

/** After how many seconds it is tried again by itself, each time that it failed; then only by hand. */
export const RETRY_AFTER_S = [5, 10, 20, 40, 60]

/** Whether the service could not be reached, or has to rest: what trying again may mend by itself. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'FETCH_ERROR' || error.kind === 'TIMEOUT_ERROR' || error.code === 'UNAVAILABLE')

/**
 * Tries again by itself what failed because the service is out of reach, and at once when the browser is back online.
 * Gives the seconds to the next try; undefined where there is none. Keep it where it stays between tries: what has
 * succeeded (`error` null while not `isBusy`) begins anew.
 */
export function useCountdown(error: unknown, isBusy: boolean, retry: () => void): number | undefined {
  const [tries, setTries] = useState(0)
  const [left, setLeft] = useState(0)
  const wait = RETRY_AFTER_S[tries]
  const counts = !isBusy && isOutOfReach(error) && wait !== undefined
  const again = useEffectEvent(() => {
    setTries((n) => n + 1)
    retry()
  })
  useEffect(() => {
    if (!isBusy && error === null) setTries(0)
  }, [isBusy, error])
  useEffect(() => {
    if (!counts) return
    setLeft(wait)
    let seconds = wait
    const timer = setInterval(() => {
      seconds -= 1
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      again()
    }, 1000)
    const online = () => again()
    addEventListener('online', online)
    return () => {
      clearInterval(timer)
      removeEventListener('online', online)
    }
  }, [counts, wait])
  return counts ? left : undefined
}
