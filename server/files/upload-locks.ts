import { ERRORS, type Locker, type RequestRelease } from '@tus/server'

/** Time that a request waits for the lock of an upload, in milliseconds. */
const MAX_WAIT_MS = 30_000

/** Request that has locked an upload, or waits for the lock. */
interface LockRequest {
  readonly requestRelease: RequestRelease
  isReleaseRequested: boolean
  begin(): void
}

/** Locks of uploads. Only one request at a time can access an upload. */
export interface UploadLocks extends Locker {
  readonly size: number
}

/** Creates locks in the memory of this process. A waiting request does not poll, unlike in tus's own locker. */
export function createUploadLocks(): UploadLocks {
  /** Requests by upload id: first the holder of the lock, then those waiting, in order. */
  const queues = new Map<string, LockRequest[]>()

  return {
    get size() {
      return queues.size
    },
    newLock(id) {
      let lockRequest: LockRequest | undefined
      return {
        async lock(signal, requestRelease) {
          lockRequest = { requestRelease, isReleaseRequested: false, begin() {} }
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

/** Resolves once a request is first in its queue. On abort or timeout, removes the request from the queue and rejects. */
function waitForLock(queue: LockRequest[], lockRequest: LockRequest, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(ERRORS.ERR_LOCK_TIMEOUT)
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abandon)
    }
    // Removes the request synchronously, so that an aborted request never acquires the lock.
    const abandon = () => {
      stop()
      queue.splice(queue.indexOf(lockRequest), 1)
      reject(ERRORS.ERR_LOCK_TIMEOUT)
    }
    const timer = setTimeout(abandon, MAX_WAIT_MS)
    signal.addEventListener('abort', abandon)
    lockRequest.begin = () => {
      stop()
      resolve()
    }
    queue.push(lockRequest)
    requestHolderRelease(queue)
  })
}

/** Requests once that the holder releases the lock, if other requests wait for the lock. */
function requestHolderRelease([first, ...others]: readonly LockRequest[]): void {
  if (!first || first.isReleaseRequested || others.length === 0) return
  first.isReleaseRequested = true
  first.requestRelease()
}
