/** What a worker of a line is asked, and what it answers: how far it is, then what came out or that it failed. */
export interface WorkerQuestion<Q> {
  readonly id: number
  readonly task: Q
}
export type WorkerAnswer<A> =
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly answer: A }
  | { readonly id: number; readonly error: string }

/** The part of a `Worker` that a line uses. */
export type LineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** What goes with one task of a line. `onProgress` is told a share from 0 to 1. */
export interface LineOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
}

/** Does tasks one after the other in a worker. Rejects with what went wrong, or with the signal's reason. */
export type WorkerLine<Q, A> = (task: Q, options?: LineOptions) => Promise<A>

/** Milliseconds without a word after which a worker counts as hung: it is ended, and only its present task fails. */
export const SILENCE_MS = 20_000

/** Milliseconds after the last task at which the worker is ended; the next task starts another. */
const IDLE_MS = 10_000

interface Waiting<Q, A> extends LineOptions {
  id: number
  task: Q
  resolve: (answer: A) => void
  reject: (reason: unknown) => void
}

/** Makes a line of tasks over one worker, started by `start` when it is first needed. */
export function createWorkerLine<Q, A>(start: () => LineWorker): WorkerLine<Q, A> {
  const waiting: Waiting<Q, A>[] = []
  let worker: LineWorker | undefined
  let current: Waiting<Q, A> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0

  const endWorker = () => {
    worker?.terminate()
    worker = undefined
  }
  const watch = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  const finish = (settle: (task: Waiting<Q, A>) => void) => {
    const done = current
    current = undefined
    if (done) settle(done)
    next()
  }
  const fail = (reason: unknown) => {
    endWorker()
    finish(({ reject }) => reject(reason))
  }
  const listen = () => watch(SILENCE_MS, () => fail(new Error('The worker does not answer')))

  const hear = ({ data }: MessageEvent<WorkerAnswer<A>>) => {
    if (data.id !== current?.id) return
    if ('share' in data) {
      listen()
      current.onProgress?.(data.share)
    } else if ('answer' in data) finish(({ resolve }) => resolve(data.answer))
    else finish(({ reject }) => reject(new Error(data.error)))
  }
  const next = () => {
    if (current) return
    current = waiting.shift()
    if (!current) return watch(IDLE_MS, endWorker)
    if (!worker) {
      worker = start()
      worker.onmessage = hear
      worker.onerror = (event) => fail(new Error(typeof event === 'string' ? event : 'The worker failed'))
    }
    listen()
    worker.postMessage({ id: current.id, task: current.task } satisfies WorkerQuestion<Q>)
  }

  return (task, { signal, onProgress } = {}) =>
    new Promise<A>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      last += 1
      const own: Waiting<Q, A> = { id: last, task, resolve, reject, onProgress }
      const leave = () => {
        if (own === current) return fail(signal?.reason)
        waiting.splice(waiting.indexOf(own), 1)
        reject(signal?.reason)
      }
      const withoutLeave = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', leave)
          settle(value)
        }
      }
      own.resolve = withoutLeave(resolve)
      own.reject = withoutLeave(reject)
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(own)
      next()
    })
}
