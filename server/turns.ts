/** Work that waits for its turn: whose it is, and whether it is costly. */
export interface Waiting {
  readonly owner: string
  readonly isCostly: boolean
}

/** How many may be at work at once, and how many of them at costly work; how many jobs of one owner may wait, and of all. */
export interface TurnLimits {
  readonly seats: number
  readonly costlySeats: number
  readonly mostOfOwner: number
  readonly mostInAll: number
}

/** Who is next: owners take turns, whatever each of them brings; one owner's own cheap work goes before its costly work. */
export interface Turns<W extends Waiting> {
  /** Puts a job at the end of its owner's; false where too many wait already. */
  add(job: W): boolean
  /** Takes the next job that may begin now; undefined where none may. It has its seat until it has {@link left}. */
  take(): W | undefined
  left(job: W): void
  /** Everything that waits, in no order; nothing waits any more after it. */
  clear(): W[]
}

/** Makes the order of turns; no clock, no I/O. No owner has more than one costly job at work. */
export function createTurns<W extends Waiting>({ seats, costlySeats, mostOfOwner, mostInAll }: TurnLimits): Turns<W> {
  /** Owners in the order of their turns: whoever was served goes to the end. */
  const queues = new Map<string, W[]>()
  const atWork = new Set<W>()
  let count = 0

  function mayBegin(job: W): boolean {
    if (!job.isCostly) return true
    const costly = [...atWork].filter((it) => it.isCostly)
    return costly.length < costlySeats && !costly.some(({ owner }) => owner === job.owner)
  }

  return {
    add(job) {
      const queue = queues.get(job.owner) ?? []
      if (queue.length >= mostOfOwner || count >= mostInAll) return false
      const at = job.isCostly ? -1 : queue.findIndex(({ isCostly }) => isCostly)
      queue.splice(at === -1 ? queue.length : at, 0, job)
      queues.set(job.owner, queue)
      count += 1
      return true
    },
    take() {
      if (atWork.size >= seats) return undefined
      for (const [owner, queue] of queues) {
        const job = queue[0]
        if (!job || !mayBegin(job)) continue
        queue.shift()
        queues.delete(owner)
        if (queue.length > 0) queues.set(owner, queue)
        count -= 1
        atWork.add(job)
        return job
      }
      return undefined
    },
    left: (job) => void atWork.delete(job),
    clear() {
      const all = [...queues.values()].flat()
      queues.clear()
      count = 0
      return all
    },
  }
}
