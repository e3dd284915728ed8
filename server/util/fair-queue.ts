export interface QueuedWork {
  readonly owner: string
  readonly isCostly: boolean
}

/** Limits of concurrent jobs, of concurrent costly jobs, and of queued jobs, per owner and in total. */
export interface FairQueueLimits {
  readonly slots: number
  readonly costlySlots: number
  readonly maxQueuedPerOwner: number
  readonly maxQueued: number
}

/** Fair queue: owners take turns, however many jobs each has. Cheap jobs of an owner precede the owner's costly jobs. */
export interface FairQueue<W extends QueuedWork> {
  /** Adds a job to the end of its owner's queue. Returns false if too many jobs are queued. */
  add(job: W): boolean
  /**
   * Takes the next job that may start now; undefined if there is none. The job occupies a slot until {@link release} is called.
   */
  takeNext(): W | undefined
  release(job: W): void
  clear(): W[]
}

/** Creates a fair queue. At most one costly job of each owner runs. */
export function createFairQueue<W extends QueuedWork>({
  slots,
  costlySlots,
  maxQueuedPerOwner,
  maxQueued,
}: FairQueueLimits): FairQueue<W> {
  /** Queues by owner. An owner whose job was taken moves to the end. */
  const queues = new Map<string, W[]>()
  const running = new Set<W>()
  let count = 0

  function canStart(job: W): boolean {
    if (!job.isCostly) return true
    const costly = [...running].filter((it) => it.isCostly)
    return costly.length < costlySlots && !costly.some(({ owner }) => owner === job.owner)
  }

  return {
    add(job) {
      const queue = queues.get(job.owner) ?? []
      if (queue.length >= maxQueuedPerOwner || count >= maxQueued) return false
      const at = job.isCostly ? -1 : queue.findIndex(({ isCostly }) => isCostly)
      queue.splice(at === -1 ? queue.length : at, 0, job)
      queues.set(job.owner, queue)
      count += 1
      return true
    },
    takeNext() {
      if (running.size >= slots) return undefined
      for (const [owner, queue] of queues) {
        const job = queue[0]
        if (!job || !canStart(job)) continue
        queue.shift()
        queues.delete(owner)
        if (queue.length > 0) queues.set(owner, queue)
        count -= 1
        running.add(job)
        return job
      }
      return undefined
    },
    release: (job) => void running.delete(job),
    clear() {
      const all = [...queues.values()].flat()
      queues.clear()
      count = 0
      return all
    },
  }
}
