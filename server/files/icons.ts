import { Worker } from 'node:worker_threads'
import type { IconDone, IconJob } from './icon-worker.ts'

/** How long one icon may take, in milliseconds. */
const MOST_MS = 20_000
/** How much memory a model may take while it is drawn, in MB. */
const MOST_MB = 1024
/** A worker with nothing to do ends after so long, in milliseconds. */
const IDLE_MS = 30_000

/** Renders icons, one after another, in a thread of their own. */
export interface IconRenderer {
  /** A PNG of a model. Rejects where the model cannot be drawn, or not in time. */
  render(modelPath: string): Promise<Uint8Array>
  stop(): Promise<void>
}

interface Job extends IconJob {
  resolve(icon: Uint8Array): void
  reject(fault: Error): void
}

/** The thread starts at the first icon, ends when it has long been idle, and is replaced when it falls. */
export function createIconRenderer(mostMs: number = MOST_MS): IconRenderer {
  const waiting: Job[] = []
  let worker: Worker | undefined
  let current: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let count = 0
  let isStopped = false

  function start(): Worker {
    const it = new Worker(workerSource(), { eval: true, resourceLimits: { maxOldGenerationSizeMb: MOST_MB } })
    it.on('message', ({ id, icon, fault }: IconDone) => {
      if (id !== current?.id) return
      settle((job) => (icon ? job.resolve(icon) : job.reject(new Error(fault))))
    })
    it.on('error', (fault) => replace(it, fault instanceof Error ? fault : new Error(String(fault))))
    it.on('exit', () => replace(it, new Error('The renderer ended.')))
    it.unref()
    return it
  }

  /** A worker that fell, or hangs, takes its job with it; the next job gets another worker. */
  function replace(fallen: Worker, fault: Error) {
    if (fallen !== worker) return
    worker = undefined
    fallen.terminate()
    settle((job) => job.reject(fault))
  }

  function settle(end: (job: Job) => void) {
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
      timer = setTimeout(() => worker && replace(worker, new Error('The renderer was idle.')), IDLE_MS)
      timer.unref()
      return
    }
    clearTimeout(timer)
    worker ??= start()
    timer = setTimeout(() => worker && replace(worker, new Error('Drawing the model took too long.')), mostMs)
    worker.postMessage({ id: current.id, modelPath: current.modelPath } satisfies IconJob)
  }

  return {
    render: (modelPath) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new Error('The renderer has been stopped.'))
        waiting.push({ id: ++count, modelPath, resolve, reject })
        next()
      }),
    async stop() {
      isStopped = true
      const last = worker
      worker = undefined
      for (const job of waiting.splice(0)) job.reject(new Error('The renderer has been stopped.'))
      settle((job) => job.reject(new Error('The renderer has been stopped.')))
      await last?.terminate()
    },
  }
}

/** Threads do not take over how their parent reads TypeScript, so the thread learns it first. */
function workerSource(): string {
  const url = new URL('./icon-worker.ts', import.meta.url).href
  return `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(url)}) })`
}
