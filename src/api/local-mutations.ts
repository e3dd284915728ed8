import type { ListenToLocalMutations } from './contract/local-mutations.ts'
import type { HttpClient } from './http.ts'

/** Paths of POST calls that create no item. */
const NON_MUTATING_POSTS = /^v1\/auth\/|\/(validate|predict-texture|(set|remove)-tag|sync-with-parent|rotate-secret)$/

/** Creates {@link ListenToLocalMutations} from successful calls. PUT and PATCH do not change the number of items. */
export function trackLocalMutations(send: HttpClient): { http: HttpClient; localMutations: ListenToLocalMutations } {
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
