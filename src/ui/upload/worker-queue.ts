/** Messages between the page and a worker: a task, then progress reports, then the task's result or error. */
export interface WorkerRequest<Q> {
  readonly id: number
  readonly task: Q
}
export type WorkerResponse<A> =
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly answer: A }
  | { readonly id: number; readonly error: string }

export type QueueWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** Options of one task. `onProgress` receives a fraction from 0 to 1. */
export interface WorkerTaskOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
}

/** Runs tasks one after another in a worker. Rejects with the task's error, or with the signal's reason. */
export type WorkerQueue<Q, A> = (task: Q, options?: WorkerTaskOptions) => Promise<A>

/** Time without a message, in milliseconds, after which a worker is terminated. Only the current task fails. */
export const WORKER_TIMEOUT_MS = 20_000

/** Idle time in milliseconds after which the worker is terminated. The next task starts another worker. */
const WORKER_IDLE_MS = 10_000

interface QueuedTask<Q, A> extends WorkerTaskOptions {
  id: number
  task: Q
  resolve: (result: A) => void
  reject: (reason: unknown) => void
}

/** Creates a task queue for one worker. `start` starts that worker when a task needs it. */
export function createWorkerQueue<Q, A>(start: () => QueueWorker): WorkerQueue<Q, A> {
  const queue: QueuedTask<Q, A>[] = []
  let worker: QueueWorker | undefined
  let current: QueuedTask<Q, A> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  const endWorker = () => {
    worker?.terminate()
    worker = undefined
  }
  const setTimer = (ms: number, onTimeout: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(onTimeout, ms)
  }
  const finishCurrent = (settle: (task: QueuedTask<Q, A>) => void) => {
    const finished = current
    current = undefined
    if (finished) settle(finished)
    next()
  }
  const fail = (reason: unknown) => {
    endWorker()
    finishCurrent(({ reject }) => reject(reason))
  }
  const restartTimeout = () => setTimer(WORKER_TIMEOUT_MS, () => fail(new Error('The worker does not respond')))

  const onMessage = ({ data }: MessageEvent<WorkerResponse<A>>) => {
    if (data.id !== current?.id) return
    if ('share' in data) {
      restartTimeout()
      current.onProgress?.(data.share)
    } else if ('answer' in data) finishCurrent(({ resolve }) => resolve(data.answer))
    else finishCurrent(({ reject }) => reject(new Error(data.error)))
  }
  const next = () => {
    if (current) return
    current = queue.shift()
    if (!current) return setTimer(WORKER_IDLE_MS, endWorker)
    if (!worker) {
      worker = start()
      worker.onmessage = onMessage
      worker.onerror = (event) => fail(new Error(typeof event === 'string' ? event : 'The worker failed'))
    }
    restartTimeout()
    worker.postMessage({ id: current.id, task: current.task } satisfies WorkerRequest<Q>)
  }

  return (task, { signal, onProgress } = {}) =>
    new Promise<A>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      lastId += 1
      const queuedTask: QueuedTask<Q, A> = { id: lastId, task, resolve, reject, onProgress }
      const onAbort = () => {
        if (queuedTask === current) return fail(signal?.reason)
        queue.splice(queue.indexOf(queuedTask), 1)
        reject(signal?.reason)
      }
      const withoutAbortListener = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', onAbort)
          settle(value)
        }
      }
      queuedTask.resolve = withoutAbortListener(resolve)
      queuedTask.reject = withoutAbortListener(reject)
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(queuedTask)
      next()
    })
}
