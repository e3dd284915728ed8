import { HttpError } from '../errors/http-error.ts'
import { type CostMeter, getCostMeter } from '../util/cost-meter.ts'
import { createFairQueue, type FairQueueLimits, type QueuedWork } from '../util/fair-queue.ts'
import { startWorkerProcess, type WorkerProcess, WorkerUnavailableError } from './worker-process.ts'

const IDLE_MS = 20_000

/** Owner of a job, the CPU time it may use in milliseconds, and whether it is costly (see {@link createFairQueue}). */
export interface PoolJobOptions extends QueuedWork {
  readonly maxCpuMs: number
}

/** Script of the child processes, and the memory limit of each in MB. */
export interface WorkerPoolOptions extends FairQueueLimits {
  readonly script: URL
  readonly maxMb: number
  readonly idleMs?: number
}

export interface WorkerPool<J, R> {
  /**
   * Runs a job. Rejects if the job fails, exceeds its time or memory, or crashes its process; other jobs are unaffected. Rejects
   * with `UNAVAILABLE` if too many jobs are queued.
   */
  run(job: J, options: PoolJobOptions): Promise<R>
  stop(): Promise<void>
}

interface QueuedEntry<J, R> extends PoolJobOptions {
  readonly job: J
  readonly meter: CostMeter | undefined
  resolve(result: R): void
  reject(error: Error): void
}

/** Creates the pool. Its processes start with the first jobs and end when idle. */
export function createWorkerPool<J, R>({
  script,
  maxMb,
  idleMs = IDLE_MS,
  ...limits
}: WorkerPoolOptions): WorkerPool<J, R> {
  const queue = createFairQueue<QueuedEntry<J, R>>(limits)
  const idle: { worker: WorkerProcess<J, R>; timer: NodeJS.Timeout }[] = []
  const busy = new Set<WorkerProcess<J, R>>()
  let isStopped = false

  function startNext() {
    for (let entry = queue.takeNext(); entry; entry = queue.takeNext()) execute(entry)
  }

  async function execute(entry: QueuedEntry<J, R>) {
    try {
      entry.resolve(await runInWorker(entry))
    } catch (error) {
      entry.reject(error as Error)
    }
    queue.release(entry)
    startNext()
  }

  async function runInWorker({ job, maxCpuMs, meter }: QueuedEntry<J, R>): Promise<R> {
    const worker = acquireWorker()
    busy.add(worker)
    try {
      return await worker.run(job, maxCpuMs, (cpuMs) => meter?.record({ cpuMs }))
    } finally {
      busy.delete(worker)
      if (worker.isAlive && !isStopped) parkWorker(worker)
    }
  }

  function acquireWorker(): WorkerProcess<J, R> {
    for (let free = idle.pop(); free; free = idle.pop()) {
      clearTimeout(free.timer)
      if (free.worker.isAlive) return free.worker
    }
    try {
      return startWorkerProcess(script, maxMb)
    } catch (cause) {
      // The child process could not report this error, for example because the system has no memory left for a process.
      throw new WorkerUnavailableError('The process could not be started.', { cause })
    }
  }

  function parkWorker(worker: WorkerProcess<J, R>) {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((it) => it.worker === worker),
        1,
      )
      worker.end()
    }, idleMs)
    timer.unref()
    idle.push({ worker, timer })
  }

  return {
    run: (job, options) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new Error('The pool has been stopped.'))
        if (!queue.add({ ...options, job, meter: getCostMeter(), resolve, reject }))
          return reject(createQueueFullError())
        startNext()
      }),
    async stop() {
      isStopped = true
      for (const { reject } of queue.clear()) reject(new Error('The pool has been stopped.'))
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        worker.end()
      }
      for (const worker of busy) worker.end()
    },
  }
}

const createQueueFullError = () =>
  new HttpError('UNAVAILABLE', 'Too many models are waiting. Try again in a moment.', undefined, 5)
