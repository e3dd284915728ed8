import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../api/contract/errors.ts'

/** Delays before the automatic retries, in seconds. After the last retry, only the user can retry. */
export const RETRY_DELAYS_S = [5, 10, 20, 40, 60]

/** Returns whether an error means that the service is unreachable or overloaded. */
export const isUnreachableError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'FETCH_ERROR' || error.kind === 'TIMEOUT_ERROR' || error.code === 'UNAVAILABLE')

/**
 * Retries automatically while the service is unreachable, and immediately when the browser is online again. Returns the seconds
 * until the next retry, or undefined. The component must stay mounted between retries. A success (`error` is null and `isBusy`
 * false) resets the delays.
 */
export function useRetryCountdown(error: unknown, isBusy: boolean, retry: () => void): number | undefined {
  const [attempts, setAttempts] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)
  const delay = RETRY_DELAYS_S[attempts]
  const counts = !isBusy && isUnreachableError(error) && delay !== undefined
  const retryNow = useEffectEvent(() => {
    setAttempts((n) => n + 1)
    retry()
  })
  useEffect(() => {
    if (!isBusy && error === null) setAttempts(0)
  }, [isBusy, error])
  useEffect(() => {
    if (!counts) return
    setSecondsLeft(delay)
    let seconds = delay
    const timer = setInterval(() => {
      seconds -= 1
      setSecondsLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      retryNow()
    }, 1000)
    const onOnline = () => retryNow()
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [counts, delay])
  return counts ? secondsLeft : undefined
}
