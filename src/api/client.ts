import type { CallOptions, Client } from './contract/client.ts'
import type { CallForm, Contract } from './contract/endpoint.ts'
import type { Http } from './http.ts'
import { uniqueKey } from './unique-key.ts'

/** Makes the client of a contract over `http`. */
export const createClient = <C extends Contract>(contract: C, http: Http): Client<C> =>
  mapValues(contract, (endpoints, service) =>
    mapValues(
      endpoints,
      (endpoint: CallForm) =>
        ({ body: { silent, ...body } = {}, ...input }: LooseInput = {}, options: CallOptions = {}) =>
          http({
            service,
            endpoint,
            path: fillHoles(endpoint.path, input),
            query: toSearchParams(input.query),
            headers: headersOf(endpoint, options),
            ...(endpoint.body ? { body } : {}),
            isSilent: silent === true,
            signal: options.signal,
            keepalive: options.keepalive,
          }),
    ),
  ) as unknown as Client<C>

type LooseInput = Record<string, unknown> & { query?: Record<string, unknown>; body?: Record<string, unknown> }

/** The path with its `{name}` holes filled from `input`. */
const fillHoles = (path: string, input: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, hole: string) => encodeURIComponent(String(input[hole])))

/** Query values as parameters: many values repeat the name, absent ones are left out. */
function toSearchParams(query: Record<string, unknown> = {}): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) parameters.append(name, String(one))
    }
  }
  return parameters
}

const headersOf = (endpoint: CallForm, { idempotencyKey, ifMatch, from }: CallOptions): Record<string, string> => ({
  ...(endpoint.idempotent ? { 'idempotency-key': idempotencyKey ?? uniqueKey() } : {}),
  ...(ifMatch ? { 'if-match': `"${ifMatch}"` } : {}),
  ...(from ? { range: `bytes=${from.bytes}-`, 'if-range': from.etag } : {}),
})

const mapValues = <T, U>(object: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
