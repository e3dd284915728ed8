/** How far a queue is since it was last empty. */
export interface QueueStanding {
  /** The jobs that wait or are at work, by their ids. */
  alive: readonly string[]
  /** How many have ended. */
  done: number
  /** All of them: those that ended, those at work, those that wait. */
  total: number
}

export const NO_QUEUE: QueueStanding = { alive: [], done: 0, total: 0 }

/**
 * How far a queue is, by the jobs that are alive now and how it stood before; of a queue that is longer than what was listed
 * of it (`total` jobs are alive) only those that were listed are seen to end.
 */
export function queueStanding(before: QueueStanding, alive: readonly string[], total: number): QueueStanding {
  if (total === 0) return NO_QUEUE
  const ended = before.alive.filter((id) => !alive.includes(id)).length
  const done = before.done + ended
  return { alive, done, total: done + total }
}
