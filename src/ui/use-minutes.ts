import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let minutes = 0
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minutes += 1
    for (const tell of listeners) tell()
  }, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Draws whoever uses it again each minute, for what tells how long ago something was; one timer serves all. */
export const useMinutes = (): number => useSyncExternalStore(subscribe, () => minutes)
