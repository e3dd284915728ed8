import type { OwnWrites } from './contract/own-writes.ts'
import type { Http } from './http.ts'

/** Makes {@link OwnWrites} out of the calls that were answered: what is put or patched changes no number of things. */
export function createOwnWrites(send: Http): { http: Http; ownWrites: OwnWrites } {
  const listeners = new Set<() => void>()
  return {
    http: async (call) => {
      const answer = await send(call)
      if (/POST|DELETE/.test(call.endpoint.method)) for (const listener of listeners) listener()
      return answer
    },
    ownWrites: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
