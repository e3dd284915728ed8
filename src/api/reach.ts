import { addressOf } from './bearing.ts'
import type { Reach } from './contract/reach.ts'

/** How long a sign of life is waited for, in milliseconds. */
const PATIENCE_MS = 5_000

/** Makes a {@link Reach}, and the fetch whose tries it hears of. */
export function createReach(
  base: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): Reach & { fetch: typeof globalThis.fetch } {
  const listeners = new Set<(isAnswered: boolean) => void>()
  let isLost = false
  const tell = (isAnswered: boolean) => {
    isLost = !isAnswered
    for (const listener of listeners) listener(isAnswered)
  }
  return {
    hear: (listener) => {
      listeners.add(listener)
      // Who comes late hears of the last try, if it failed.
      if (isLost) listener(false)
      return () => void listeners.delete(listener)
    },
    probe: async (signal) => {
      const within = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
      // What another origin answers need not be read.
      await fetch(addressOf(base, 'livez'), { mode: 'no-cors', cache: 'no-store', signal: within })
    },
    fetch: (input, init) =>
      fetch(input, init).then(
        (answer) => {
          tell(true)
          return answer
        },
        (error: unknown) => {
          // Who gave it up learnt nothing.
          if (!(error instanceof DOMException)) tell(false)
          throw error
        },
      ),
  }
}
