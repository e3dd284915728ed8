import { ERRORS, type Locker, type RequestRelease } from '@tus/server'

/** How long a request waits for those before it, in milliseconds. */
const MOST_MS = 30_000

/** A request that has the lock of an upload, or waits for it. */
interface Turn {
  readonly requestRelease: RequestRelease
  isAsked: boolean
  begin(): void
}

/** The locks of uploads: one request at a time works on each. */
export interface UploadLocks extends Locker {
  /** How many uploads somebody has the lock of. */
  readonly size: number
}

/** Makes the locks, in the memory of this process. Unlike those of tus, whoever waits does nothing meanwhile: theirs ask again without a pause. */
export function createUploadLocks(): UploadLocks {
  /** Whoever has the lock stands first, then those who wait, in the order they came. */
  const queues = new Map<string, Turn[]>()

  return {
    get size() {
      return queues.size
    },
    newLock(id) {
      let turn: Turn | undefined
      return {
        async lock(signal, requestRelease) {
          turn = { requestRelease, isAsked: false, begin() {} }
          const queue = queues.get(id)
          if (queue) await waitIn(queue, turn, signal)
          else queues.set(id, [turn])
        },
        async unlock() {
          const queue = queues.get(id)
          if (!queue || queue[0] !== turn) throw new Error('Releasing an unlocked lock!')
          queue.shift()
          if (queue.length === 0) queues.delete(id)
          queue[0]?.begin()
          askFirst(queue)
        },
      }
    },
  }
}

/** Resolves once a turn is the first of its queue. Rejects, and has left the queue, where it is aborted or that takes too long. */
function waitIn(queue: Turn[], turn: Turn, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(ERRORS.ERR_LOCK_TIMEOUT)
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
    // At once, so that it is not handed the lock before it hears.
    const leave = () => {
      stop()
      queue.splice(queue.indexOf(turn), 1)
      reject(ERRORS.ERR_LOCK_TIMEOUT)
    }
    const timer = setTimeout(leave, MOST_MS)
    signal.addEventListener('abort', leave)
    turn.begin = () => {
      stop()
      resolve()
    }
    queue.push(turn)
    askFirst(queue)
  })
}

/** Asks whoever has the lock to let go, once, where others wait. */
function askFirst([first, ...others]: readonly Turn[]): void {
  if (!first || first.isAsked || others.length === 0) return
  first.isAsked = true
  first.requestRelease()
}
