import { ERRORS, type Locker, type RequestRelease } from '@tus/server'

/** Time a request waits for earlier ones, in milliseconds. */
const MAX_WAIT_MS = 30_000

/** A request that has locked an upload, or waits for its lock. */
interface LockRequest {
  readonly requestRelease: RequestRelease
  isAsked: boolean
  begin(): void
}

/** Locks of uploads: one request at a time works on each. */
export interface UploadLocks extends Locker {
  /** Number of locked uploads. */
  readonly size: number
}

/** Creates locks in the memory of this process. Waiting requests sleep; the locker of tus polls without a pause. */
export function createUploadLocks(): UploadLocks {
  /** The holder of the lock is first, followed by the waiting requests in order of arrival. */
  const queues = new Map<string, LockRequest[]>()

  return {
    get size() {
      return queues.size
    },
    newLock(id) {
      let lockRequest: LockRequest | undefined
      return {
        async lock(signal, requestRelease) {
          lockRequest = { requestRelease, isAsked: false, begin() {} }
          const queue = queues.get(id)
          if (queue) await waitForLock(queue, lockRequest, signal)
          else queues.set(id, [lockRequest])
        },
        async unlock() {
          const queue = queues.get(id)
          if (!queue || queue[0] !== lockRequest) throw new Error('Releasing an unlocked lock!')
          queue.shift()
          if (queue.length === 0) queues.delete(id)
          queue[0]?.begin()
          requestHolderRelease(queue)
        },
      }
    },
  }
}

/** Resolves once a request is the first of its queue. Rejects, and removes it from the queue, on abort or timeout. */
function waitForLock(queue: LockRequest[], lockRequest: LockRequest, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(ERRORS.ERR_LOCK_TIMEOUT)
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
    // Leaves synchronously, so that an aborted request never acquires the lock.
    const leave = () => {
      stop()
      queue.splice(queue.indexOf(lockRequest), 1)
      reject(ERRORS.ERR_LOCK_TIMEOUT)
    }
    const timer = setTimeout(leave, MAX_WAIT_MS)
    signal.addEventListener('abort', leave)
    lockRequest.begin = () => {
      stop()
      resolve()
    }
    queue.push(lockRequest)
    requestHolderRelease(queue)
  })
}

/** Requests the lock's release from its holder, once, if other requests wait. */
function requestHolderRelease([first, ...others]: readonly LockRequest[]): void {
  if (!first || first.isAsked || others.length === 0) return
  first.isAsked = true
  first.requestRelease()
}
