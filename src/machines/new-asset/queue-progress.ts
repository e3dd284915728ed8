/** Progress of a queue since it was last empty. */
export interface QueueProgress {
  /** Ids of waiting and running jobs. */
  alive: readonly string[]
  done: number
  /** Number of all jobs: finished, running and waiting. */
  total: number
}

export const EMPTY_QUEUE_PROGRESS: QueueProgress = { alive: [], done: 0, total: 0 }

/**
 * Computes progress from the previous state and the listed unfinished jobs. `total` is the number of all unfinished jobs. If
 * `total` exceeds the listed jobs, the end of an unlisted job is not counted.
 */
export function updateQueueProgress(before: QueueProgress, alive: readonly string[], total: number): QueueProgress {
  if (total === 0) return EMPTY_QUEUE_PROGRESS
  const ended = before.alive.filter((id) => !alive.includes(id)).length
  const done = before.done + ended
  return { alive, done, total: done + total }
}
