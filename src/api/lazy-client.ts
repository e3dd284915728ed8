import { createClient } from './client.ts'
import type { Client } from './contract/client.ts'
import type { Contract } from './contract/endpoint.ts'
import type { HttpClient } from './http.ts'

type AnyCall = (...args: unknown[]) => Promise<unknown>

/**
 * Returns the client of a whole contract. `client` has the calls that are available immediately; `rest` loads the contract when
 * another call is first made. If loading fails, the call rejects with the error of `rest`, and the next call loads again.
 */
export function createLazyClient<C extends Contract>(
  client: Partial<{ [S in keyof C]: object }>,
  rest: () => Promise<C>,
  http: HttpClient,
): Client<C> {
  let fullClient: Promise<Record<string, Record<string, AnyCall>>> | undefined
  // The client is cached, because a second import would resolve too late for a call made while the page unloads.
  const loadFullClient = () => {
    fullClient ??= rest().then(
      (contract) => createClient(contract, http) as never,
      (cause) => {
        fullClient = undefined
        throw cause
      },
    )
    return fullClient
  }
  const loadCall = async (service: string, name: string): Promise<AnyCall> => (await loadFullClient())[service]![name]!
  return createLazyObject(client, (service) =>
    createLazyObject({ ...(client as Record<string, object>)[service] }, (name) => {
      const call: AnyCall = async (...args) => (await loadCall(service, name))(...args)
      return call
    }),
  ) as Client<C>
}

/**
 * Returns an object that creates each missing member once, on first access. Its member `then` is undefined, so that `await` does
 * not treat the object as a promise.
 */
const createLazyObject = (members: object, create: (name: string) => unknown): object => {
  const lazyMembers = new Map<string, unknown>()
  return new Proxy(members, {
    get(target, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined
      const own = (target as Record<string, unknown>)[name]
      if (typeof own === 'function') return own
      if (!lazyMembers.has(name)) lazyMembers.set(name, create(name))
      return lazyMembers.get(name)
    },
  })
}
