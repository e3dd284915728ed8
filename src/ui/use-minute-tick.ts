import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let minutes = 0
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minutes += 1
    for (const notify of listeners) notify()
  }, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Subscribes to a shared timer that renders the calling component every minute, so that relative times stay current. */
export const useMinuteTick = (): number => useSyncExternalStore(subscribe, () => minutes)
