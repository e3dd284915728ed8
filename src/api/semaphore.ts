/** Releases a slot; a second call does nothing. */
export type ReleaseSlot = () => void

/** Semaphore with a first-in, first-out queue. */
export interface Semaphore {
  /** Takes a slot once a slot is free. Calls `onWait` first if no slot is free immediately. Rejects with the signal's reason. */
  take: (signal: AbortSignal, onWait: () => void) => Promise<ReleaseSlot>
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const createRelease = (): ReleaseSlot => {
    let isTaken = true
    return () => {
      if (isTaken) release()
      isTaken = false
    }
  }
  return {
    async take(signal, onWait) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return createRelease()
      }
      onWait()
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(grant), 1)
          reject(signal.reason)
        }
        const grant = () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.push(grant)
      })
      return createRelease()
    },
  }
}
