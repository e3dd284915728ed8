import { setImmediate } from 'node:timers/promises'

/** Runs some work and counts the event loop iterations available to other work in the meantime. */
export async function countLoopIterations<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let [turnCount, isStopped] = [0, false]
  const others = (async () => {
    for (; !isStopped; turnCount++) await setImmediate()
  })()
  try {
    return { result: await work(), turns: turnCount }
  } finally {
    isStopped = true
    await others
  }
}
