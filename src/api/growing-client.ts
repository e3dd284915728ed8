import { createClient } from './client.ts'
import type { Client } from './contract/client.ts'
import type { Contract } from './contract/endpoint.ts'
import type { Http } from './http.ts'

type AnyCall = (...given: unknown[]) => Promise<unknown>

/**
 * The client of a whole contract, of which `client` has the calls that are made at once; `rest` fetches the contract when
 * any other is made for the first time. A call rejects as `rest` does where that cannot be had, and is fetched anew the next time.
 */
export function growingClient<C extends Contract>(
  client: Partial<{ [S in keyof C]: object }>,
  rest: () => Promise<C>,
  http: Http,
): Client<C> {
  let whole: Promise<Record<string, Record<string, AnyCall>>> | undefined
  // Kept: fetched again, even what is there comes too late for a call that is made while the page goes.
  const complete = () => {
    whole ??= rest().then(
      (contract) => createClient(contract, http) as never,
      (cause) => {
        whole = undefined
        throw cause
      },
    )
    return whole
  }
  const made = async (service: string, name: string): Promise<AnyCall> => (await complete())[service]![name]!
  return growing(client, (service) =>
    growing({ ...(client as Record<string, object>)[service] }, (name) => {
      const call: AnyCall = async (...given) => (await made(service, name))(...given)
      return call
    }),
  ) as Client<C>
}

/** An object that makes what it lacks, once each; a promise never takes it for another. */
const growing = (has: object, make: (name: string) => unknown): object => {
  const grown = new Map<string, unknown>()
  return new Proxy(has, {
    get(target, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined
      const own = (target as Record<string, unknown>)[name]
      if (typeof own === 'function') return own
      if (!grown.has(name)) grown.set(name, make(name))
      return grown.get(name)
    },
  })
}
