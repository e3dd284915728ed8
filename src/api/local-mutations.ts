import type { LocalMutations } from './contract/local-mutations.ts'
import type { Http } from './http.ts'

/** Paths of POST calls that create no item. */
const NON_MUTATING_POSTS = /^v1\/auth\/|\/(validate|predict-texture|(set|remove)-tag|sync-with-parent|rotate-secret)$/

/** Creates {@link LocalMutations} from successful calls. PUT and PATCH do not change the number of items. */
export function trackLocalMutations(send: Http): { http: Http; localMutations: LocalMutations } {
  const listeners = new Set<() => void>()
  return {
    http: async (call) => {
      const response = await send(call)
      const { method, path } = call.endpoint
      if (/POST|DELETE/.test(method) && !NON_MUTATING_POSTS.test(path)) for (const listener of listeners) listener()
      return response
    },
    localMutations: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
