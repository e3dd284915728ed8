import { setImmediate } from 'node:timers/promises'

/** Does some work, and counts the turns that others have at the event loop meanwhile. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let [turns, isOver] = [0, false]
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  try {
    return { result: await work(), turns }
  } finally {
    isOver = true
    await others
  }
}
