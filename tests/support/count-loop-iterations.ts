import { setImmediate } from 'node:timers/promises'

/** Runs some work and counts the event loop iterations available to other work in the meantime. */
export async function countLoopIterations<T>(work: () => Promise<T>): Promise<{ iterations: number; result: T }> {
  let [iterationCount, isStopped] = [0, false]
  const others = (async () => {
    for (; !isStopped; iterationCount++) await setImmediate()
  })()
  try {
    return { result: await work(), iterations: iterationCount }
  } finally {
    isStopped = true
    await others
  }
}
