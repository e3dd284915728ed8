import { resolveApiUrl } from './authorization.ts'
import type { Connectivity } from './contract/connectivity.ts'

const PROBE_TIMEOUT_MS = 5_000

/** Creates a {@link Connectivity} and a `fetch` function. Listeners get the outcome of each request that this function sends. */
export function createConnectivity(
  base: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): Connectivity & { fetch: typeof globalThis.fetch } {
  const listeners = new Set<(isAnswered: boolean) => void>()
  let isLost = false
  const notify = (isAnswered: boolean) => {
    isLost = !isAnswered
    for (const listener of listeners) listener(isAnswered)
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      // Notifies a new listener if the last request failed.
      if (isLost) listener(false)
      return () => void listeners.delete(listener)
    },
    probe: async (signal) => {
      const probeSignal = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
      // `no-cors` is enough: any response, even an opaque one, proves that the service is reachable.
      await fetch(resolveApiUrl(base, 'livez'), { mode: 'no-cors', cache: 'no-store', signal: probeSignal })
    },
    fetch: (input, init) =>
      fetch(input, init).then(
        (response) => {
          notify(true)
          return response
        },
        (error: unknown) => {
          // An aborted request is no proof that the server is unreachable.
          if (!(error instanceof DOMException)) notify(false)
          throw error
        },
      ),
  }
}
