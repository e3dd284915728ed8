import { Worker } from 'node:worker_threads'

/** A thread with nothing to do ends after so long, in milliseconds. */
const IDLE_MS = 30_000

/** How long a thread may take to start on a busy machine, in milliseconds: that is no fault of its first job. */
const START_MS = 60_000

/** What a thread is sent, and answers with: the job's outcome, or the sentence of its fault. Its first word is `ready`. */
export interface ThreadJob<J> {
  readonly id: number
  readonly job: J
}
export type ThreadMessage<R> = 'ready' | ThreadAnswer<R>
export interface ThreadAnswer<R> {
  readonly id: number
  readonly result?: R
  readonly fault?: string
}

/** Does jobs one after another away from the event loop. */
export interface Thread<J, R> {
  /** Rejects where the job fails, takes too long, or takes its thread down with it; the next gets another thread. */
  run(job: J): Promise<R>
  stop(): Promise<void>
}

/** The script of a thread, the milliseconds one job may take, and the megabytes. */
export interface ThreadOptions {
  script: URL
  mostMs: number
  mostMb: number
}

interface Waiting<J, R> extends ThreadJob<J> {
  resolve(result: R): void
  reject(fault: Error): void
}

/** Makes a thread that starts with its first job and ends when it has long been idle. */
export function createThread<J, R>({ script, mostMs, mostMb }: ThreadOptions): Thread<J, R> {
  const waiting: Waiting<J, R>[] = []
  let worker: Worker | undefined
  let current: Waiting<J, R> | undefined
  let timer: NodeJS.Timeout | undefined
  let count = 0
  let isReady = false
  let isStopped = false

  function start(): Worker {
    const it = new Worker(sourceOf(script), { eval: true, resourceLimits: { maxOldGenerationSizeMb: mostMb } })
    it.on('message', (message: ThreadMessage<R>) => {
      if (message === 'ready') return limit(mostMs)
      const { id, result, fault } = message
      if (id !== current?.id) return
      isReady = true
      settle((job) => (fault === undefined ? job.resolve(result as R) : job.reject(new Error(fault))))
    })
    it.on('error', (fault) => replace(it, fault instanceof Error ? fault : new Error(String(fault))))
    it.on('exit', () => replace(it, new Error('The thread ended.')))
    it.unref()
    return it
  }

  function limit(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => worker && replace(worker, new Error('This took too long.')), ms)
  }

  function replace(fallen: Worker, fault: Error) {
    if (fallen !== worker) return
    worker = undefined
    isReady = false
    fallen.terminate()
    settle((job) => job.reject(fault))
  }

  function settle(end: (job: Waiting<J, R>) => void) {
    clearTimeout(timer)
    const job = current
    current = undefined
    if (job) end(job)
    next()
  }

  function next() {
    if (current || isStopped) return
    current = waiting.shift()
    if (!current) {
      timer = setTimeout(() => worker && replace(worker, new Error('The thread was idle.')), IDLE_MS)
      timer.unref()
      return
    }
    clearTimeout(timer)
    worker ??= start()
    limit(isReady ? mostMs : START_MS)
    worker.postMessage({ id: current.id, job: current.job } satisfies ThreadJob<J>)
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new Error('The thread has been stopped.'))
        waiting.push({ id: ++count, job, resolve, reject })
        next()
      }),
    async stop() {
      isStopped = true
      const last = worker
      worker = undefined
      for (const job of waiting.splice(0)) job.reject(new Error('The thread has been stopped.'))
      settle((job) => job.reject(new Error('The thread has been stopped.')))
      clearTimeout(timer)
      await last?.terminate()
    },
  }
}

/** Threads do not take over how their parent reads TypeScript, so a thread learns it first. */
function sourceOf(script: URL): string {
  return `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(script.href)}) })`
}
