import { Refusal } from './errors.ts'
import { createTurns, type TurnLimits, type Waiting } from './turns.ts'
import { ProcessUnavailable, startWorker, type WorkerProcess } from './worker-process.ts'

/** A process with nothing to do ends after so long, in milliseconds. */
const IDLE_MS = 20_000

/** How a job is to be done: for whom, in how many milliseconds, and whether that is much (see {@link createTurns}). */
export interface JobTerms extends Waiting {
  readonly mostMs: number
}

/** The script of the processes, the MB each may have, and how turns are taken. */
export interface PoolOptions extends TurnLimits {
  readonly script: URL
  readonly mostMb: number
  readonly idleMs?: number
}

/** Does jobs in a few processes of their own, in fair turns of those they are done for. */
export interface Pool<J, R> {
  /**
   * Rejects where the job fails, takes too long or too much memory, or takes its process down; others do not feel it.
   * Rejects with `UNAVAILABLE` where too much waits already.
   */
  run(job: J, terms: JobTerms): Promise<R>
  stop(): Promise<void>
}

interface Entry<J, R> extends JobTerms {
  readonly job: J
  resolve(result: R): void
  reject(fault: Error): void
}

/** Makes the pool; its processes start with the first jobs and end when they have long been idle. */
export function createPool<J, R>({ script, mostMb, idleMs = IDLE_MS, ...limits }: PoolOptions): Pool<J, R> {
  const turns = createTurns<Entry<J, R>>(limits)
  const idle: { worker: WorkerProcess<J, R>; timer: NodeJS.Timeout }[] = []
  const busy = new Set<WorkerProcess<J, R>>()
  let isStopped = false

  function next() {
    for (let entry = turns.take(); entry; entry = turns.take()) work(entry)
  }

  async function work(entry: Entry<J, R>) {
    try {
      entry.resolve(await done(entry))
    } catch (fault) {
      entry.reject(fault as Error)
    }
    turns.left(entry)
    next()
  }

  async function done({ job, mostMs }: Entry<J, R>): Promise<R> {
    const worker = freeWorker()
    busy.add(worker)
    try {
      return await worker.run(job, mostMs)
    } finally {
      busy.delete(worker)
      if (worker.isAlive && !isStopped) rest(worker)
    }
  }

  function freeWorker(): WorkerProcess<J, R> {
    for (let free = idle.pop(); free; free = idle.pop()) {
      clearTimeout(free.timer)
      if (free.worker.isAlive) return free.worker
    }
    try {
      return startWorker(script, mostMb)
    } catch (cause) {
      // Not told by the process: the system has no memory left for one, say.
      throw new ProcessUnavailable('The process could not be started.', { cause })
    }
  }

  function rest(worker: WorkerProcess<J, R>) {
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
    run: (job, terms) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new Error('The pool has been stopped.'))
        if (!turns.add({ ...terms, job, resolve, reject })) return reject(tooMany())
        next()
      }),
    async stop() {
      isStopped = true
      for (const { reject } of turns.clear()) reject(new Error('The pool has been stopped.'))
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        worker.end()
      }
      for (const worker of busy) worker.end()
    },
  }
}

const tooMany = () => new Refusal('UNAVAILABLE', 'Too many models are waiting. Try again in a moment.', undefined, 5)
