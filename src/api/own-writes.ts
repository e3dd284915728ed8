import type { OwnWrites } from './contract/own-writes.ts'
import type { Http } from './http.ts'

/** What is posted but makes nothing. */
const MAKES_NOTHING = /^v1\/auth\/|\/(validate|predict-texture|(set|remove)-tag|sync-with-parent|rotate-secret)$/

/** Makes {@link OwnWrites} out of the calls that were answered: what is put or patched changes no number of things. */
export function createOwnWrites(send: Http): { http: Http; ownWrites: OwnWrites } {
  const listeners = new Set<() => void>()
  return {
    http: async (call) => {
      const answer = await send(call)
      const { method, path } = call.endpoint
      if (/POST|DELETE/.test(method) && !MAKES_NOTHING.test(path)) for (const listener of listeners) listener()
      return answer
    },
    ownWrites: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
