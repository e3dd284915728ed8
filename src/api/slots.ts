/** Gives back a slot; a second time does nothing. */
export type Release = () => void

/** Lets so many at a time through, first come first served. */
export interface Slots {
  /** Resolves once there is a slot; `onWait` is told when there is none yet. Rejects with the signal's reason. */
  take: (signal: AbortSignal, onWait: () => void) => Promise<Release>
}

/** Makes `count` slots. */
export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const once = (): Release => {
    let isHeld = true
    return () => {
      if (isHeld) release()
      isHeld = false
    }
  }
  return {
    async take(signal, onWait) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return once()
      }
      onWait()
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal.reason)
        }
        const enter = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(enter)
      })
      return once()
    },
  }
}
